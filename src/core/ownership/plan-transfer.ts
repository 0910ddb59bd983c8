import { type Json, type JsonObject, listAt } from "../object/json.ts";
import { resourceVersionOf } from "../object/live-object.ts";
import {
  differenceSets,
  EMPTY_SET,
  type FieldSet,
  intersectSets,
  isEmptySet,
  unionAll,
  unionSets,
} from "./field-set.ts";
import { isOfMainResource } from "./foreign-rules.ts";
import { formatFieldSet } from "./format-field-set.ts";
import { isOwnEntry } from "./is-own-entry.ts";
import type { ManagerEntry } from "./manager-entry.ts";
import { readManagerEntries } from "./read-manager-entries.ts";
import { rebasePaths, type VersionReadings } from "./rebase-paths.ts";

/** Paths that shall leave one entry and become ours. */
export interface Move {
  readonly entry: ManagerEntry;
  readonly paths: FieldSet;
}

export interface TransferInput {
  /** The object as read; moves whose entry it no longer has are left. */
  readonly live: JsonObject;
  /** Our field manager. */
  readonly manager: string;
  /** The version that we apply: of a new entry of ours. */
  readonly apiVersion: string;
  readonly moves: readonly Move[];
  /** Paths that nobody owns and that become ours, so that the next apply takes them away (lost ownership). */
  readonly claims?: FieldSet;
  /** Paths that leave our entry and keep their values: the next apply, without them, does not take them away. */
  readonly releases?: FieldSet;
  /** How the object reads at the API versions of the entries; without it entries of another one are left. */
  readonly readings?: VersionReadings;
}

/** One operation of the JSON patch that transfers ownership. */
export interface TransferOperation {
  readonly op: "replace";
  readonly path: string;
  readonly value: Json;
}

export interface TransferPlan {
  /** One JSON patch, guarded by the resourceVersion read (a race answers 409); empty when nothing moves. */
  readonly patch: readonly TransferOperation[];
  /** Moves of which not all can be done here: the entry is gone, or a path means something else at our entry's apiVersion. */
  readonly left: readonly Move[];
}

/**
 * Plans the transfer of ownership: only the paths of `moves` leave their entries, every other entry is sent back as it
 * was read. Applying the intent afterwards takes away what is then ours alone and not in the intent.
 *
 * The result never is a reset (`[]`, `[{}]`): the list holds at least our entry with the paths moved. On an object
 * without any entry nothing can be moved; the first apply makes the server record `before-first-apply`.
 */
export function planTransfer(input: TransferInput): TransferPlan {
  const { entries, undecodable } = readManagerEntries(input.live);
  const own = entries.find((entry) => isOwnEntry(entry, input.manager));
  const [doable, left] = divideMoves(input, entries);
  // A second entry of our identity beside one that we cannot read would replace it.
  const isBlocked = entries.length === 0 || (own === undefined && undecodable > 0);
  if (isBlocked) return { patch: [], left: input.moves };

  const remainders = remaindersOf(entries, pathsByIdentity(doable));
  const gained = unionAll([input.claims ?? EMPTY_SET, ...remainders.map((each) => each.gained)]);
  const ownRaw = changeOwn(own, gained, input);
  if (ownRaw === undefined) return { patch: [], left };
  const list = replaceEntries(input.live, [...remainders, { raw: own?.raw, changed: ownRaw }]);
  return { patch: guardedPatch(input.live, own === undefined ? [ownRaw, ...list] : list), left };
}

/** Moves that can be done on this object as it is, and the others. */
function divideMoves(
  input: TransferInput,
  entries: readonly ManagerEntry[],
): readonly [readonly Move[], readonly Move[]] {
  const own = entries.find((entry) => isOwnEntry(entry, input.manager));
  const { readings = new Map() } = input;
  const to = { apiVersion: own?.apiVersion ?? input.apiVersion, readings };
  const present = new Set(entries.map(identityOf));
  const judged = input.moves.map((move) => {
    const { entry } = move;
    const isPart = !isOfMainResource(entry);
    const isThere = !isPart && !isOwnEntry(entry, input.manager) && present.has(identityOf(entry));
    return { move, paths: isThere ? rebasePaths(entry, move.paths, to) : EMPTY_SET };
  });
  return [
    judged.map(({ move, paths }) => ({ entry: move.entry, paths })),
    judged
      .filter(({ move, paths }) => !isEmptySet(differenceSets(move.paths, paths)))
      .map(({ move }) => move),
  ];
}

/** Our entry after the transfer; `undefined` when nothing of it changes. */
function changeOwn(
  own: ManagerEntry | undefined,
  gained: FieldSet,
  input: TransferInput,
): JsonObject | undefined {
  const fields = own?.fields ?? EMPTY_SET;
  const { releases = EMPTY_SET } = input;
  if (isEmptySet(gained) && isEmptySet(intersectSets(fields, releases))) return undefined;
  const fresh = { manager: input.manager, operation: "Apply", apiVersion: input.apiVersion };
  return {
    ...(own?.raw ?? fresh),
    fieldsType: "FieldsV1",
    fieldsV1: formatFieldSet(differenceSets(unionSets(fields, gained), releases)),
  };
}

/** What becomes of one entry: `changed` is `undefined` when nothing of it remains. */
interface Change {
  readonly raw: JsonObject | undefined;
  readonly changed: JsonObject | undefined;
}

function remaindersOf(
  entries: readonly ManagerEntry[],
  leaving: ReadonlyMap<string, FieldSet>,
): readonly (Change & { readonly gained: FieldSet })[] {
  return entries.flatMap((entry) => {
    const gained = intersectSets(entry.fields, leaving.get(identityOf(entry)) ?? EMPTY_SET);
    if (isEmptySet(gained)) return [];
    const kept = differenceSets(entry.fields, gained);
    const changed = isEmptySet(kept) ? undefined : { ...entry.raw, fieldsV1: formatFieldSet(kept) };
    return [{ raw: entry.raw, changed, gained }];
  });
}

/** The list as read, with the changed entries in their places; what could not be read stays, too. */
function replaceEntries(live: JsonObject, changes: readonly Change[]): readonly Json[] {
  return listAt(live, "metadata", "managedFields").flatMap((raw) => {
    const change = changes.find((each) => each.raw === raw);
    if (change === undefined) return [raw];
    return change.changed === undefined ? [] : [change.changed];
  });
}

function guardedPatch(
  live: JsonObject,
  managedFields: readonly Json[],
): readonly TransferOperation[] {
  return [
    { op: "replace", path: "/metadata/managedFields", value: managedFields },
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersionOf(live) },
  ];
}

function pathsByIdentity(moves: readonly Move[]): ReadonlyMap<string, FieldSet> {
  const paths = new Map<string, FieldSet>();
  for (const { entry, paths: moved } of moves) {
    const identity = identityOf(entry);
    paths.set(identity, unionSets(paths.get(identity) ?? EMPTY_SET, moved));
  }
  return paths;
}

/** The server's identity of an entry; an Apply entry is the same at every version. */
function identityOf(entry: ManagerEntry): string {
  const version = entry.operation === "Update" ? entry.apiVersion : "";
  return JSON.stringify([entry.manager, entry.operation, entry.subresource, version]);
}
