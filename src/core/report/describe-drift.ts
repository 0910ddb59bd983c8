import type { Unadoptable } from "../adopt/adoption.ts";
import type { Drift, DriftAction, LeavingMode } from "../drift/drift.ts";
import { objectKey } from "../object/object-id.ts";
import { redactValue } from "./redact-value.ts";
import { showPath } from "./show-path.ts";
import { showText } from "./show-text.ts";
import type { DriftStatus } from "./status-document.ts";

interface ToldDrift {
  readonly action: DriftAction;
  readonly mode?: LeavingMode;
  readonly unadoptable?: Unadoptable;
}

/** What may be shown of a drift, and what was done about it, or which mode leaves it as it is. */
export function describeDrift(drift: Drift, { action, mode, unadoptable }: ToldDrift): DriftStatus {
  return {
    id: objectKey(drift.id),
    class: drift.class,
    path: showPath(drift.path),
    desired: redactValue(drift, drift.desired),
    live: redactValue(drift, drift.live),
    manager: showText(drift.manager),
    operation: drift.operation,
    at: drift.at,
    attribution: drift.attribution,
    ...(drift.sharedWith.length === 0 ? {} : { sharedWith: drift.sharedWith.map(showText) }),
    action,
    ...(drift.rule === undefined ? {} : { rule: drift.rule }),
    ...(mode === undefined ? {} : { mode }),
    ...(unadoptable === undefined ? {} : { unadoptable }),
  };
}
