import type { ObjectId } from "../object/object-id.ts";
import { findAllowRule, type Standing, standingOf } from "../ownership/foreign-rules.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import { nameAllowRule } from "../ownership/name-allow-rule.ts";
import { isNeverTouched } from "../ownership/never-touched.ts";
import { explainRelease } from "../released/explain-release.ts";
import type { ReleasedPath } from "../released/released-path.ts";
import type { OwnerBlame } from "../report/blame.ts";
import { isSetByAgent } from "../report/is-set-by-agent.ts";
import type { StackRules } from "./look.ts";

interface OwnedPlace {
  readonly id: ObjectId;
  /** Text of `formatPath`. */
  readonly path: string;
  readonly isSetByGit: boolean;
  /** Our own entry owns it as well, so the value is Git's. */
  readonly hasOwn: boolean;
  /** What gave the path up. */
  readonly release?: ReleasedPath | undefined;
}

/** By which right an entry owns a field, and what becomes of it. The same rules as those of drift, asked in the same order. */
export function explainOwner(
  entry: ManagerEntry,
  place: OwnedPlace,
  rules: StackRules,
): Pick<OwnerBlame, "standing" | "why"> {
  const standing = standingOf(entry, rules);
  if (place.release !== undefined) return explainHolder(place.release, standing);
  if (standing === "own") return { standing, why: explainOwn(place) };
  const isChanged = place.isSetByGit && !place.hasOwn;
  const rule = findAllowRule(entry, { ...place, isSetByGit: isChanged }, rules);
  if (rule !== undefined) return { standing: "allowed", why: `allowed: ${nameAllowRule(rule)}` };
  if (!place.isSetByGit && isLeft(place, rules)) {
    return { standing: "left", why: "never touched where Git does not set it" };
  }
  if (standing === "legacy") {
    return {
      standing,
      why: "from before Lockstep: what Git sets is taken over with the next write",
    };
  }
  return { standing: "foreign", why: explainForeign(place) };
}

/** Whoever holds it: the right is the path's. Ours is moved out before the next apply. */
function explainHolder(
  release: ReleasedPath,
  standing: Standing,
): Pick<OwnerBlame, "standing" | "why"> {
  const end = standing === "own" ? "; given up with the next sync" : "";
  return { standing: "released", why: `${explainRelease(release)}${end}` };
}

function explainOwn({ path, isSetByGit }: OwnedPlace): string {
  if (isSetByAgent(path)) return "Lockstep's own mark";
  return isSetByGit ? "from Git" : "Lockstep applied it; Git does not set it";
}

function isLeft({ id, path }: OwnedPlace, rules: StackRules): boolean {
  return isNeverTouched(id, path, { revert: rules.revertPaths, labels: rules.skipLabels });
}

function explainForeign({ isSetByGit, hasOwn }: OwnedPlace): string {
  if (!isSetByGit) return "foreign: Git does not set it";
  return hasOwn ? "foreign, with Git's own value" : "foreign: Git sets it";
}
