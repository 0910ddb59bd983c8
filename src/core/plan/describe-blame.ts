import { CONTROL_KEYS } from "../control-keys.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { isJsonEqual, type Json, type JsonObject } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import { type ObjectId, objectKey } from "../object/object-id.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { EMPTY_SET, hasPath, leavesOf, unionSets } from "../ownership/field-set.ts";
import { isAttributable, standingOf } from "../ownership/foreign-rules.ts";
import { formatPath } from "../ownership/format-path.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import { resolvePath, setsPath } from "../ownership/resolve-path.ts";
import type { ReleasedPath } from "../released/released-path.ts";
import { findRelease } from "../released/released-path.ts";
import type { Blame, FieldBlame, OwnerBlame, SubresourceBlame } from "../report/blame.ts";
import { maskCredentials } from "../report/mask-credentials.ts";
import { readablePath } from "../report/readable-path.ts";
import { redactValue } from "../report/redact-value.ts";
import { explainOwner } from "./explain-owner.ts";
import { findUnownedReleases } from "./find-unowned-releases.ts";
import type { StackRules } from "./look.ts";
import { modeOf } from "./mode-of.ts";

/** What Git has of the object that somebody asks about. */
interface GitGround {
  /** What it was last given, with our labels and with what is released of it. */
  readonly intent: JsonObject;
  /** The commit that says so. */
  readonly revision: string;
  readonly released: readonly ReleasedPath[];
}

/** What is known of the object that somebody asks about. */
export interface BlameInput {
  readonly id: ObjectId;
  readonly live: JsonObject;
  readonly manifest: Manifest | undefined;
  /** `undefined` when Git does not have it. */
  readonly git: GitGround | undefined;
  readonly rules: StackRules;
}

/** Says of each field that somebody owns who that is, since when, and by which right. Values of Secrets are masked. */
export function describeBlame(input: BlameInput): Blame {
  const { id, live, manifest, git, rules } = input;
  const { entries, isStripped } = readManagerEntries(live);
  const kept = entries.filter((entry) => standingOf(entry, rules) !== "apart");
  const apart = entries.filter((entry) => !kept.includes(entry));
  const all = kept.map(({ fields }) => fields).reduce(unionSets, EMPTY_SET);
  const unowned = git === undefined ? [] : findUnownedReleases(git, { id, live, owned: all });
  return {
    id: objectKey(id),
    stack: rules.name,
    inGit: manifest !== undefined,
    mode: manifest === undefined ? rules.mode : modeOf(manifest, rules).mode,
    appliedRevision: shown(annotationOf(live, CONTROL_KEYS.revision) ?? ""),
    ...(git === undefined ? {} : { judgedBy: shown(git.revision) }),
    fields: leavesOf(all).map((path) => describeField(path, { input, entries: kept })),
    ...(unowned.length === 0 ? {} : { unowned }),
    subresources: apart.map(describeApart),
    isStripped,
  };
}

interface Ground {
  readonly input: BlameInput;
  readonly entries: readonly ManagerEntry[];
}

function describeField(path: FieldPath, { input, entries }: Ground): FieldBlame {
  const { id, live, git, rules } = input;
  const intent = git?.intent;
  const text = formatPath(path);
  const place = { id, path: text };
  const found = resolvePath(live, path);
  const wanted = intent === undefined ? undefined : valueIn(intent, path);
  const value = found.kind === "found" ? found.value : undefined;
  const owners = entries.filter(({ fields }) => hasPath(fields, path));
  const hasOwn = owners.some((entry) => standingOf(entry, rules) === "own");
  const isSetByGit = intent !== undefined && setsPath(intent, path);
  const isOther = isSetByGit && wanted !== undefined && !isJsonEqual(wanted, value);
  const release = findRelease(git?.released ?? [], text);
  const where = { ...place, isSetByGit, hasOwn, release };
  return {
    path: shown(text),
    where: readablePath(shown(text)),
    value: redactValue(place, value),
    setByGit: isSetByGit,
    ...(isOther ? { desired: redactValue(place, wanted) } : {}),
    owners: owners
      .toSorted((a, b) => compareOwners(a, b, rules))
      .map((entry) => describeOwner(entry, where, rules)),
  };
}

function valueIn(body: JsonObject, path: FieldPath): Json | undefined {
  const found = resolvePath(body, path);
  return found.kind === "found" ? found.value : undefined;
}

function describeOwner(
  entry: ManagerEntry,
  where: Parameters<typeof explainOwner>[1],
  rules: StackRules,
): OwnerBlame {
  return {
    ...describeEntry(entry),
    named: isAttributable(entry),
    ...explainOwner(entry, where, rules),
  };
}

function describeEntry(
  entry: ManagerEntry,
): Pick<OwnerBlame, "manager" | "operation" | "subresource" | "apiVersion" | "at"> {
  const { manager, operation, subresource, apiVersion, time = "" } = entry;
  return { manager: shown(manager), operation, subresource, apiVersion, at: time };
}

function describeApart(entry: ManagerEntry): SubresourceBlame {
  return { ...describeEntry(entry), fields: leavesOf(entry.fields).length };
}

function compareOwners(a: ManagerEntry, b: ManagerEntry, rules: StackRules): number {
  const own = Number(standingOf(b, rules) === "own") - Number(standingOf(a, rules) === "own");
  if (own !== 0) return own;
  return (b.time ?? "") < (a.time ?? "") ? -1 : 1;
}

/** Names, keys and items are other people's text. */
function shown(text: string): string {
  return maskCredentials(text);
}
