import type { ObjectId } from "../object/object-id.ts";
import { BUILT_IN_RULES } from "../ownership/built-in-rules.ts";
import { type AllowRule, findAllowRule, standingOf } from "../ownership/foreign-rules.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import { isNeverTouched } from "../ownership/never-touched.ts";
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
}

/** By which right an entry owns a field, and what becomes of it. The same rules as those of drift, asked in the same order. */
export function explainOwner(
  entry: ManagerEntry,
  place: OwnedPlace,
  rules: StackRules,
): Pick<OwnerBlame, "standing" | "why"> {
  const standing = standingOf(entry, rules);
  if (standing === "own") return { standing, why: explainOwn(place) };
  const isChanged = place.isSetByGit && !place.hasOwn;
  const rule = findAllowRule(entry, { ...place, isSetByGit: isChanged }, rules);
  if (rule !== undefined) return { standing: "allowed", why: explainRule(rule) };
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

function explainOwn({ path, isSetByGit }: OwnedPlace): string {
  if (isSetByAgent(path)) return "Lockstep's own mark";
  return isSetByGit ? "from Git" : "Lockstep applied it; Git does not set it";
}

function isLeft({ id, path }: OwnedPlace, rules: StackRules): boolean {
  return isNeverTouched(id, path, { revert: rules.revertPaths, labels: rules.skipLabels });
}

function explainRule(rule: AllowRule): string {
  const name = nameOf(rule);
  if (BUILT_IN_RULES.includes(rule)) return `allowed: built-in rule for ${name}`;
  const paths = rule.paths.length === 0 ? "" : ` on ${rule.paths.join(", ")}`;
  return `allowed: ownership.allow ${name}${paths}`;
}

function nameOf({ manager }: AllowRule): string {
  switch (manager.kind) {
    case "exact":
      return manager.text;
    case "prefix":
      return `${manager.text}*`;
    case "regex":
      return `/${manager.pattern.source}/`;
  }
}

function explainForeign({ isSetByGit, hasOwn }: OwnedPlace): string {
  if (!isSetByGit) return "foreign: Git does not set it";
  return hasOwn ? "foreign, with Git's own value" : "foreign: Git sets it";
}
