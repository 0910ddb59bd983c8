import { type Json, type JsonObject, numberAt, textAt, valueAt } from "../../core/object/json.ts";

/** What a Deployment's spec asks for, with the figures worked out. */
export interface DeploymentSpec {
  readonly replicas: number;
  readonly isRecreate: boolean;
  readonly isPaused: boolean;
  readonly minReadySeconds: number;
  /** How many pods there may be beyond `replicas`. */
  readonly maxSurge: number;
  /** How many of `replicas` may be unavailable. */
  readonly maxUnavailable: number;
  /** `undefined` when progress has no deadline. */
  readonly deadlineSeconds: number | undefined;
  readonly historyLimit: number | undefined;
}

/** The greatest 32-bit number stands for "none" in deadlines and limits. */
const UNLIMITED = 2_147_483_647;

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#rolling-update-deployment */
export function deploymentSpecOf(deployment: JsonObject): DeploymentSpec {
  const replicas = numberAt(deployment, "spec", "replicas") ?? 1;
  const isRecreate = textAt(deployment, "spec", "strategy", "type") === "Recreate";
  const deadline = numberAt(deployment, "spec", "progressDeadlineSeconds") ?? UNLIMITED;
  const limit = numberAt(deployment, "spec", "revisionHistoryLimit") ?? UNLIMITED;
  return {
    replicas,
    isRecreate,
    isPaused: valueAt(deployment, "spec", "paused") === true,
    minReadySeconds: numberAt(deployment, "spec", "minReadySeconds") ?? 0,
    ...(isRecreate ? { maxSurge: 0, maxUnavailable: 0 } : rollingPortions(deployment, replicas)),
    deadlineSeconds: deadline === UNLIMITED ? undefined : deadline,
    historyLimit: limit === UNLIMITED ? undefined : limit,
  };
}

function rollingPortions(
  deployment: JsonObject,
  replicas: number,
): Pick<DeploymentSpec, "maxSurge" | "maxUnavailable"> {
  const rolling = valueAt(deployment, "spec", "strategy", "rollingUpdate");
  const maxSurge = portionOf(valueAt(rolling, "maxSurge"), replicas, "up");
  const unavailable = portionOf(valueAt(rolling, "maxUnavailable"), replicas, "down");
  // Both rounded to nothing would stand still.
  const maxUnavailable = maxSurge + unavailable === 0 ? 1 : unavailable;
  return { maxSurge, maxUnavailable: Math.min(maxUnavailable, replicas) };
}

/** A number as it is, or a percentage of `whole`, rounded. */
export function portionOf(value: Json | undefined, whole: number, rounding: "up" | "down"): number {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !value.endsWith("%")) return 0;
  const exact = (Number.parseInt(value, 10) * whole) / 100;
  return rounding === "up" ? Math.ceil(exact) : Math.floor(exact);
}
