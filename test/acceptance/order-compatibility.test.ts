import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import { deployment, manifestFiles, marked } from "../support/kube-manifests.ts";
import { describeReal } from "../support/real-cluster.ts";
import { rolloutStory } from "../support/rollout-story.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const GROUP = "kapp.k14s.io/change-group";
const RULE = "kapp.k14s.io/change-rule";

type Marks = (namespace: string) => {
  readonly db: JsonObject;
  readonly mq: JsonObject;
  readonly web: JsonObject;
};

/** The same order in the words of each tool: db and mq, then web. */
const SPELLINGS: Readonly<Record<string, Marks>> = {
  "lockstep.dev/after": () => ({
    db: {},
    mq: {},
    web: { "lockstep.dev/after": "Deployment.apps/db, Deployment.apps/mq" },
  }),
  "depends-on": (namespace) => ({
    db: {},
    mq: {},
    web: {
      "config.kubernetes.io/depends-on": `apps/namespaces/${namespace}/Deployment/db,apps/namespaces/${namespace}/Deployment/mq`,
    },
  }),
  "sync waves": () => ({
    db: { "argocd.argoproj.io/sync-wave": "-1" },
    mq: { "argocd.argoproj.io/sync-wave": "-1" },
    web: {},
  }),
  "change rules, after": () => ({
    db: { [GROUP]: "example.org/base" },
    mq: { [`${GROUP}.one`]: "example.org/base" },
    web: { [RULE]: "upsert after upserting example.org/base" },
  }),
  "change rules, before": () => ({
    db: { [RULE]: "upsert before upserting example.org/front" },
    mq: { [RULE]: "upsert before upserting example.org/front" },
    web: { [GROUP]: "example.org/front" },
  }),
};

describeReal("orders written for other tools", () => {
  test.each(Object.entries(SPELLINGS))(
    "B12: %s: what comes last is written when the old pods of both others are gone and the new ones are ready",
    async (_, marks) => {
      const stack = await openTestStack();
      const written = marks(stack.namespace);
      const first = await roll(stack, filesOf(written, "1.0.0"));
      expect(first).toEqual(["db written", "mq written", "web written"]);
      const second = await roll(stack, filesOf(written, "2.0.0"));
      expect(second).toEqual([
        "db written",
        "mq written",
        "a pod of db gone",
        "a pod of mq gone",
        "web written",
        "a pod of web gone",
      ]);
    },
  );

  test("B12: a wave that is not ready holds all later ones", async () => {
    const stack = await openTestStack();
    const waves = [
      ["one", "0"],
      ["two", "1"],
      ["three", "2"],
    ] as const;
    const broken = { "test.lockstep.dev/ready": "never" };
    await stack.commit(
      manifestFiles(
        ...waves.map(([name, wave]) =>
          marked(workload(name, "1.0.0", name === "two" ? broken : {}), {
            annotations: { "argocd.argoproj.io/sync-wave": wave },
          }),
        ),
      ),
    );
    await passUntil(stack, "the second wave is there", ({ writes }) => writes === 2);
    await passes(stack, 5);
    const { writes, objects } = stack.stack.status;
    expect([writes, objects.map(({ phase }) => phase)]).toEqual([
      2,
      ["Ready", "ApplyingChanges", "DelayingChanges"],
    ]);
  });
});

function filesOf(marks: ReturnType<Marks>, version: string): ReturnType<typeof manifestFiles> {
  return manifestFiles(
    ...(["db", "mq", "web"] as const).map((name) =>
      marked(workload(name, version), { annotations: marks[name] }),
    ),
  );
}

/** One pod, whose predecessor takes a while to stop: mq's longer than that of db. */
function workload(name: string, version: string, annotations: JsonObject = {}): JsonObject {
  const stops = name === "mq" ? "1500ms" : "700ms";
  return deployment(name, {
    spec: {
      template: {
        metadata: {
          labels: { app: name },
          annotations: { "test.lockstep.dev/stops-after": stops, ...annotations },
        },
        spec: { containers: [{ name, image: `${name}:${version}` }] },
      },
    },
  });
}

/** Commits, waits until all is in sync, and tells what happened; the first two, written together, by name. */
async function roll(
  stack: TestStack,
  files: ReturnType<typeof manifestFiles>,
): Promise<readonly string[]> {
  const mark = await auditMark();
  const revision = await stack.commit(files);
  await passUntil(stack, "in sync", (status) => status.inSync && status.revision === revision);
  const story = await rolloutStory(stack, mark);
  return [...story.slice(0, 2).toSorted(), ...story.slice(2)];
}
