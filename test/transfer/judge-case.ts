import {
  isJsonEqual,
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
} from "../../src/core/object/json.ts";
import { entriesOf, entryOf, ownedPaths, ownersOf } from "../support/managed-fields.ts";
import type { FuzzCase } from "./draw-case.ts";
import type { Part } from "./kinds.ts";
import { findLacks, valueIn } from "./merge-parts.ts";
import { ALLOWED } from "./play-acts.ts";

/** One object as the server stores it. */
export interface JudgedObjects {
  /** When Git dropped its parts. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** What a create of Git's last word gives where there is nothing yet. */
  readonly clean: JsonObject;
}

/** What is wrong with an object after the passes that followed the last commit. Reads only what the server says. */
export function judgeCase(story: FuzzCase, objects: JudgedObjects): readonly string[] {
  const { before, after } = objects;
  return [
    ...findMissing(story, after),
    ...findRemains(story, objects),
    ...findAdditions(before, after),
    ...findLost(before, after),
  ];
}

/** What Git wants is there. */
function findMissing({ last }: FuzzCase, after: JsonObject): readonly string[] {
  return findLacks(last, after).map(
    ({ place, value }) => `Git's ${place.join(" ")} = ${JSON.stringify(value)} is not there`,
  );
}

/** What Git dropped, at first or in the end, is gone, or is what somebody owns who may. */
export function findRemains(story: FuzzCase, objects: JudgedObjects): readonly string[] {
  const { before, after, clean } = objects;
  const { kind, last } = story;
  const kept = allowedOwned(before);
  const dropped = kind.parts.filter((part) => findLacks(part.fields, last).length > 0);
  return dropped
    .filter((part) => !kept.some((path) => path === part.owned))
    .flatMap((part) =>
      findLacks(part.fields, last).flatMap((lack) => remains(part, lack, { after, clean })),
    );
}

function remains(
  part: Part,
  { place, value }: { readonly place: readonly string[]; readonly value: Json },
  { after, clean }: Pick<JudgedObjects, "after" | "clean">,
): readonly string[] {
  const there = valueIn(after, place);
  if (there === undefined || !holdsValue(there, value)) return [];
  // The server writes some empty maps of its own kinds by itself.
  if (isJsonEqual(there, valueIn(clean, place))) return [];
  return [`${part.owned}: ${place.join(" ")} = ${JSON.stringify(there)} remains`];
}

/** Anything of the value is still there; a map that others put something into may stay, but not an empty one. */
function holdsValue(there: Json, value: Json): boolean {
  if (isJsonObject(there) && isJsonObject(value)) {
    const isBare = Object.keys(there).length === 0;
    return (
      isBare ||
      Object.keys(value).some((name) => {
        const [left, right] = [there[name], value[name]];
        return left !== undefined && right !== undefined && holdsValue(left, right);
      })
    );
  }
  return isJsonEqual(there, value);
}

/** What people added is gone; but what the server has merged into one bucket of old managers is not told apart. */
function findAdditions(before: JsonObject, after: JsonObject): readonly string[] {
  const merged = [before, after].flatMap((object) => ownedPaths(object, "ancient-changes Update"));
  return addedPlaces(withoutBookkeeping(after), [])
    .filter(
      (place) =>
        !merged.some(
          (path) => path.endsWith(`.${place.at(-1)}`) || path.endsWith(`["${place.at(-1)}"]`),
        ),
    )
    .filter((place) => !isForgotten(place.join("."), after))
    .map((place) => `what somebody added at ${place.join(" ")} remains`);
}

/** One of the labels of many managers whose owner the server forgot when it merged the oldest of them: nobody's by now. */
function isForgotten(path: string, object: JsonObject): boolean {
  return path.includes("labels.many-") && ownersOf(object, path).length === 0;
}

function addedPlaces(value: Json, place: readonly string[]): readonly (readonly string[])[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, index) => addedPlaces(item, [...place, String(index)]));
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, child]) =>
      /^(?:zz|many-)/.test(name) ? [[...place, name]] : addedPlaces(child, [...place, name]),
    );
  }
  return typeof value === "string" && /^zz/i.test(value) ? [[...place, value]] : [];
}

/** Of metadata only what people write. */
function withoutBookkeeping(object: JsonObject): JsonObject {
  const metadata = isJsonObject(object["metadata"]) ? object["metadata"] : {};
  const { labels = {}, annotations = {} } = metadata;
  return { ...object, metadata: { labels, annotations } };
}

/** What others have a right to, and what is never touched. */
function findLost(before: JsonObject, after: JsonObject): readonly string[] {
  const kept = entriesOf(before).filter(
    (name) => name.startsWith(`${ALLOWED} `) || name === "operator Update status",
  );
  const entries = kept.flatMap((name) =>
    isJsonEqual(entryOf(before, name) ?? null, entryOf(after, name) ?? null)
      ? []
      : [`the entry of ${name} is another: ${JSON.stringify(entryOf(after, name))}`],
  );
  const values = [
    ["status", "phase"],
    ["metadata", "finalizers"],
    ["spec", "clusterIP"],
  ].flatMap((place) => {
    const [was, is] = [valueIn(before, place), valueIn(after, place)];
    return isJsonEqual(was ?? null, is ?? null) ? [] : [`${place.join(" ")} has changed`];
  });
  const bad =
    listAt(after, "metadata", "managedFields").length === 0 ? ["no ownership is left"] : [];
  return [...entries, ...values, ...bad];
}

function allowedOwned(object: JsonObject): readonly string[] {
  return entriesOf(object)
    .filter((name) => name.startsWith(`${ALLOWED} `))
    .flatMap((name) => ownedPaths(object, name));
}
