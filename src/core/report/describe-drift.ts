import type { Drift, DriftAction } from "../drift/drift.ts";
import { objectKey } from "../object/object-id.ts";
import { maskCredentials } from "./mask-credentials.ts";
import { redactValue } from "./redact-value.ts";
import type { DriftStatus } from "./status-document.ts";

const TEXT_MAX = 1024;

/** What may be shown of a drift, and what was done about it. */
export function describeDrift(drift: Drift, action: DriftAction): DriftStatus {
  return {
    id: objectKey(drift.id),
    class: drift.class,
    path: shortText(drift.path),
    desired: redactValue(drift, drift.desired),
    live: redactValue(drift, drift.live),
    manager: shortText(drift.manager),
    operation: drift.operation,
    at: drift.at,
    attribution: drift.attribution,
    ...(drift.sharedWith.length === 0 ? {} : { sharedWith: drift.sharedWith.map(shortText) }),
    action,
  };
}

/** An item of a set list is part of a path, and managers name themselves: both are other people's text. */
function shortText(text: string): string {
  const masked = maskCredentials(text);
  return masked.length > TEXT_MAX ? `${masked.slice(0, TEXT_MAX - 1)}…` : masked;
}
