import { expect, test } from "vitest";
import { numberAt, textAt } from "../../../../src/core/object/json.ts";
import { annotationOf } from "../../../../src/core/object/live-object.ts";
import { EVENTS, PODS, REPLICA_SETS } from "../../../../src/embedded/kinds/collections.ts";
import {
  briefConditions,
  briefPods,
  type ControllerWorld,
  openControllerWorld,
} from "../../../support/controller-world.ts";
import { withTag, workload } from "../../../support/workload-manifests.ts";

const WEB = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };

/** What a person sees of the Deployment second by second, until nothing changes. */
function watchSeconds(world: ControllerWorld, seconds: number): readonly string[] {
  const seen: string[] = [];
  for (let second = 1; second <= seconds; second += 1) {
    world.timers.pass(1_000);
    const line = briefPods(world, "web");
    if (seen.at(-1)?.slice(4) !== line) seen.push(`${String(second).padStart(2)}s ${line}`);
  }
  return seen;
}

function stateLine(world: ControllerWorld): string {
  const web = world.get(WEB);
  const counts = ["replicas", "updatedReplicas", "readyReplicas", "availableReplicas"]
    .map((key) => `${key.replace("Replicas", "")} ${numberAt(web, "status", key) ?? 0}`)
    .join(" ");
  const isObserved =
    numberAt(web, "status", "observedGeneration") === numberAt(web, "metadata", "generation");
  const revision = web === undefined ? "" : annotationOf(web, "deployment.kubernetes.io/revision");
  return `revision ${revision}, ${isObserved ? "observed" : "unobserved"}, ${counts}, ${briefConditions(web)}`;
}

test("a Deployment is rolled out, stalls, is rolled back, scaled and deleted", () => {
  const world = openControllerWorld();

  world.create(workload("Deployment", "web", { replicas: 3 }));
  expect(watchSeconds(world, 5)).toEqual([" 1s 1 +..", " 2s 1 ++.", " 3s 1 +++"]);
  expect(stateLine(world)).toBe(
    "revision 1, observed, replicas 3 updated 3 ready 3 available 3, Available=True MinimumReplicasAvailable, Progressing=True NewReplicaSetAvailable",
  );

  world.patch(WEB, withTag("web", "2"));
  expect(watchSeconds(world, 6)).toEqual([
    " 1s 1 ++† 2 +.",
    " 2s 1 +† 2 ++.",
    " 3s 1 † 2 +++",
    " 4s 2 +++",
  ]);

  world.patch(WEB, withTag("web", "broken-3"));
  expect(watchSeconds(world, 3)).toEqual([" 1s 2 +++ broken-3 !"]);
  expect(stateLine(world)).toBe(
    "revision 3, observed, replicas 4 updated 1 ready 3 available 3, Available=True MinimumReplicasAvailable, Progressing=True ReplicaSetUpdated",
  );
  world.timers.pass(601_000);
  expect(stateLine(world)).toBe(
    "revision 3, observed, replicas 4 updated 1 ready 3 available 3, Available=True MinimumReplicasAvailable, Progressing=False ProgressDeadlineExceeded",
  );

  world.patch(WEB, withTag("web", "2"));
  expect(watchSeconds(world, 3)).toEqual([" 1s 2 +++"]);
  expect(stateLine(world)).toBe(
    "revision 4, observed, replicas 3 updated 3 ready 3 available 3, Available=True MinimumReplicasAvailable, Progressing=True NewReplicaSetAvailable",
  );

  world.scale(WEB, 5);
  expect(watchSeconds(world, 3)).toEqual([" 1s 2 ++++.", " 2s 2 +++++"]);
  world.scale(WEB, 1);
  expect(watchSeconds(world, 3)).toEqual([" 1s 2 +"]);

  world.remove(WEB);
  expect(watchSeconds(world, 3)).toEqual([" 1s none"]);
  expect(world.list(REPLICA_SETS)).toEqual([]);
  expect(world.list(PODS)).toEqual([]);
  expect(world.defects).toEqual([]);
});

test("a rollout goes on where it was, and time in which the cluster did not run makes it no later", () => {
  const world = openControllerWorld();
  world.create(workload("Deployment", "web", { replicas: 1 }));
  world.timers.pass(10_000);
  world.patch(WEB, withTag("web", "broken-2"));
  world.timers.pass(300_000);
  world.stop();
  world.timers.pass(3_600_000);
  world.restart();
  world.timers.pass(590_000);
  expect(stateLine(world)).toContain("Progressing=True ReplicaSetUpdated");
  world.timers.pass(15_000);
  expect(stateLine(world)).toContain("Progressing=False ProgressDeadlineExceeded");
});

