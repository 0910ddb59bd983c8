import { describe, expect, test } from "vitest";
import type { Party } from "../../../../src/core/rollout/party.ts";
import { assessRolledOut } from "../../../../src/core/rollout/rolled-out.ts";
import type { RolloutReading } from "../../../../src/core/rollout/rollout-reading.ts";
import {
  absentParty,
  briefVerdict,
  elastic,
  liveObject,
  partyOf,
  readingOf,
  shapeOf,
  workload,
} from "../../../support/rollout-builders.ts";

const ES = "Elasticsearch.elasticsearch.k8s.elastic.co/n/es";

function brief(party: Party, trust: "status" | "pods" = "status"): string {
  return briefVerdict(assessRolledOut(party, { paths: new Map(), trust }));
}

function reported(version: string | undefined, more?: string): RolloutReading {
  return elastic(ES, "9.1.0", { version, ...(more === undefined ? {} : { more }) });
}

describe("assessRolledOut by what is known of the target", () => {
  const settled = reported("9.1.0");
  test.each<[string, Party, string]>([
    ["settled", partyOf(settled), "ok"],
    ["O11: not ours, its status still counts", partyOf(settled, { intent: undefined }), "ok"],
    [
      "O10: neither there nor in Git",
      absentParty(ES),
      "TargetNotFound: it is neither in the cluster nor in Git",
    ],
    [
      "O18: in Git, not there yet",
      absentParty(ES, { intent: settled.object, change: "pending" }),
      "TargetNotApplied: it is in Git and not in the cluster yet",
    ],
    [
      "O18: created by this pass",
      absentParty(ES, { intent: settled.object, change: "sent" }),
      "RollingOut: applied just now; not looked at since",
    ],
    ["unreadable", absentParty(ES, { sighting: "unreadable" }), "Unreadable: it could not be read"],
    [
      "no such kind",
      absentParty(ES, { sighting: "not-served" }),
      "NotServed: the cluster does not serve this kind yet",
    ],
    [
      "its own change pending",
      partyOf(settled, { change: "pending" }),
      "TargetNotApplied: its own change is not applied yet",
    ],
    [
      "its own change sent by this pass",
      partyOf(settled, { change: "sent" }),
      "RollingOut: applied just now; not looked at since",
    ],
    [
      "changed by somebody",
      partyOf(settled, { isDrifted: true }),
      "TargetNotApplied: its live spec differs from what was applied",
    ],
    [
      "terminating",
      partyOf(readingOf(liveObject(ES, "{metadata: {deletionTimestamp: t}}"))),
      "TargetTerminating: it is being deleted",
    ],
    [
      "O22: recreated, nothing reported",
      partyOf(reported(undefined, "{}"), { isRecreated: true }),
      "NotObserved: generation 2 of the Elasticsearch, observed none (recreated since it was applied)",
    ],
    ["O22: recreated, and it has reported since", partyOf(settled, { isRecreated: true }), "ok"],
  ])("%s", (_name, party, expected) => {
    expect(brief(party)).toBe(expected);
  });
});

describe("assessRolledOut by versions", () => {
  test.each<[string, RolloutReading, string]>([
    ["O6: observed and green, old version", reported("8.19.2"), "VersionBehind: 8.19.2"],
    [
      "O5: new version, old generation observed",
      reported("9.1.0", "{observedGeneration: 1, health: green}"),
      "NotObserved: generation 2 of the Elasticsearch, observed 1",
    ],
    [
      "O5: new version, nothing observed",
      reported("9.1.0", "{health: green}"),
      "NotObserved: generation 2 of the Elasticsearch, observed none",
    ],
    ["B1: lowered spec, still the new version", reported("9.2.0"), "VersionAhead: 9.2.0"],
    ["O8: no version", reported(undefined), "VersionUnknown: status reports no version"],
    ["O8: not a version", reported("unknown"), "VersionUnknown: unknown is no version"],
    ["equal in another spelling", reported("v9.1"), "ok"],
    ["red", reported("9.1.0", "{observedGeneration: 2, health: red}"), "NotReady: health red"],
    [
      "O15: count 0, status of long ago",
      {
        ...reported("8.0.0"),
        object: { ...reported("8.0.0").object, spec: { version: "9.1.0", count: 0 } },
      },
      "ok",
    ],
    [
      "no declared version: ready is enough",
      readingOf(
        liveObject(
          "Thing.example.com/n/x",
          `{status: {conditions: [{type: Ready, status: "True"}]}}`,
        ),
      ),
      "ok",
    ],
    ["equal tags", workload("Deployment", "latest", { pods: three("latest") }), "ok"],
    ["equal digests", elasticLike("sha256:aa", "sha256:aa"), "ok"],
    [
      "other digests are another rollout",
      elasticLike("sha256:aa", "sha256:bb"),
      "RollingOut: it runs sha256:bb",
    ],
    [
      "another build of the same version",
      elasticLike("1.30.1+k3s2", "1.30.1+k3s1"),
      "RollingOut: it runs 1.30.1+k3s1",
    ],
    ["a build that only the status names", elasticLike("1.30.1", "1.30.1+k3s1"), "ok"],
    ["pods of a bare ReplicaSet are not replaced", bareReplicaSet(), "VersionBehind: 8.19.2"],
  ])("%s", (_name, reading, expected) => {
    expect(brief(partyOf(reading))).toBe(expected);
  });

  test("what is known to be behind is said before a pod that says nothing", () => {
    const reading = workload("StatefulSet", "9.1.0", {
      pods: [{ version: "9.1.0" }, { version: "8.19.2" }, { version: "" }],
    });
    expect(brief(partyOf(reading))).toBe("VersionBehind: 8.19.2");
  });

  test.each([
    ["status", "StatusBehindPods: status says 8.19.2, its pods are above"],
    ["pods", "ok"],
  ] as const)("cloud-on-k8s#8838: status.version stays behind, trust %s", (trust, expected) => {
    const metadata = {
      name: "es-0",
      labels: { "elasticsearch.k8s.elastic.co/cluster-name": "es" },
    };
    const reading = { ...reported("8.19.2"), pods: [{ ...shapeOf("9.1.0"), metadata }] };
    expect(brief(partyOf(reading), trust)).toBe(expected);
  });
});

function three(version: string): { readonly version: string }[] {
  return [{ version }, { version }, { version }];
}

function elasticLike(declared: string, running: string): RolloutReading {
  return elastic(ES, declared, { version: running });
}

function bareReplicaSet(): RolloutReading {
  const reading = workload("DaemonSet", "9.1.0", { pods: three("8.19.2") });
  const status = {
    observedGeneration: 2,
    replicas: 3,
    fullyLabeledReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
  };
  const pods = reading.pods.map((pod) => ({
    ...pod,
    metadata: {
      name: "p",
      labels: { app: "x" },
      ownerReferences: [{ kind: "ReplicaSet", uid: "uid-x", controller: true }],
    },
  }));
  return { ...reading, pods, object: { ...reading.object, kind: "ReplicaSet", status } };
}
