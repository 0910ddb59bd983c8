import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type Step,
  textAt,
  valueAt,
} from "../object/json.ts";
import { groupOf } from "../object/object-id.ts";
import type { Problem } from "../problem.ts";
import { findIdentityProblems } from "./find-identity-problems.ts";
import type { Lint } from "./manifest.ts";
import { IDENTITY_KEYS, isSameKey, mendKeys } from "./mend-keys.ts";
import { quoted } from "./quoted.ts";
import { stripManifest } from "./strip-manifest.ts";
import type { WrittenManifest } from "./written-manifest.ts";
import type { TextPlace } from "./yaml-document.ts";

/** The objects of one document, and all that is to say about them. */
export interface ParsedObjects {
  readonly manifests: readonly WrittenManifest[];
  readonly lints: readonly Lint[];
  readonly problems: readonly Problem[];
}

/** Where a value came from. */
export interface ValueSource {
  readonly file: string;
  readonly placeOf: (steps: readonly Step[]) => TextPlace;
}

const NOTHING: ParsedObjects = { manifests: [], lints: [], problems: [] };

/** Whether a document means to be a Kubernetes object: only then it is worth a problem. */
export function isObjectLike(value: Json): value is JsonObject {
  return (
    isJsonObject(value) &&
    saysWhichObject(value) &&
    // The build instructions of kustomize are no objects of any server.
    groupOf(textAt(value, "apiVersion") ?? "") !== "kustomize.config.k8s.io"
  );
}

/** One of the three keys is enough; of words that are only near to them, which other formats know too, it takes two. */
function saysWhichObject(value: JsonObject): boolean {
  if (IDENTITY_KEYS.some((key) => Object.hasOwn(value, key))) return true;
  const { misspelt } = mendKeys(value);
  return misspelt.size > 1 || isSameKey(misspelt.get("apiVersion") ?? "", "apiVersion");
}

/** Reads one object, or the items of a `List`. What is broken is left out of `manifests`. */
export function parseObject(written: JsonObject, source: ValueSource): ParsedObjects {
  const { value, misspelt } = mendKeys(written);
  if (misspelt.size === 0) return parseMended(value, source);
  const parsed = parseMended(value, {
    ...source,
    placeOf: (steps) => source.placeOf(respell(steps, misspelt)),
  });
  const problems = [...misspelt].map(([right, near]) => ({
    where: whereOf(source, [near]),
    what: `unknown key ${quoted(near)} in a Kubernetes object`,
    expected: `did you mean "${right}"?`,
  }));
  return { ...parsed, problems: [...problems, ...parsed.problems] };
}

/** The steps as they stand in the text. */
function respell(steps: readonly Step[], misspelt: ReadonlyMap<string, string>): readonly Step[] {
  const [first, ...rest] = steps;
  return first === undefined ? steps : [misspelt.get(String(first)) ?? first, ...rest];
}

function parseMended(value: JsonObject, source: ValueSource): ParsedObjects {
  const items = itemsOf(value);
  if (items === undefined) return parseSingle(value, source);
  if (!isJsonList(items)) {
    return { ...NOTHING, problems: [problemAt(source, ["items"], "items is no list")] };
  }
  const parsed = items.map((item, index) => parseItem(item, value, below(source, index)));
  return {
    manifests: parsed.flatMap((each) => each.manifests),
    lints: parsed.flatMap((each) => each.lints),
    problems: parsed.flatMap((each) => each.problems),
  };
}

/** The items of a list kind, which is how `kubectl get -o yaml` writes several objects. */
function itemsOf(value: JsonObject): Json | undefined {
  const kind = textAt(value, "kind") ?? "";
  const items = valueAt(value, "items");
  const isPlainList = kind === "List" && textAt(value, "apiVersion") === "v1";
  if (isPlainList || (kind.endsWith("List") && isJsonList(items))) return items ?? [];
  return undefined;
}

function parseItem(item: Json, list: JsonObject, source: ValueSource): ParsedObjects {
  if (!isJsonObject(item)) {
    return { ...NOTHING, problems: [problemAt(source, [], "an item of a list is no object")] };
  }
  return parseObject(withKindOfList(item, list), source);
}

/** Items of a `ConfigMapList` may leave out what their list says. */
function withKindOfList(item: JsonObject, list: JsonObject): JsonObject {
  const kind = (textAt(list, "kind") ?? "").replace(/List$/, "");
  if (kind === "" || item["kind"] !== undefined || item["apiVersion"] !== undefined) return item;
  return { ...item, apiVersion: list["apiVersion"] ?? null, kind };
}

function below(source: ValueSource, index: number): ValueSource {
  return { ...source, placeOf: (steps) => source.placeOf(["items", index, ...steps]) };
}

function parseSingle(value: JsonObject, source: ValueSource): ParsedObjects {
  if (isLocal(value)) {
    const what = "the annotation config.kubernetes.io/local-config keeps this object out";
    return { ...NOTHING, lints: [{ where: whereOf(source, []), what }] };
  }
  const stripped = stripManifest(value);
  const problems = [...findIdentityProblems(value), ...stripped.problems].map(
    ({ path, what, expected }) => ({ where: whereOf(source, path), what, expected }),
  );
  if (problems.length > 0) return { ...NOTHING, problems };
  const apiVersion = textAt(value, "apiVersion") ?? "";
  const id = {
    group: groupOf(apiVersion),
    kind: textAt(value, "kind") ?? "",
    namespace: textAt(value, "metadata", "namespace") ?? "",
    name: textAt(value, "metadata", "name") ?? "",
  };
  const place = { file: source.file, ...source.placeOf([]) };
  return {
    manifests: [{ id, apiVersion, body: stripped.body, place }],
    lints: stripped.lints.map(({ path, what }) => ({ where: whereOf(source, path), what })),
    problems: [],
  };
}

/** @see https://github.com/kubernetes-sigs/kustomize/blob/master/cmd/config/docs/api-conventions/functions-spec.md */
function isLocal(value: JsonObject): boolean {
  const mark = valueAt(value, "metadata", "annotations", "config.kubernetes.io/local-config");
  return mark === "true";
}

function problemAt(source: ValueSource, path: readonly Step[], what: string): Problem {
  return { where: whereOf(source, path), what, expected: "a list of Kubernetes objects" };
}

function whereOf(source: ValueSource, path: readonly Step[]): string {
  const { line, column } = source.placeOf(path);
  return `${source.file}:${String(line)}:${String(column)}`;
}
