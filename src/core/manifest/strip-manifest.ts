import { CONTROL_KEYS, CONTROL_PREFIXES } from "../control-keys.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  type Step,
  textAt,
  valueAt,
} from "../object/json.ts";
import { groupOf } from "../object/object-id.ts";
import { base64Of } from "./base64-of.ts";
import { findIdleMarks } from "./find-idle-marks.ts";
import { pathText } from "./path-text.ts";
import { quoted } from "./quoted.ts";

/** A manifest without what only the server may say, and what there is to tell about it. */
export interface StrippedManifest {
  readonly body: JsonObject;
  readonly lints: readonly PathNote[];
  readonly problems: readonly (PathNote & { readonly expected: string })[];
}

interface PathNote {
  readonly path: readonly Step[];
  readonly what: string;
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/ (read-only fields) */
const SERVER_FIELDS: readonly (readonly string[])[] = [
  ["status"],
  ["metadata", "creationTimestamp"],
  ["metadata", "resourceVersion"],
  ["metadata", "uid"],
  ["metadata", "generation"],
  ["metadata", "managedFields"],
  ["metadata", "selfLink"],
];

/** What people say on live objects: in Git it would be said again and again. */
const LIVE_ONLY: readonly (readonly ["labels" | "annotations", string])[] = [
  ["labels", CONTROL_KEYS.skip],
  ["annotations", CONTROL_KEYS.skipUntil],
  ["annotations", CONTROL_KEYS.revert],
];

/** Names of marks by how they begin, in the maps in which they stand. */
const PREFIXES: readonly {
  readonly field: readonly string[];
  readonly prefix: string;
  readonly why: string;
}[] = [
  // What kustomize and kpt keep for themselves while they build.
  {
    field: ["metadata", "annotations"],
    prefix: "internal.config.kubernetes.io/",
    why: "belongs to a build tool",
  },
  ...[
    { field: ["metadata", "annotations"], prefix: CONTROL_PREFIXES.seen },
    { field: ["metadata", "labels"], prefix: CONTROL_PREFIXES.source },
  ].map((each) => ({ ...each, why: "is the agent's own" })),
];

/**
 * Takes out of a manifest what is never sent: fields that the server sets, marks of the build
 * tools, and a Secret's `stringData`, which goes into `data` (the server does the same but keeps
 * removed keys). Messages never repeat a value.
 */
export function stripManifest(body: JsonObject): StrippedManifest {
  const fields = SERVER_FIELDS.filter((path) => valueAt(body, ...path) !== undefined);
  const marks = findMarks(body);
  const bare = withoutMarks(fields.reduce(without, body), marks);
  const lints = [
    ...fields.map((path) => ({
      path,
      what: `${pathText(path)} is set by the server and left out`,
    })),
    ...marks.map(({ field, key, why }) => ({
      path: [...field, key],
      what: `${field.at(-1) === "labels" ? "label" : "annotation"} ${quoted(key)} ${why} and is left out`,
    })),
    ...findIdleMarks(bare),
  ];
  if (!isSecret(bare) || bare["stringData"] === undefined) {
    return { body: bare, lints, problems: [] };
  }
  const secret = withMergedStringData(bare);
  return { ...secret, lints: [...lints, ...secret.lints] };
}

/** A copy without the member at `path`, which exists. */
function without(body: JsonObject, path: readonly string[]): JsonObject {
  const [key = "", ...rest] = path;
  if (rest.length === 0) {
    return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
  }
  const child = body[key];
  return isJsonObject(child) ? { ...body, [key]: without(child, rest) } : body;
}

/** A label or annotation that is left out. */
interface Mark {
  /** The path of the map in which it stands. */
  readonly field: readonly string[];
  readonly key: string;
  readonly why: string;
}

/** Where pod templates have annotations, wherever a kind has such a template: the config of restarts may name any place. */
function findTemplatePlaces(
  value: JsonObject,
  path: readonly string[],
): readonly (readonly string[])[] {
  return Object.entries(value).flatMap(([name, member]) => {
    if (!isJsonObject(member)) return [];
    const place = [...path, name];
    const isOfMetadata = name === "annotations" && path.at(-1) === "metadata";
    if (!isOfMetadata) return findTemplatePlaces(member, place);
    return path.length > 1 ? [place] : [];
  });
}

function findMarks(body: JsonObject): readonly Mark[] {
  const inTemplates = findTemplatePlaces(body, []).map((field) => ({
    field,
    prefix: CONTROL_PREFIXES.content,
    why: "is the agent's own",
  }));
  const byPrefix = [...PREFIXES, ...inTemplates].flatMap(({ field, prefix, why }) =>
    Object.keys(objectAt(body, ...field) ?? {})
      .filter((key) => key.startsWith(prefix))
      .map((key): Mark => ({ field, key, why })),
  );
  const ofLive = LIVE_ONLY.filter(
    ([field, key]) => valueAt(body, "metadata", field, key) !== undefined,
  ).map(
    ([field, key]): Mark => ({
      field: ["metadata", field],
      key,
      why: "counts on the live object only",
    }),
  );
  return [...byPrefix, ...ofLive];
}

/** A map that becomes empty goes altogether: an empty map would be a field that we own. */
function withoutMarks(body: JsonObject, marks: readonly Mark[]): JsonObject {
  const bare = marks.reduce((rest, { field, key }) => without(rest, [...field, key]), body);
  return marks.reduce((rest, { field }) => withoutEmpty(rest, field), bare);
}

function withoutEmpty(body: JsonObject, path: readonly string[]): JsonObject {
  const left = objectAt(body, ...path);
  return left !== undefined && Object.keys(left).length === 0 ? without(body, path) : body;
}

function isSecret(body: JsonObject): boolean {
  return body["kind"] === "Secret" && groupOf(textAt(body, "apiVersion") ?? "") === "";
}

/**
 * A key of both wins from `stringData`.
 *
 * @see https://kubernetes.io/docs/concepts/configuration/secret/#restriction-names-data
 */
function withMergedStringData(secret: JsonObject): StrippedManifest {
  const written = secret["stringData"] ?? {};
  const data = secret["data"] ?? {};
  const bare = without(secret, ["stringData"]);
  const wrong = [
    ...(isJsonObject(data) ? [] : [notMap("data")]),
    ...(isJsonObject(written) ? [] : [notMap("stringData")]),
  ];
  if (!isJsonObject(data) || !isJsonObject(written)) {
    return { body: bare, lints: [], problems: wrong };
  }
  const problems = Object.entries(written)
    .filter(([, value]) => value !== null && typeof value !== "string")
    .map(([key]) => ({
      path: ["stringData", key],
      what: `${pathText(["stringData", key])} is no text`,
      expected: "quotes around the value",
    }));
  const lints = Object.keys(written)
    .filter((key) => Object.hasOwn(data, key))
    .map((key) => ({
      path: ["stringData", key],
      what: `key ${quoted(key)} is in data and in stringData: stringData wins`,
    }));
  const encoded = Object.fromEntries(
    Object.entries(written).map(([key, value]) => [key, base64Of(textOf(value))]),
  );
  return { body: { ...bare, data: { ...data, ...encoded } }, lints, problems };
}

function notMap(field: string): PathNote & { readonly expected: string } {
  return { path: [field], what: `${field} is no map`, expected: "a map of texts" };
}

/** A key without a value is an empty text to the server. */
function textOf(value: Json): string {
  return typeof value === "string" ? value : "";
}
