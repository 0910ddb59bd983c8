import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, required } from "../make-fault.ts";
import { configKey } from "./name-syntax.ts";

/** Bytes of all values of a ConfigMap or a Secret. */
const SIZE_MAX = 1_048_576;

const ACCOUNT_NAME = "kubernetes.io/service-account.name";

export function configMapFaults(object: JsonObject): readonly Fault[] {
  const data = objectAt(object, "data") ?? {};
  const binaryData = objectAt(object, "binaryData") ?? {};
  const size = sizeOf(data, "utf8") + sizeOf(binaryData, "base64");
  return [
    ...inOrder(data).flatMap((key) => [
      ...configKey(key).map((each) => invalid(`data[${key}]`, key, each)),
      ...(Object.hasOwn(binaryData, key)
        ? [invalid(`data[${key}]`, key, "duplicate of key present in binaryData")]
        : []),
    ]),
    ...inOrder(binaryData).flatMap((key) =>
      configKey(key).map((each) => invalid(`binaryData[${key}]`, key, each)),
    ),
    ...sizeFaults(size, "[]"),
  ];
}

/** @see https://kubernetes.io/docs/concepts/configuration/secret/#secret-types */
export function secretFaults(object: JsonObject): readonly Fault[] {
  const data = objectAt(object, "data") ?? {};
  return [
    ...inOrder(data).flatMap((key) =>
      configKey(key).map((each) => invalid(`data[${key}]`, key, each)),
    ),
    ...sizeFaults(sizeOf(data, "base64"), "data"),
    ...typeFaults(object, data),
  ];
}

type TypeCheck = (data: JsonObject, object: JsonObject) => readonly Fault[];

const TYPES: ReadonlyMap<string, TypeCheck> = new Map<string, TypeCheck>([
  ["kubernetes.io/service-account-token", accountFaults],
  ["kubernetes.io/dockercfg", (data) => jsonFaults(data, ".dockercfg")],
  ["kubernetes.io/dockerconfigjson", (data) => jsonFaults(data, ".dockerconfigjson")],
  ["kubernetes.io/basic-auth", basicFaults],
  ["kubernetes.io/ssh-auth", keyFaults],
  [
    "kubernetes.io/tls",
    (data) => ["tls.crt", "tls.key"].flatMap((key) => missingFaults(data, key)),
  ],
]);

function typeFaults(object: JsonObject, data: JsonObject): readonly Fault[] {
  return TYPES.get(textAt(object, "type") ?? "")?.(data, object) ?? [];
}

function accountFaults(_data: JsonObject, object: JsonObject): readonly Fault[] {
  const name = textAt(object, "metadata", "annotations", ACCOUNT_NAME) ?? "";
  return name === "" ? [required(`metadata.annotations[${ACCOUNT_NAME}]`)] : [];
}

function basicFaults(data: JsonObject): readonly Fault[] {
  const isSaid = Object.hasOwn(data, "username") || Object.hasOwn(data, "password");
  return isSaid ? [] : [required("data[username]"), required("data[password]")];
}

function keyFaults(data: JsonObject): readonly Fault[] {
  const key = textAt(data, "ssh-privatekey") ?? "";
  return key === "" ? [required("data[ssh-privatekey]")] : [];
}

function missingFaults(data: JsonObject, key: string): readonly Fault[] {
  return Object.hasOwn(data, key) ? [] : [required(`data[${key}]`)];
}

function jsonFaults(data: JsonObject, key: string): readonly Fault[] {
  const encoded = textAt(data, key);
  if (encoded === undefined) return [required(`data[${key}]`)];
  const fault = jsonFault(Buffer.from(encoded, "base64").toString("utf8"));
  return fault === undefined ? [] : [invalid(`data[${key}]`, "<secret contents redacted>", fault)];
}

function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const first = text.trim().slice(0, 1);
    if (first === "") return "unexpected end of JSON input";
    return /[[{"\d-]/.test(first)
      ? "invalid JSON"
      : `invalid character '${first}' looking for beginning of value`;
  }
}

function sizeOf(data: JsonObject, encoding: "utf8" | "base64"): number {
  return Object.values(data)
    .map((each) => (typeof each === "string" ? Buffer.byteLength(each, encoding) : 0))
    .reduce((sum, each) => sum + each, 0);
}

function sizeFaults(size: number, field: string): readonly Fault[] {
  if (size <= SIZE_MAX) return [];
  return [{ kind: "too-long", field, detail: `may not be more than ${SIZE_MAX} bytes` }];
}

function inOrder(data: JsonObject): readonly string[] {
  return Object.keys(data).toSorted();
}
