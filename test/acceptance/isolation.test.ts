import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { denyForbiddenSettings } from "../support/deny-by-policy.ts";
import { elasticObject } from "../support/elastic-objects.ts";
import { blockersOf, passes, passUntil } from "../support/follow-stack.ts";
import { deployment, idIn, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const NAMES = Array.from({ length: 199 }, (_, index) => `settings-${index}`);

/** Objects that fail for good, each in its own way: at version 1 they are fine, where there is a version 1. */
const FAILING: readonly {
  readonly what: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
  readonly seen: RegExp;
}[] = [
  {
    what: "is refused by a policy at each write",
    before: settings("bad", { version: "1" }),
    after: settings("bad", { version: "2", forbidden: "1" }),
    seen: /^refused invalid: .*failed expression/,
  },
  {
    what: "is of a kind that the cluster does not serve",
    before: undefined,
    after: { apiVersion: "test.lockstep.dev/v1", kind: "Nothing", metadata: { name: "bad" } },
    seen: /^held NotServed$/,
  },
  {
    what: "contradicts itself",
    before: undefined,
    after: elasticObject("Kibana", { name: "bad" }, { elasticsearchRef: { serviceName: "x" } }),
    seen: /^refused refused-component: .*serviceName is set without name/,
  },
  {
    what: "never gets ready",
    before: deployment("bad"),
    after: deployment("bad", {
      pod: { containers: [{ name: "web", image: "web:broken-2.0.0" }] },
    }),
    seen: /^stalled ImagePullBackOff$/,
  },
  {
    what: "waits for what never comes",
    before: settings("bad", { version: "1" }),
    after: settings(
      "bad",
      { version: "2" },
      { annotations: { "lockstep.dev/after": "ConfigMap/nowhere" } },
    ),
    seen: /^held TargetNotFound$/,
  },
];

describeReal("one object of 200 that fails for good", () => {
  test.each(FAILING.map((row) => [row.what, row] as const))(
    "B4: it %s: all the others are applied, and foreign edits on them taken back",
    async (_, { before, after, seen }) => {
      const stack = await openTestStack({ config: ["prune: { enabled: false }"] });
      const { namespace } = stack;
      const first = before === undefined ? [] : [before];
      await stack.commit(manifestFiles(...others("1"), ...first));
      await passUntil(stack, "all is in sync", (status) => status.inSync);
      await denyForbiddenSettings(namespace);

      // An edit from before, on one in ten.
      await edit(
        stack,
        NAMES.filter((_name, index) => index % 10 === 0),
      );
      await stack.commit(manifestFiles(...others("2"), after));
      const id = idIn(namespace, after);
      await passUntil(stack, "it has failed", () => seen.test(stateOf(stack, id)));
      await passes(stack, 3);
      const stored = await dataByName(namespace);
      expect(NAMES.filter((name) => stored.get(name) !== VERSION_2)).toEqual([]);

      // The one that fails goes back to what was last applied, where there is such a thing.
      const own = before?.["kind"] === "ConfigMap" ? ["bad"] : [];
      await edit(stack, ["settings-7", "settings-77", "settings-177", ...own]);
      await passes(stack, 3);
      const later = await dataByName(namespace);
      expect(NAMES.filter((name) => later.get(name) !== VERSION_2)).toEqual([]);
      expect(own.map((name) => later.get(name))).toEqual(own.map(() => '{"version":"1"}'));
      expect(stateOf(stack, id)).toMatch(seen);
      expect(stack.stack.status.inSync).toBe(false);
      const reverted = stack.stack.status.drift.filter((each) => each.action === "reverted");
      expect(reverted.length).toBe(23 + own.length);
    },
  );
});

const VERSION_2 = '{"version":"2"}';

function others(version: string): readonly JsonObject[] {
  return NAMES.map((name) => settings(name, { version }));
}

/** Adds a key to each, and waits until the agent has seen it. */
async function edit(stack: TestStack, names: readonly string[]): Promise<void> {
  const targets = names.map((name) => targetIn(stack.namespace, settings(name, {})));
  await Promise.all(
    targets.map(async (target) =>
      admin().patch(target, { merge: { data: { extra: "x" } } }, { as: "kubectl-edit" }),
    ),
  );
  await untilSeen(stack, ...targets);
}

async function dataByName(namespace: string): Promise<ReadonlyMap<string, string>> {
  const stored = await admin().list({ apiVersion: "v1", kind: "ConfigMap", namespace });
  return new Map(
    stored.map((each) => [textAt(each, "metadata", "name") ?? "", JSON.stringify(each["data"])]),
  );
}

/** How an object fails, in short. */
function stateOf(stack: TestStack, id: string): string {
  const refusal = stack.stack.status.refusals.find((each) => each.id === id);
  if (refusal !== undefined) return `refused ${refusal.code}: ${refusal.message}`;
  const object = stack.object(id);
  if (object?.phase === "Stalled") return `stalled ${object.cause?.reason ?? ""}`;
  return `held ${blockersOf(stack, id)
    .map((line) => line.split(" ")[1])
    .join(", ")}`;
}
