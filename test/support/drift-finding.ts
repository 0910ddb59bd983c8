import type { DriftInput, FoundDrift } from "../../src/core/drift/drift-scene.ts";
import { type DriftFinding, findDrift } from "../../src/core/drift/find-drift.ts";
import type { Json } from "../../src/core/object/json.ts";
import { isEmptySet, pathsOf } from "../../src/core/ownership/field-set.ts";
import type { AllowRule, OwnershipRules } from "../../src/core/ownership/foreign-rules.ts";
import { formatPath } from "../../src/core/ownership/format-path.ts";

export type GivenDrift = Partial<DriftInput> & Pick<DriftInput, "live" | "intent">;

/** `findDrift` of a ConfigMap, our manager `lockstep`, no rules, unless given otherwise. */
export function findGivenDrift(given: GivenDrift): DriftFinding {
  return findDrift({
    id: { group: "", kind: "ConfigMap", namespace: "shop", name: "c" },
    rules: ownershipRules(),
    neverTouched: { revert: [], labels: [] },
    released: [],
    ...given,
  });
}

/** Each drift on one line (`briefDrift`). */
export function driftLines(given: GivenDrift): readonly string[] {
  return findGivenDrift(given).found.map(briefDrift);
}

/** `class path desired → live by manager (attribution)`, with `!` when paths are to be moved and `claim` when claimed. */
export function briefDrift({ drift, moves, claims }: FoundDrift): string {
  const who = drift.manager === "" ? "nobody" : `${drift.manager}/${drift.operation}`;
  const others = drift.sharedWith.length === 0 ? "" : ` with ${drift.sharedWith.join(",")}`;
  const moved = moves.length > 0 ? " !" : "";
  const claimed = isEmptySet(claims) ? "" : " claim";
  return `${drift.class} ${drift.path} ${text(drift.desired)} → ${text(drift.live)} by ${who} (${drift.attribution}${others})${moved}${claimed}`;
}

/** All paths that the drifts of a class would move. */
export function movedPaths(found: readonly FoundDrift[]): readonly string[] {
  return found.flatMap(({ moves }) => moves.flatMap(({ paths }) => pathsOf(paths).map(formatPath)));
}

export function allowing(manager: string, paths: readonly string[] = []): AllowRule {
  return { manager: { kind: "exact", text: manager }, operation: undefined, kinds: [], paths };
}

export function ownershipRules(...allow: readonly AllowRule[]): OwnershipRules {
  return { manager: "lockstep", renamedFrom: [], allow };
}

function text(value: Json | undefined): string {
  return value === undefined ? "-" : JSON.stringify(value);
}
