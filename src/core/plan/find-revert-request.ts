import { CONTROL_KEYS } from "../control-keys.ts";
import { attribute } from "../drift/attribute.ts";
import type { FoundDrift } from "../drift/drift-scene.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import { hasPath } from "../ownership/field-set.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import { maskCredentials } from "../report/mask-credentials.ts";

/** What a revert takes back: all that differs, or what one field manager owns or changed. */
export type RevertScope = "all" | { readonly manager: string };

/** A person asks on a live object that it is reverted once. */
export interface RevertRequest {
  /** `undefined`: the annotation says nothing. */
  readonly scope: RevertScope | undefined;
  /** The field manager that asks; empty when nobody is recorded. */
  readonly by: string;
}

const PATH = ["metadata", "annotations", CONTROL_KEYS.revert].map(
  (name) => ({ kind: "field", name }) as const,
);

/** Reads `lockstep.dev/revert: all | <manager>` of a live object. */
export function findRevertRequest(live: JsonObject | undefined): RevertRequest | undefined {
  const text = live === undefined ? undefined : annotationOf(live, CONTROL_KEYS.revert)?.trim();
  if (live === undefined || text === undefined) return undefined;
  const owners = readManagerEntries(live).entries.filter(({ fields }) => hasPath(fields, PATH));
  return { scope: scopeOf(text), by: maskCredentials(attribute(owners).manager) };
}

function scopeOf(text: string): RevertScope | undefined {
  if (text === "all") return "all";
  return text === "" ? undefined : { manager: text };
}

/** Whether the difference is one that the revert takes back. What nobody is recorded for is only in `all`. */
export function isInScope({ drift, moves }: FoundDrift, scope: RevertScope): boolean {
  if (scope === "all") return true;
  const { manager } = scope;
  return (
    drift.manager === manager ||
    drift.sharedWith.includes(manager) ||
    moves.some(({ entry }) => entry.manager === manager)
  );
}
