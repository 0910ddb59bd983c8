import { describeFields } from "../expression/describe-fields.ts";
import {
  canonicalText,
  type Json,
  type JsonObject,
  listAt,
  textAt,
  valueAt,
} from "../object/json.ts";
import { isTerminating } from "../object/live-object.ts";
import { findPodRevisions } from "./pod-revisions.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { readVersions, type VersionOptions } from "./running-versions.ts";

/** The parts of a status that move when a rollout moves. Retries and times move without it, and are left out. */
const STATUS_FIELDS = [
  "active",
  "availableNodes",
  "availableReplicas",
  "currentNumberScheduled",
  "desiredNumberScheduled",
  "fullyLabeledReplicas",
  "health",
  "numberAvailable",
  "numberReady",
  "observedGeneration",
  "phase",
  "ready",
  "readyReplicas",
  "replicas",
  "succeeded",
  "updateRevision",
  "updatedNumberScheduled",
  "updatedReplicas",
  "version",
];

/**
 * A fingerprint of how far an object is: as long as it stays the same, nothing progresses. It holds counts, versions, the
 * observed generation, the state of conditions and what the user's rule looks at; pods by number, not by name, so that one that is replaced again and
 * again does not look like progress.
 */
export function assessProgress(reading: RolloutReading, options: VersionOptions): string {
  const { object, rule } = reading;
  const { updated, old, updatedToStay } = findPodRevisions(reading);
  return canonicalText({
    status: STATUS_FIELDS.map((field) => valueAt(object, "status", field) ?? null),
    conditions: conditionsOf(object).toSorted(),
    rule: rule?.ready === undefined ? "" : describeFields(rule.ready, object),
    versions: readVersions(reading, options).running,
    pods: [
      updated.length,
      updatedToStay,
      old.length,
      old.filter((pod) => isTerminating(pod)).length,
    ],
  });
}

function conditionsOf(body: JsonObject): readonly string[] {
  return listAt(body, "status", "conditions").map(
    (each: Json) => `${textAt(each, "type")}=${textAt(each, "status")}`,
  );
}
