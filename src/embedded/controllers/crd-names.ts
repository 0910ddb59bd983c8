import { type Json, type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { uidOf } from "../../core/object/live-object.ts";
import { definedOnly } from "./writes.ts";

/** Which names a CRD gets, and what keeps it from the first one that it does not get. */
export interface AcceptedNames {
  readonly acceptedNames: JsonObject;
  readonly conflict: { readonly reason: string; readonly message: string } | undefined;
}

/** The names of a CRD that no other one of its group has. What was accepted before stays. */
export function acceptNames(crd: JsonObject, all: readonly JsonObject[]): AcceptedNames {
  const others = all.filter(
    (each) =>
      uidOf(each) !== uidOf(crd) && textAt(each, "spec", "group") === textAt(crd, "spec", "group"),
  );
  const plain = new Set(
    others.flatMap((each) => plainNames(objectAt(each, "status", "acceptedNames"))),
  );
  const kinds = new Set(
    others.flatMap((each) => kindNames(objectAt(each, "status", "acceptedNames"))),
  );
  const wanted = objectAt(crd, "spec", "names") ?? {};
  const before = objectAt(crd, "status", "acceptedNames") ?? {};
  const faults = [
    ...fault("PluralConflict", wanted["plural"], plain),
    ...fault("SingularConflict", wanted["singular"], plain),
    ...listAt(wanted, "shortNames").flatMap((each) => fault("ShortNamesConflict", each, plain)),
    ...fault("KindConflict", wanted["kind"], kinds),
    ...fault("ListKindConflict", wanted["listKind"], kinds),
  ];
  const taken = new Set(faults.map((each) => each.of));
  const names = { wanted, before, taken };
  return {
    acceptedNames: definedOnly({
      categories: wanted["categories"],
      kind: pick(names, "kind", "KindConflict"),
      listKind: pick(names, "listKind", "ListKindConflict"),
      plural: pick(names, "plural", "PluralConflict"),
      shortNames: pick(names, "shortNames", "ShortNamesConflict"),
      singular: pick(names, "singular", "SingularConflict"),
    }),
    conflict: conflictOf(faults),
  };
}

/** What is wanted, or what was accepted before when the wanted name is taken. */
function pick(
  names: {
    readonly wanted: JsonObject;
    readonly before: JsonObject;
    readonly taken: ReadonlySet<string>;
  },
  field: string,
  reason: string,
): Json | undefined {
  return names.taken.has(reason) ? names.before[field] : names.wanted[field];
}

interface NameFault {
  readonly of: string;
  readonly message: string;
}

function fault(
  of: string,
  name: Json | undefined,
  taken: ReadonlySet<string>,
): readonly NameFault[] {
  if (typeof name !== "string" || name === "" || !taken.has(name)) return [];
  return [{ of, message: `"${name}" is already in use` }];
}

/** The reason of the last fault, as each one found overwrites the ones before; all messages. */
function conflictOf(faults: readonly NameFault[]): AcceptedNames["conflict"] {
  const last = faults.at(-1);
  if (last === undefined) return undefined;
  return { reason: last.of, message: last.message };
}

function plainNames(names: JsonObject | undefined): readonly string[] {
  return [
    textAt(names, "plural") ?? "",
    textAt(names, "singular") ?? "",
    ...listAt(names, "shortNames").map(String),
  ].filter((each) => each !== "");
}

function kindNames(names: JsonObject | undefined): readonly string[] {
  return [textAt(names, "kind") ?? "", textAt(names, "listKind") ?? ""].filter(
    (each) => each !== "",
  );
}
