import { CONTROL_KEYS } from "../control-keys.ts";
import { attribute } from "../drift/attribute.ts";
import type { FoundDrift } from "../drift/drift-scene.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import { hasPath } from "../ownership/field-set.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import { isLetGoMark } from "../ownership/let-go-mark.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import { maskCredentials } from "../report/mask-credentials.ts";
import { shortText } from "../report/short-text.ts";
import type { ObjectMemory, StackRules } from "./look.ts";
import type { ChosenMode } from "./mode-of.ts";

/** What a revert takes back: all that differs, or what one field manager owns or changed. */
export type RevertScope = "all" | { readonly manager: string };

/** A person asks on a live object that it is reverted once. */
export interface RevertRequest {
  /** `undefined`: the annotation says nothing, or names nobody. */
  readonly scope: RevertScope | undefined;
  /** What is wrong with it then, and what is expected; empty: nothing. */
  readonly fault: string;
  /** The field manager that asks; empty when nobody is recorded. */
  readonly by: string;
}

const PATH = ["metadata", "annotations", CONTROL_KEYS.revert].map(
  (name) => ({ kind: "field", name }) as const,
);

interface RevertScene {
  readonly rules: Pick<StackRules, "manager">;
  readonly mode: Pick<ChosenMode, "mode">;
  /** Whom it named when it was understood: his entry may be gone since he was taken back. */
  readonly memory: Pick<ObjectMemory, "heardRevert">;
}

/**
 * Reads `lockstep.dev/revert: all | <manager>` of a live object. Whoever names a manager that owns nothing of the object meant
 * another one: that is no request. Under `enforce` everything is taken back anyway.
 */
export function findRevertRequest(
  live: JsonObject | undefined,
  { rules, mode, memory }: RevertScene,
): RevertRequest | undefined {
  const text = live === undefined ? undefined : annotationOf(live, CONTROL_KEYS.revert)?.trim();
  if (live === undefined || text === undefined) return undefined;
  const { entries } = readManagerEntries(live);
  const owners = entries.filter(({ fields }) => hasPath(fields, PATH));
  const by = maskCredentials(attribute(owners).manager);
  if (text === "all") return { scope: "all", fault: "", by };
  const others = entries.filter(
    (entry) => !isOwnEntry(entry, rules.manager) && !isLetGoMark(entry),
  );
  const names = [...new Set(others.map(({ manager }) => manager))].toSorted();
  const isTold = mode.mode === "enforce" || text === memory.heardRevert;
  const isKnown = isTold || names.includes(text);
  if (text !== "" && isKnown) return { scope: { manager: text }, fault: "", by };
  return { scope: undefined, fault: faultOf(text, names), by };
}

function faultOf(text: string, names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN_MAX).map(shortText);
  const more = names.length > shown.length ? [`${names.length - shown.length} more`] : [];
  const known = names.length === 0 ? "nobody but Lockstep" : [...shown, ...more].join(", ");
  const fault = text === "" ? "empty" : `"${shortText(text)}", which owns nothing of it`;
  return `annotation ${CONTROL_KEYS.revert} is ${fault}; expected "all" or who owns something of the object: ${known}`;
}

const NAMES_SHOWN_MAX = 8;

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
