import { type JsonObject, listAt, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid } from "../make-fault.ts";
import { negativeFaults } from "./check-items.ts";

/** Which figures a status has, and which of them are shares of others. */
interface Figures {
  readonly fields: readonly string[];
  /** Parts of `replicas`. */
  readonly parts: readonly string[];
  /** How the server calls `readyReplicas`, of which `availableReplicas` are a part. */
  readonly ready: string;
}

const FIGURES: ReadonlyMap<string, Figures> = new Map<string, Figures>([
  [
    "Deployment.apps",
    {
      fields: [
        "observedGeneration",
        "replicas",
        "updatedReplicas",
        "readyReplicas",
        "availableReplicas",
        "unavailableReplicas",
        "collisionCount",
      ],
      parts: ["updatedReplicas", "readyReplicas", "availableReplicas"],
      ready: "readyReplicas",
    },
  ],
  [
    "ReplicaSet.apps",
    {
      fields: [
        "replicas",
        "fullyLabeledReplicas",
        "readyReplicas",
        "availableReplicas",
        "observedGeneration",
      ],
      parts: ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
      ready: "readyReplicas",
    },
  ],
  [
    "StatefulSet.apps",
    {
      fields: [
        "replicas",
        "readyReplicas",
        "currentReplicas",
        "updatedReplicas",
        "availableReplicas",
        "observedGeneration",
        "collisionCount",
      ],
      parts: ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"],
      ready: "status.readyReplicas",
    },
  ],
]);

/** An address of each family at most. */
function addressFaults(status: JsonObject): readonly Fault[] {
  const addresses = listAt(status, "podIPs").map((each) => textAt(each, "ip") ?? "");
  const isSixes = addresses.map((each) => each.includes(":"));
  if (new Set(isSixes).size === addresses.length) return [];
  const shown = addresses.map((each) => ({ IP: each }));
  return [invalid("status.podIPs", shown, "may specify no more than one IP for each IP family")];
}

/** Faults of the figures in the status of a workload. @param kind - As `Deployment.apps`. */
export function statusFaults(kind: string, object: JsonObject): readonly Fault[] {
  const figures = FIGURES.get(kind);
  const status = objectAt(object, "status");
  if (kind === "Pod") return addressFaults(status ?? {});
  if (figures === undefined || status === undefined) return [];
  const ready = numberAt(status, "readyReplicas") ?? 0;
  const available = numberAt(status, "availableReplicas") ?? 0;
  return [
    ...figures.fields.flatMap((field) => negativeFaults(status, `status.${field}`)),
    ...figures.parts.flatMap((field) => overAllFaults(status, field)),
    ...(available > ready
      ? [invalid("status.availableReplicas", available, `cannot be greater than ${figures.ready}`)]
      : []),
  ];
}

function overAllFaults(status: JsonObject, field: string): readonly Fault[] {
  const value = numberAt(status, field) ?? 0;
  return value > (numberAt(status, "replicas") ?? 0)
    ? [invalid(`status.${field}`, value, "cannot be greater than status.replicas")]
    : [];
}
