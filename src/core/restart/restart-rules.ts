import { CONTROL_KEYS } from "../control-keys.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf, labelOf } from "../object/live-object.ts";
import { kindKey, type ObjectId } from "../object/object-id.ts";
import { ROLLING_KINDS } from "../rollout/rolling-kinds.ts";

/** What the config says of restarts (`secrets`). */
export interface RestartRules {
  /** `labelled`: sources with our label; `all`: all that are referenced; `off`: none, and nothing is followed for it. */
  readonly watch: "labelled" | "all" | "off";
  /** Changes within this time make one rollout, in milliseconds. */
  readonly windowMs: number;
  /** Whether Secrets count that only let the kubelet pull images. */
  readonly imagePullSecrets: boolean;
  /** Workloads that roll at the same time for a source's sake. */
  readonly rollAtOnce: number;
  /** Restarts of a workload for one source within the window of fights, before they slow down. */
  readonly budget: number;
  /** What becomes of a change while the workload rolls out: its pods restart with it at once, or when the rollout is done. */
  readonly duringRollout: "restart" | "wait";
  /** By kind key: where custom kinds have a pod template. */
  readonly templates: ReadonlyMap<string, readonly string[]>;
}

const TEMPLATE = ["spec", "template"] as const;

/**
 * The path of the pod template of a kind that restarts when a source changes; `undefined`: it does not. What the operators of
 * the Elastic stack run they restart by themselves; a Job cannot be changed, and the next run of a CronJob reads what is there then.
 */
export function templateOf(
  id: Pick<ObjectId, "group" | "kind">,
  { templates }: Pick<RestartRules, "templates">,
): readonly string[] | undefined {
  const kind = kindKey(id);
  return templates.get(kind) ?? (ROLLING_KINDS.has(kind) ? TEMPLATE : undefined);
}

/** What a workload's annotation in Git says; another text is a problem of its own and counts as none. */
export function restartChoice(manifest: JsonObject): "on" | "off" | undefined {
  const text = annotationOf(manifest, CONTROL_KEYS.restart);
  return text === "on" || text === "off" ? text : undefined;
}

/** Whether a source asks this very agent for restarts. */
export function isLabelled(source: JsonObject, agent: string): boolean {
  return labelOf(source, CONTROL_KEYS.watchedBy) === agent;
}
