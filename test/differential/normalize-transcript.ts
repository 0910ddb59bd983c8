import { z } from "zod";
import {
  canonicalText,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  textAt,
} from "../../src/core/object/json.ts";
import type { Exchange } from "./actor.ts";
import { ChosenNames } from "./chosen-names.ts";
import { compareTexts, sortCauses } from "./sort-causes.ts";

/** What a server chooses by chance, by the sort of its new name. */
const CHOSEN_TEXTS: readonly (readonly [sort: string, pattern: RegExp])[] = [
  ["uid", /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g],
  ["volume", /kube-api-access-[a-z0-9]{5}/g],
  ["name", /[Gg]enerated[-_][a-z0-9]{5}/g],
  ["address", /(?<=Invalid value: ")10\.0\.0\.\d+(?=")/g],
  ["port", /(?<=duplicate nodePort: \{[A-Z]+ )\d+/g],
  // An object quoted in a message.
  ["version", /(?<=\\?"resourceVersion\\?":\\?")\d+/g],
  ["version", /(?<=ResourceVersion in (?:the precondition|record) \()\d+/g],
  ["version", /(?<=too old resource version: \d+ \()\d+/g],
  ["version", /(?<=\(current: )\d+|(?<=resource version: )\d+/g],
];
/** Of a young object, in a table: the servers are asked at the same time, and answer when they can. */
const AGE = /^\d{1,2}s$/;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

/** Another parser finds other words for the same fault. */
const YAML_FAULT = /(yaml: line \d+: )[^()\n]+(?=$| \()/g;

/** What of a pod's spec an update may not change: the server shows its own structs line by line. */
const STRUCT_DIFF = /\n@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@(?:\n[ +@-][^\n]*|\n(?=\n[ +@-]))*\n?/g;
/** An object in a message; the real server shows its own structs, whose fields have other names. */
const SHOWN_OBJECT = /(?<=Invalid value: )\{.*?\}(?=: )/g;

/** An object as a JSON text in quotes; its keys stand in the order of Go's structs. */
const QUOTED_OBJECT = /"\{(?:[^"\\]|\\.)*\}"/g;

/** Fields whose whole value is chosen by the server. */
const CHOSEN_FIELDS: ReadonlyMap<string, string> = new Map([
  ["resourceVersion", "version"],
  ["continue", "token"],
  ["clusterIP", "ip"],
  ["clusterIPs", "ip"],
  ["nodePort", "port"],
  ["healthCheckNodePort", "port"],
]);
/** Sorts of values that tell two objects apart only by chance. */
const OF_ONE_OBJECT: readonly string[] = ["ip", "port"];
/** Tokens and versions that the server gave before. */
const CHOSEN_QUERY = /\b(continue|resourceVersion)=[^&]{2,}/g;
/** Values of those fields that are no choice. */
const FIXED: readonly string[] = ["", "None", "0"];

/**
 * A transcript in which uids, resource versions and times have no values of their own: the first uid is `<uid 1>`, wherever it
 * stands, so that what is equal within one server must be equal within the other; times are `<time>`. The entries of
 * managedFields and the managers of a conflict stand in an order of their own.
 */
export function normalizeTranscript(exchanges: readonly Exchange[]): readonly Exchange[] {
  const names = new ChosenNames();
  return exchanges.map((each, index) => ({
    ...each,
    request: each.request.replaceAll(CHOSEN_QUERY, "$1=<chosen>"),
    body: sortCauses(
      normalize(each.body, {
        names,
        field: "",
        owner: "",
        turn: index,
        isKept: !each.request.includes("dryRun="),
      }),
    ),
    // They come in the order of the fields of Go's structs.
    warnings: each.warnings.map((text) => normalizeText(text, names)).toSorted(compareTexts),
  }));
}

interface Walk {
  readonly names: ChosenNames;
  /** In which the value stands. */
  readonly field: string;
  /** The uid of the object around it. */
  readonly owner: string;
  /** Number of the answer. */
  readonly turn: number;
  /** Not in a dry run: what that would give is given to nobody. */
  readonly isKept: boolean;
}

function normalize(value: Json, walk: Walk): Json {
  const { names, field } = walk;
  if (isJsonList(value)) {
    const items = value.map((item) => normalize(item, walk));
    // The server orders them by time, and the two servers play a scenario at different times.
    return field === "managedFields" ? items.toSorted(compareTexts) : items;
  }
  if (isJsonObject(value)) {
    // In order, so that new names do not depend on the order of fields, which means nothing.
    const entries = Object.entries(withoutListVersion(value)).toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    );
    const owner = textAt(value, "metadata", "uid") ?? walk.owner;
    return Object.fromEntries(
      entries.map(([key, item]) => [
        normalizeText(key, names),
        normalize(item, { ...walk, field: key, owner }),
      ]),
    );
  }
  // The real server's are prose of its documentation.
  if (field === "description") return "<prose>";
  const sort = FIXED.includes(String(value)) ? undefined : CHOSEN_FIELDS.get(field);
  if (sort !== undefined) return nameOf(sort, String(value), walk);
  return typeof value === "string" ? normalizeText(value, names) : value;
}

function nameOf(sort: string, value: string, walk: Walk): string {
  const { names, turn, isKept } = walk;
  if (!OF_ONE_OBJECT.includes(sort)) return names.of(sort, value);
  return names.ofObject(sort, value, { owner: isKept ? walk.owner : `run ${turn}`, turn });
}

/** That of a list or a bookmark is the version of all that the server holds, and other tests write too. */
function withoutListVersion(value: JsonObject): JsonObject {
  const kind = value["kind"];
  const { metadata } = value;
  const isBookmark = textAt(metadata, "annotations", "k8s.io/initial-events-end") !== undefined;
  const isList =
    isBookmark || (typeof kind === "string" && (kind.endsWith("List") || kind === "Table"));
  if (!isList || !isJsonObject(metadata) || metadata["resourceVersion"] === undefined) return value;
  return { ...value, metadata: { ...metadata, resourceVersion: "" } };
}

function normalizeText(text: string, names: ChosenNames): string {
  let here = text;
  for (const [sort, pattern] of CHOSEN_TEXTS) {
    here = here.replaceAll(pattern, (chosen) => names.of(sort, chosen));
  }
  here = here.replaceAll(QUOTED_OBJECT, (quoted) => quotedKeysInOrder(quoted, names));
  return here
    .replaceAll(STRUCT_DIFF, "")
    .replaceAll(SHOWN_OBJECT, "<object>")
    .replace(AGE, "<age>")
    .replaceAll(TIME, "<time>")
    .replaceAll(YAML_FAULT, "$1<fault>");
}

function quotedKeysInOrder(quoted: string, names: ChosenNames): string {
  try {
    const text: unknown = JSON.parse(quoted);
    const object = z.json().parse(JSON.parse(String(text)));
    return canonicalText(
      normalize(object, { names, field: "", owner: "", turn: -1, isKept: true }),
    );
  } catch {
    return quoted;
  }
}