test.each([
  {
    name: "Recreate stops all old pods before it makes new ones",
    spec: { replicas: 2, strategy: { type: "Recreate" } },
    history: [" 1s 2 ..", " 2s 2 +.", " 3s 2 ++"],
  },
  {
    name: "no surge: an old pod makes room first",
    spec: { replicas: 2, strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } },
    history: [" 1s 1 † 2 +.", " 2s 2 ++"],
  },
  {
    name: "minReadySeconds holds the next step",
    spec: { replicas: 1, minReadySeconds: 3 },
    history: [" 1s 1 + 2 +", " 4s 1 † 2 +", " 5s 2 +"],
  },
])("rolling out: $name", ({ spec, history }) => {
  const world = openControllerWorld();
  world.create(workload("Deployment", "web", spec));
  world.timers.pass(10_000);
  world.patch(WEB, withTag("web", "2"));
  expect(watchSeconds(world, 8)).toEqual(history);
});

test("a paused Deployment makes no ReplicaSet, and says so", () => {
  const world = openControllerWorld();
  world.create(workload("Deployment", "web", { replicas: 1 }));
  world.timers.pass(2_000);
  world.patch(WEB, { spec: { paused: true } });
  world.patch(WEB, withTag("web", "2"));
  expect(watchSeconds(world, 2)).toEqual([" 1s 1 +"]);
  expect(briefConditions(world.get(WEB))).toBe(
    "Available=True MinimumReplicasAvailable, Progressing=Unknown DeploymentPaused",
  );
  world.scale(WEB, 2);
  expect(watchSeconds(world, 2)).toEqual([" 1s 1 ++"]);
  world.patch(WEB, { spec: { paused: false } });
  expect(watchSeconds(world, 4).at(-1)).toBe(" 3s 2 ++");
});

test("the history keeps as many old ReplicaSets as asked for", () => {
  const world = openControllerWorld();
  world.create(workload("Deployment", "web", { replicas: 1, revisionHistoryLimit: 1 }));
  for (const tag of ["2", "3", "4"]) {
    world.timers.pass(5_000);
    world.patch(WEB, withTag("web", tag));
  }
  world.timers.pass(5_000);
  const revisions = world
    .list(REPLICA_SETS)
    .map((each) => annotationOf(each, "deployment.kubernetes.io/revision"));
  expect(revisions).toEqual(expect.arrayContaining(["3", "4"]));
});

test("a template that comes back is the old ReplicaSet with a new revision", () => {
  const world = openControllerWorld();
  world.create(workload("Deployment", "web", { replicas: 1 }));
  world.timers.pass(3_000);
  world.patch(WEB, withTag("web", "2"));
  world.timers.pass(5_000);
  world.patch(WEB, withTag("web", "1"));
  world.timers.pass(5_000);
  const marks = world
    .list(REPLICA_SETS)
    .map((each) =>
      ["revision", "revision-history", "desired-replicas", "max-replicas"]
        .map((key) => annotationOf(each, `deployment.kubernetes.io/${key}`) ?? "-")
        .join(" "),
    );
  expect(marks.toSorted()).toEqual(["2 - 1 2", "3 1 1 2"]);
});

test("pods left behind by an orphaning delete are taken over by the next Deployment", () => {
  const world = openControllerWorld();
  world.create(workload("Deployment", "web", { replicas: 2 }));
  world.timers.pass(3_000);
  const before = world.list(PODS);
  world.remove(WEB, { propagationPolicy: "Orphan" });
  world.timers.pass(2_000);
  expect(world.get(WEB)).toBeUndefined();
  expect(briefPods(world, "web")).toBe("1 ++");
  world.create(workload("Deployment", "web", { replicas: 2 }));
  world.timers.pass(3_000);
  expect(world.list(PODS).map((each) => numberAt(each, "metadata", "generation"))).toEqual(
    before.map((each) => numberAt(each, "metadata", "generation")),
  );
  expect(world.list(REPLICA_SETS)).toHaveLength(1);
});

test("what happened is told in Events", () => {
  const world = openControllerWorld();
  world.create(workload("Deployment", "web", { replicas: 1 }));
  world.timers.pass(2_000);
  world.patch(WEB, withTag("web", "broken-2"));
  world.timers.pass(4_000);
  const told = world
    .list(EVENTS)
    .map((each) => `${textAt(each, "type")} ${textAt(each, "reason")}`);
  expect([...new Set(told)].toSorted()).toEqual([
    "Normal BackOff",
    "Normal Created",
    "Normal Pulled",
    "Normal Pulling",
    "Normal ScalingReplicaSet",
    "Normal Scheduled",
    "Normal Started",
    "Normal SuccessfulCreate",
    "Warning Failed",
  ]);
});
