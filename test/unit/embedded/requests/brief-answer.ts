import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../../../src/core/object/json.ts";

/** What a server answers: the code of its response, its body and its warnings. */
export interface Answer {
  readonly code: number;
  readonly body: Json;
  readonly warnings: readonly string[];
}

/** Longer lines are cut. */
const LINE_MAX = 240;
/** What differs from server to server. */
const OWN_METADATA = new Set(["uid", "creationTimestamp", "namespace", "resourceVersion"]);
/** Kinds whose state the controllers of the real server change meanwhile. */
const LIVELY = new Set(["Deployment", "Pod"]);

/** An answer in one line, without what differs from server to server, and its warnings in a line each. */
export function briefAnswer({ code, body, warnings }: Answer): readonly string[] {
  const isRefusal = textAt(body, "status") === "Failure";
  const text = isRefusal ? refusalText(body) : JSON.stringify(bare(body, []));
  return [`< ${String(code)} ${cut(clean(text))}`, ...warnings.map((each) => `! ${clean(each)}`)];
}

function refusalText(body: Json): string {
  const details = objectAt(body, "details");
  const what = ["kind", "group", "name"].flatMap((field) => textAt(details, field) ?? []);
  const causes = listAt(details, "causes").length;
  return [
    textAt(body, "reason") ?? "-",
    ...(details === undefined ? [] : [`(${what.join(" ")})`]),
    ...(causes > 1 ? [`${String(causes)} causes`] : []),
    textAt(body, "message") ?? "",
  ].join(" ");
}

function bare(value: Json, path: readonly string[]): Json {
  if (isJsonList(value)) return value.map((item) => bare(item, [...path, "*"]));
  if (!isJsonObject(value)) return value;
  const isLively = LIVELY.has(textAt(value, "kind") ?? "");
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .filter((key) => isShown(key, path) && !(isLively && (key === "status" || key === "spec")))
      .map((key) => [key, bareMember(key, value[key] ?? null, path)]),
  );
}

function isShown(key: string, path: readonly string[]): boolean {
  if (path.at(-1) === "metadata") return !OWN_METADATA.has(key);
  if (path.at(-1) === "annotations") return key !== "deployment.kubernetes.io/revision";
  return !(key === "uid" || (key === "apiVersion" && path.length === 0));
}

function bareMember(key: string, value: Json, path: readonly string[]): Json {
  if (key === "managedFields") return managersOf(value);
  if (key === "continue" && value !== "") return "<token>";
  const annotations = key === "annotations" ? bare(value, [...path, key]) : undefined;
  return annotations ?? bare(value, [...path, key]);
}

/** Each entry in one text; those of the real server's controllers are left out. */
function managersOf(value: Json): Json {
  return listAt(value)
    .filter(isJsonObject)
    .filter((entry) => entry["manager"] !== "kube-controller-manager")
    .map((entry) => {
      const names = ["manager", "operation", "apiVersion", "subresource"];
      const fields = JSON.stringify(sorted(entry["fieldsV1"] ?? {})).replaceAll('"', "");
      return [...names.flatMap((name) => textAt(entry, name) ?? []), fields].join(" ");
    });
}

function sorted(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const object: JsonObject = value;
  return Object.fromEntries(
    Object.keys(object)
      .toSorted()
      .map((key) => [key, sorted(object[key] ?? null)]),
  );
}

function clean(text: string): string {
  return text
    .replace(/"\{.*\}"(?=: )/s, '"<object>"')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uid>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<time>")
    .replaceAll(/(?<=current: |in record \()\d+/g, "<revision>")
    .replaceAll(/(?<=gen-|foo-|"X)[a-z0-9]{5}\b/g, "<random>")
    .replaceAll(/10\.0\.0\.\d+/g, "<address>")
    .replaceAll("\n", String.raw`\n`);
}

function cut(line: string): string {
  return line.length <= LINE_MAX
    ? line
    : `${line.slice(0, LINE_MAX)}… (${String(line.length)} characters)`;
}
