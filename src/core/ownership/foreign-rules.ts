import { kindKey, type ObjectId } from "../object/object-id.ts";
import { BUILT_IN_RULES } from "./built-in-rules.ts";
import { isOwnEntry } from "./is-own-entry.ts";
import type { ManagerEntry } from "./manager-entry.ts";
import { matchesPattern } from "./match-pattern.ts";

/** How a rule names field managers. */
export type ManagerPattern =
  | { readonly kind: "exact" | "prefix"; readonly text: string }
  /** Compiled (and refused when it does not compile) where the config is read. Anchored only if it says so. */
  | { readonly kind: "regex"; readonly pattern: RegExp };

/** A right to own fields beside us: what it covers is not foreign. */
export interface AllowRule {
  /** Only fields beside Git's: a value that Git sets stays Git's. Names can be forged, so most built-in rules say so. */
  readonly addsOnly?: boolean;
  readonly manager: ManagerPattern;
  readonly operation: "Apply" | "Update" | undefined;
  /** Kind keys (`Deployment.apps`); empty: every kind. */
  readonly kinds: readonly string[];
  /** Patterns of `matchesPattern`; empty: every path. */
  readonly paths: readonly string[];
}

/** Who we are and whom the user allows. */
export interface OwnershipRules {
  /** Our field manager. */
  readonly manager: string;
  /** Earlier names of ours. Our present name in it means that our own Update entries are a legacy, too. */
  readonly renamedFrom: readonly string[];
  readonly allow: readonly AllowRule[];
}

/**
 * What an entry is to us. `own`: our Apply entry. `apart`: of a subresource whose fields are never ours. `legacy`: what
 * kubectl's client-side apply, the server's `before-first-apply` or an earlier name of ours left. `other`: foreign
 * wherever no rule allows it (`isAllowed`).
 */
export type Standing = "own" | "apart" | "legacy" | "other";

/** @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#upgrading-from-client-side-apply-to-server-side-apply */
const LEGACY_MANAGERS: readonly string[] = ["kubectl-client-side-apply", "before-first-apply"];

/** Entries into which the server merges the fields of several managers: who wrote a path is not known. */
const MERGED_MANAGERS: readonly string[] = ["before-first-apply", "ancient-changes"];

export function standingOf(entry: ManagerEntry, rules: OwnershipRules): Standing {
  if (!isOfMainResource(entry)) return "apart";
  if (entry.subresource !== "") return "other";
  if (isOwnEntry(entry, rules.manager)) return "own";
  if (rules.renamedFrom.includes(entry.manager)) return "legacy";
  const isLegacy = LEGACY_MANAGERS.includes(entry.manager) && entry.operation === "Update";
  return isLegacy ? "legacy" : "other";
}

/**
 * Whether an entry owns paths of the main resource: through `scale` the replicas are written, through `resize` what the containers
 * of a Pod ask for; all other subresources have their own part.
 */
export function isOfMainResource({ subresource }: Pick<ManagerEntry, "subresource">): boolean {
  return ["", "scale", "resize"].includes(subresource);
}

/** Whether a rule, of the user or built in, lets the entry own the path (text of `formatPath`) on this object. */
export function isAllowed(entry: ManagerEntry, where: Place, rules: OwnershipRules): boolean {
  return findAllowRule(entry, where, rules) !== undefined;
}

/** The first rule that lets the entry own the path: one of the user, else one that is built in. */
export function findAllowRule(
  entry: ManagerEntry,
  where: Place,
  rules: OwnershipRules,
): AllowRule | undefined {
  // What comes through a subresource is judged by the user's rules alone: an autoscaler's path is released beforehand.
  const builtIn = entry.subresource === "" ? BUILT_IN_RULES : [];
  return [...rules.allow, ...builtIn].find((rule) => covers(rule, entry, where));
}

/** Whether the entry's name says who wrote its fields. */
export function isAttributable(entry: ManagerEntry): boolean {
  return !MERGED_MANAGERS.includes(entry.manager);
}

interface Place {
  readonly id: ObjectId;
  /** Text of `formatPath`. */
  readonly path: string;
  /** Git sets the path, and the entry holds another value there. */
  readonly isSetByGit?: boolean;
}

function covers(rule: AllowRule, entry: ManagerEntry, where: Place): boolean {
  return (
    (rule.addsOnly !== true || where.isSetByGit !== true) &&
    matchesManager(rule.manager, entry.manager) &&
    (rule.operation === undefined || rule.operation === entry.operation) &&
    (rule.kinds.length === 0 || rule.kinds.includes(kindKey(where.id))) &&
    (rule.paths.length === 0 || rule.paths.some((path) => matchesPattern(path, where.path)))
  );
}

/** Whether a pattern names the manager. */
export function matchesManager(pattern: ManagerPattern, manager: string): boolean {
  switch (pattern.kind) {
    case "exact":
      return manager === pattern.text;
    case "prefix":
      return manager.startsWith(pattern.text);
    case "regex":
      // `search` starts at the beginning whatever the expression's flags remember.
      return manager.search(pattern.pattern) >= 0;
  }
}
