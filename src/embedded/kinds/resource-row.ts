import { readFileSync } from "node:fs";
import { isJsonObject, type JsonObject, listAt, textAt, textsAt } from "../../core/object/json.ts";
import type { Subresource } from "./resource.ts";

/** What discovery says about one built-in kind. */
export interface ResourceRow {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
  readonly subresources: readonly Subresource[];
}

/** Seen from `src` and from `dist`: only the source folder holds the table. */
const TABLE = new URL("../../../src/embedded/kinds/resources.json", import.meta.url);

const ALL_VERBS = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];

export const SUBRESOURCE_VERBS = ["get", "patch", "update"];

const SUBRESOURCES: readonly Subresource["name"][] = [
  "status",
  "scale",
  "binding",
  "eviction",
  "log",
  "token",
  "finalize",
  "approval",
];

/** The built-in kinds in the order of discovery, from the table beside this file. @throws {Error} when it cannot be read. */
export function readResourceRows(): readonly ResourceRow[] {
  const table: unknown = JSON.parse(readFileSync(TABLE, "utf8"));
  const versions = Array.isArray(table) ? table.filter(isJsonObject) : [];
  return versions.flatMap((each) =>
    listAt(each, "resources")
      .filter(isJsonObject)
      .map((row) => rowOf(row, each)),
  );
}

function rowOf(row: JsonObject, version: JsonObject): ResourceRow {
  const place = {
    group: textAt(version, "group") ?? "",
    version: textAt(version, "version") ?? "",
  };
  const kind = textAt(row, "kind") ?? "";
  const subresources = listAt(row, "subresources").filter(isJsonObject);
  return {
    ...place,
    kind,
    plural: textAt(row, "plural") ?? "",
    singular: textAt(row, "singular") ?? "",
    shortNames: textsAt(row, "shortNames"),
    categories: textsAt(row, "categories"),
    isNamespaced: row["clusterScoped"] !== true,
    verbs: row["verbs"] === undefined ? ALL_VERBS : textsAt(row, "verbs"),
    subresources: subresources.flatMap((each) => subresourceOf(each, { ...place, kind })),
  };
}

/** A subresource whose body is the object itself names neither kind nor version. */
function subresourceOf(
  written: JsonObject,
  owner: { readonly group: string; readonly version: string; readonly kind: string },
): Subresource[] {
  const name = SUBRESOURCES.find((each) => each === textAt(written, "name"));
  if (name === undefined) return [];
  return [
    {
      name,
      kind: textAt(written, "kind") ?? owner.kind,
      group: textAt(written, "group") ?? owner.group,
      version: textAt(written, "version") ?? owner.version,
      verbs: written["verbs"] === undefined ? SUBRESOURCE_VERBS : textsAt(written, "verbs"),
    },
  ];
}
