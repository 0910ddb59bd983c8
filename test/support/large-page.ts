import type { PageDocument } from "../../src/core/report/page-document.ts";
import type { ObjectStatus } from "../../src/core/report/status-document.ts";
import { pageEdge, pageOf, pageStack, passRecord } from "./page-builder.ts";
import { ago, blockerStatus, objectStatus, stackStatus } from "./status-builder.ts";

const KINDS = [
  "ConfigMap",
  "Secret",
  "Service",
  "Deployment.apps",
  "StatefulSet.apps",
  "HorizontalPodAutoscaler.autoscaling",
];

/** 500 objects in six tiers, a few of which move, wait or are stuck. */
export function largePage(): PageDocument {
  const ids = Array.from(
    { length: 500 },
    (_, index) =>
      `${KINDS[index % KINDS.length] ?? "ConfigMap"}/team-${index % 9}/part-${String(index).padStart(3, "0")}`,
  );
  const objects = ids.map((id, index) =>
    objectStatus(id, {
      tier: Math.floor(index / 84),
      version:
        index % 6 === 3
          ? { declared: "2.4.1", running: ["2.4.1"] }
          : { declared: null, running: [] },
      ...largeChange(ids, index),
    }),
  );
  const edges = ids.flatMap((from, index) => {
    const to = ids[index - 84];
    return to === undefined ? [] : [pageEdge(from, to, "ready", "annotation:lockstep.dev/after")];
  });
  return pageOf(
    pageStack(stackStatus({ name: "platform", objects, writes: 1204 }), {
      edges,
      passes: [passRecord()],
    }),
  );
}

function largeChange(ids: readonly string[], index: number): Partial<ObjectStatus> {
  if (index === 130) {
    return {
      phase: "Stalled",
      cause: {
        pod: "part-130-7d9f-x2x",
        reason: "CrashLoopBackOff",
        message: "back-off 5m0s restarting failed container",
      },
    };
  }
  if (index > 200 && index % 31 === 0) {
    return {
      phase: "DelayingChanges",
      blockers: [
        blockerStatus(ids[index - 84] ?? "", {
          gate: "ready",
          reason: "NotReady",
          want: "",
          have: "1 of 2 pods ready",
          since: ago(index),
        }),
      ],
    };
  }
  return index > 100 && index % 37 === 0 ? { phase: "ApplyingChanges" } : {};
}
