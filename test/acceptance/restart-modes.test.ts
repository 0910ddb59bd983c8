import { expect, test } from "vitest";
import { suspendStack } from "../../src/agent/suspend-stack.ts";
import { PLAIN } from "../../src/cli/palette.ts";
import { renderStatus } from "../../src/cli/render-status.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { auditMark, briefEntry } from "../support/audit-log.ts";
import { passes, passUntil, writesSince } from "../support/follow-stack.ts";
import { idIn, manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { label } from "../support/person-words.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  create,
  openInSync,
  passUntilRolled,
  reader,
  SHORT_WINDOW,
  secret,
  setData,
  WATCHED,
} from "../support/restart-scene.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const WEB = reader("web", "db");
/** Not watched at first: then the workload carries nothing about it. */
const DB = secret("db", { password: "one" }, {});

/** Longer than that of the stacks here. */
const WINDOW_MS = 400;

async function watchSecret({ namespace }: TestStack): Promise<void> {
  await admin().patch(
    { apiVersion: "v1", kind: "Secret", namespace, name: "db" },
    { merge: { metadata: { labels: WATCHED } } },
    { as: "person" },
  );
}

function dueText(stack: TestStack, { objects }: StackStatus): string {
  const web = objects.find(({ id }) => id === idIn(stack.namespace, WEB));
  const due = web?.conditions.find(({ type }) => type === "RestartDue")?.message ?? "";
  return due.replaceAll(stack.namespace, "shop");
}

/** The Secret is watched from now on, seen, and changed: what is told of it, and every write on the stack's objects. */
async function changeWatched(stack: TestStack): Promise<{
  readonly told: string;
  readonly planned: string;
  readonly writes: readonly string[];
}> {
  const mark = await auditMark();
  await watchSecret(stack);
  const id = idIn(stack.namespace, DB);
  await passUntil(stack, "the label is seen", () => isFollowed(stack, id));
  await passes(stack, 1);
  await setData(stack, "db", { password: "two" });
  const status = await passUntil(stack, "it is told", (each) => dueText(stack, each) !== "");
  const windowEndsAt = Date.now() + WINDOW_MS;
  await passUntil(stack, "the window is over", () => Date.now() > windowEndsAt);
  await passes(stack, 2);
  const writes = (await writesSince(stack, mark)).map(briefEntry);
  return {
    told: dueText(stack, status),
    planned: dueText(stack, await stack.preview()),
    writes,
  };
}

function isFollowed({ stack }: TestStack, id: string): boolean {
  return [...stack.view.followings.values()].some((each) =>
    [...each.state().objects.keys()].some((key) => key === id),
  );
}

interface Row {
  readonly what: string;
  /** Brings a stack that is in sync to where nothing is written. */
  readonly leave: (stack: TestStack) => Promise<TestStack>;
  readonly says: string;
}

async function reopen(stack: TestStack, ...config: readonly string[]): Promise<TestStack> {
  const next = await openTestStack({ like: stack, config: [SHORT_WINDOW, ...config] });
  await passes(next, 2);
  return next;
}

async function annotate(stack: TestStack, mode: string): Promise<TestStack> {
  await stack.commit(manifestFiles(marked(WEB, { annotations: { "lockstep.dev/mode": mode } })));
  await passes(stack, 2);
  return stack;
}

const ROWS: readonly Row[] = [
  {
    what: "the stack is observed",
    leave: async (stack) => reopen(stack, "mode: observe"),
    says: "its mode is observe",
  },
  {
    what: "its kind is observed",
    leave: async (stack) => reopen(stack, "modes: [{ kind: Deployment.apps, mode: observe }]"),
    says: "its mode is observe",
  },
  {
    what: "the object is observed",
    leave: async (stack) => annotate(stack, "observe"),
    says: "its mode is observe",
  },
  {
    what: "the object is create-only",
    leave: async (stack) => annotate(stack, "create-only"),
    says: "its mode is create-only",
  },
  {
    what: "a person's label skips it",
    async leave(stack) {
      await label(targetIn(stack.namespace, WEB), "lockstep.dev/skip-reconciliation=true");
      await passUntil(stack, "it is skipped", ({ objects }) =>
        objects.some(({ phase }) => phase === "Skipped"),
      );
      return stack;
    },
    says: "it is skipped",
  },
  {
    what: "the stack is suspended",
    async leave(stack) {
      await suspendStack(stack.stack, { reason: "freeze", until: "" });
      await passUntil(stack, "it is suspended", ({ suspended }) => suspended !== undefined);
      return stack;
    },
    says: "the stack is suspended",
  },
];

describeReal("a Secret that changes where nothing is written", () => {
  test.each(ROWS)("S8/F13: $what: nothing restarts, and it is told", async ({ leave, says }) => {
    const stack = await leave(await openInSync([WEB], [DB]));
    const { planned, told, writes } = await changeWatched(stack);
    const expected = `its pods are not restarted, ${says}: Secret/shop/db changed`;
    expect([told, planned, writes]).toEqual([expected, expected, []]);
    expect(await countRollouts(stack, WEB)).toBe(1);
  });

  test("F13: a workload that was only ever observed: it is told, in the text as well; the first sync under enforce restarts nothing", async () => {
    const stack = await openTestStack({ config: [SHORT_WINDOW, "mode: observe"] });
    await create(stack, DB);
    await create(stack, WEB);
    await stack.commit(manifestFiles(WEB));
    await passes(stack, 2);
    const { planned, told, writes } = await changeWatched(stack);
    const expected = "its pods are not restarted, its mode is observe: Secret/shop/db changed";
    expect([told, planned, writes]).toEqual([expected, expected, []]);
    const text = renderStatus(
      { stacks: [stack.stack.status] },
      { palette: PLAIN, nowMs: Date.now() },
    );
    expect(text.replaceAll(stack.namespace, "shop")).toContain(`: ${expected}`);

    const enforcer = await reopen(stack);
    await passUntil(enforcer, "it is in sync", ({ inSync }) => inSync);
    await passes(enforcer, 3);
    expect(await countRollouts(stack, WEB)).toBe(1);
    await setData(stack, "db", { password: "three" });
    await passUntilRolled(enforcer, [WEB], 2);
  });

  test("S8: once a person's skip ends, the change that came meanwhile restarts the pods once", async () => {
    const stack = await openInSync([WEB], [DB]);
    const target = targetIn(stack.namespace, WEB);
    await label(target, "lockstep.dev/skip-reconciliation=true");
    await passUntil(stack, "it is skipped", ({ objects }) =>
      objects.some(({ phase }) => phase === "Skipped"),
    );
    await changeWatched(stack);
    await label(target, "lockstep.dev/skip-reconciliation-");
    await passUntilRolled(stack, [WEB], 2);
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(2);
  });
});
