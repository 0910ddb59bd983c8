import { CONTROL_KEYS } from "../control-keys.ts";
import { attribute } from "../drift/attribute.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf, labelOf } from "../object/live-object.ts";
import { parseTime } from "../object/parse-time.ts";
import { hasPath } from "../ownership/field-set.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import { maskCredentials } from "../report/mask-credentials.ts";
import { shortText } from "../report/short-text.ts";

/** A person's word on a live object: hands off. */
export interface Skip {
  readonly label: string;
  /** The field manager that set the label; empty when nobody is recorded. */
  readonly by: string;
  /** RFC 3339, when its entry was last written; empty when unknown. */
  readonly at: string;
  /** The annotation `skip-until` as it stands, cut where it is long; empty: until the label goes. */
  readonly until: string;
  /** When it ends by itself. */
  readonly endsAtMs: number | undefined;
}

export interface SkipFinding {
  /** The one in force. */
  readonly skip: Skip | undefined;
  /** What looks like a skip and is none, or not quite the one that was meant, each in words. */
  readonly notes: readonly string[];
}

export interface SkipRules {
  readonly allowSkip: boolean;
  /** Keys of further labels that mean the same. */
  readonly skipLabels: readonly string[];
}

const NOTHING: SkipFinding = { skip: undefined, notes: [] };

/**
 * Whether a live object says that nobody writes it: a skip label that is exactly `"true"`. It ends at the time of the annotation
 * `skip-until`; one that is no time does not end it, because whoever set the label wants no writes.
 */
export function findSkip(
  live: JsonObject | undefined,
  rules: SkipRules,
  nowMs: number,
): SkipFinding {
  if (live === undefined) return NOTHING;
  const until = annotationOf(live, CONTROL_KEYS.skipUntil);
  const labels = [CONTROL_KEYS.skip, ...rules.skipLabels].flatMap((key): readonly Written[] => {
    const value = labelOf(live, key);
    return value === undefined ? [] : [{ key, value }];
  });
  const wrong = labels.filter(({ value }) => value !== "true" && value !== "false");
  const notes = wrong.map(
    ({ key, value }) => `label ${key} is "${shortText(value)}", only "true" skips`,
  );
  const label = labels.find(({ value }) => value === "true")?.key;
  if (label === undefined) {
    const isIdle = until !== undefined && wrong.length === 0;
    const idle = `annotation ${CONTROL_KEYS.skipUntil} without the label skips nothing`;
    return { skip: undefined, notes: isIdle ? [idle] : notes };
  }
  if (!rules.allowSkip) {
    const denied = `label ${label} is set, but the configuration denies it (allowSkip: false)`;
    return { skip: undefined, notes: [...notes, denied] };
  }
  const found = timeSkip(live, { label, until }, nowMs);
  return { skip: found.skip, notes: [...notes, ...found.notes] };
}

interface Written {
  readonly key: string;
  readonly value: string;
}

function timeSkip(
  live: JsonObject,
  { label, until }: { readonly label: string; readonly until: string | undefined },
  nowMs: number,
): SkipFinding {
  const endsAtMs = until === undefined ? undefined : parseTime(until);
  if (endsAtMs !== undefined && endsAtMs <= nowMs) {
    const ended = `its skip ended at ${shortText(until ?? "")}; label ${label} may go`;
    return { skip: undefined, notes: [ended] };
  }
  const skip = { label, ...setterOf(live, label), until: shortText(until ?? ""), endsAtMs };
  if (until === undefined || endsAtMs !== undefined) return { skip, notes: [] };
  const fault = `annotation ${CONTROL_KEYS.skipUntil} is "${shortText(until)}", no RFC 3339 time such as 2030-01-31T18:00:00Z: the skip lasts until the label goes`;
  return { skip, notes: [fault] };
}

function setterOf(live: JsonObject, label: string): Pick<Skip, "by" | "at"> {
  const path = ["metadata", "labels", label].map((name) => ({ kind: "field", name }) as const);
  const owners = readManagerEntries(live).entries.filter(({ fields }) => hasPath(fields, path));
  const { manager, at } = attribute(owners);
  return { by: maskCredentials(manager), at };
}
