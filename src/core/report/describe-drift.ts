import type { Drift, DriftAction, LeavingMode } from "../drift/drift.ts";
import { objectKey } from "../object/object-id.ts";
import { maskCredentials } from "./mask-credentials.ts";
import { pointerSegments } from "./pointer-segments.ts";
import { redactValue } from "./redact-value.ts";
import type { DriftStatus } from "./status-document.ts";

const TEXT_MAX = 1024;

/** What may be shown of a drift, and what was done about it, or which mode leaves it as it is. */
export function describeDrift(
  drift: Drift,
  { action, mode }: { readonly action: DriftAction; readonly mode?: LeavingMode },
): DriftStatus {
  return {
    id: objectKey(drift.id),
    class: drift.class,
    path: shortText(maskSteps(drift.path)),
    desired: redactValue(drift, drift.desired),
    live: redactValue(drift, drift.live),
    manager: shortText(drift.manager),
    operation: drift.operation,
    at: drift.at,
    attribution: drift.attribution,
    ...(drift.sharedWith.length === 0 ? {} : { sharedWith: drift.sharedWith.map(shortText) }),
    action,
    ...(mode === undefined ? {} : { mode }),
  };
}

/** In a pointer the slashes of a URL are written otherwise. */
function maskSteps(pointer: string): string {
  return pointerSegments(pointer)
    .map((step) => `/${maskCredentials(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** An item of a set list is part of a path, and managers name themselves: both are other people's text. */
function shortText(text: string): string {
  const masked = maskCredentials(text);
  return masked.length > TEXT_MAX ? `${masked.slice(0, TEXT_MAX - 1)}…` : masked;
}
