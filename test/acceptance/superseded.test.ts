import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { type AuditEntry, auditMark } from "../support/audit-log.ts";
import { denyForbiddenSettings } from "../support/deny-by-policy.ts";
import { eventually } from "../support/eventually.ts";
import { blockersOf, writesSince } from "../support/follow-stack.ts";
import { deployment, idIn, manifestFiles, marked, settings } from "../support/kube-manifests.ts";
import { describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

/** Ways in which a commit goes wrong, and what is seen of it. */
const BAD: readonly {
  readonly what: string;
  readonly tag: string;
  readonly isNeverReady?: boolean;
  readonly forbidden?: JsonObject;
  readonly isSeen: (stack: TestStack) => boolean;
}[] = [
  {
    what: "an image that cannot be pulled",
    tag: "broken-2.0.0",
    isSeen: (stack) => stack.object(idOf(stack, "db"))?.phase === "Stalled",
  },
  {
    what: "pods that never get ready",
    tag: "2.0.0",
    isNeverReady: true,
    isSeen: (stack) => {
      const db = stack.object(idOf(stack, "db"));
      return db?.phase === "ApplyingChanges" && db.version.running.includes("2.0.0");
    },
  },
  {
    what: "a write that a policy refuses, which waits to be tried again",
    tag: "1.0.0",
    forbidden: { forbidden: "1" },
    isSeen: (stack) => stack.stack.status.refusals.length === 1,
  },
];

describeReal("a push during a bad rollout", () => {
  test.each(BAD.map((row) => [row.what, row] as const))(
    "B13: %s: the next commit is taken within seconds, and nothing of the bad one is written after it",
    async (_, { tag, isNeverReady = false, forbidden = {}, isSeen }) => {
      const stack = await openTestStack();
      await denyForbiddenSettings(stack.namespace);
      await stack.commit(files("1.0.0", { data: {} }));
      stack.start();
      await stack.until("all run", ({ inSync }) => inSync);
      await stack.commit(files("2.0.0", { tag, isNeverReady, data: forbidden }));
      await stack.until("it goes wrong", () => isSeen(stack));
      const waiting = idOf(stack, "api");
      await stack.until("api waits", () => blockersOf(stack, waiting).length > 0);

      const mark = await auditMark();
      const pushedAt = Date.now();
      const good = await stack.commit(files("3.0.0", { data: {} }));
      await stack.until("all run the next", (status) => status.inSync && status.revision === good);
      const written = await writesSince(stack, mark);
      expect(new Set(written.map(revisionOf))).toEqual(new Set([good]));
      const firstAt = Math.min(...written.map(({ at }) => Date.parse(at)));
      expect(firstAt - pushedAt).toBeLessThan(3_000);
      expect(written.map(({ name }) => name).toSorted()).toEqual(["api", "db", "notes"]);
    },
  );

  test("B13: a push back to what was there before is taken in the same way", async () => {
    const stack = await openTestStack();
    await stack.commit(files("1.0.0", { data: {} }));
    stack.start();
    await stack.until("all run", ({ inSync }) => inSync);
    await stack.commit(files("2.0.0", { tag: "broken-2.0.0", data: {} }));
    await stack.until("db stalls", () => stack.object(idOf(stack, "db"))?.phase === "Stalled");
    const mark = await auditMark();
    const back = await stack.commit(files("1.0.0", { data: {} }));
    await stack.until("all is as before", (status) => status.inSync && status.revision === back);
    const written = await writesSince(stack, mark);
    expect(new Set(written.map(revisionOf))).toEqual(new Set([back]));
    await eventually("db runs what it ran", () => {
      const running = stack.object(idOf(stack, "db"))?.version.running;
      return running?.join() === "1.0.0";
    });
  });
});

/** db, api that comes after db and notes, which wait for nothing. */
function files(
  version: string,
  bad: { readonly tag?: string; readonly isNeverReady?: boolean; readonly data: JsonObject },
): ReturnType<typeof manifestFiles> {
  const { tag = version, isNeverReady = false } = bad;
  const annotations = isNeverReady ? { "test.lockstep.dev/ready": "never" } : {};
  const after = "Deployment.apps/db, ConfigMap/notes";
  return manifestFiles(
    workload("db", tag, annotations),
    marked(workload("api", version, {}), { annotations: { "lockstep.dev/after": after } }),
    settings("notes", { version, ...bad.data }),
  );
}

function workload(name: string, tag: string, annotations: JsonObject): JsonObject {
  return deployment(name, {
    spec: {
      template: {
        metadata: { labels: { app: name }, annotations },
        spec: { containers: [{ name, image: `${name}:${tag}` }] },
      },
    },
  });
}

function idOf(stack: TestStack, name: string): string {
  return idIn(stack.namespace, deployment(name));
}

/** The commit whose intent was sent. */
function revisionOf(entry: AuditEntry): string {
  return textAt(entry.body, "metadata", "annotations", "lockstep.dev/revision") ?? "";
}
