import { isJsonObject, type Json, type JsonObject, textAt } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import { invalidObject } from "../invalid-object.ts";
import type { Catalogue } from "../kinds/resource.ts";
import { decodeObject } from "../schema/decode-object.ts";
import type { StatusError } from "../status-error.ts";
import type { BodyType } from "./body-type.ts";
import { objectOf, wrongShape } from "./parse-body.ts";

const VERSION_STRUCT = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;

/** Why not even the type of an object can be read; `undefined` when it can. */
export function unreadableType(value: Json): string | undefined {
  const shape = wrongShape(value);
  if (shape !== undefined) {
    return typeMetaError(`json: cannot unmarshal ${shape} into Go value of type ${VERSION_STRUCT}`);
  }
  for (const field of ["apiVersion", "kind"]) {
    const written = objectOf(value)[field];
    if (written === undefined || written === null || typeof written === "string") continue;
    const what = isJsonObject(written) ? "object" : (wrongShape(written) ?? "");
    return typeMetaError(
      `json: cannot unmarshal ${what} into Go struct field .${field} of type string`,
    );
  }
  const apiVersion = textAt(value, "apiVersion") ?? "";
  return apiVersion.split("/").length > 2
    ? `unexpected GroupVersion string: ${apiVersion}`
    : undefined;
}

/** What is said of a text that is no JSON before its type is known. */
export function typeMetaError(why: string): string {
  return `couldn't get version/kind; json parse error: ${why}`;
}

/** Why an object cannot be read as one of a built-in type; `undefined` when it says that it is one. */
export function foreignType(
  written: JsonObject,
  { type, catalogue }: { type: BodyType; catalogue: Catalogue },
): string | undefined {
  const { kind, apiVersion } = typeOf(written);
  if (kind === type.kind && apiVersion === apiVersionOf(type)) return undefined;
  const [version = "", group = ""] = apiVersion.split("/").toReversed();
  const unknown = `converting (${version}.${kind}) to (${internalName(type)}): unknown conversion`;
  if (isList({ group, version, kind }, catalogue)) return unknown;
  const known = catalogue.ofKind({ group, version, kind });
  if (known === undefined || known.isCustom) {
    return `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:110"`;
  }
  // It is read as what it says it is before it is found to be the wrong thing.
  const { wrong } = decodeObject(written, known.schema);
  return wrong ?? unknown;
}

function typeOf(object: JsonObject): { readonly kind: string; readonly apiVersion: string } {
  return { kind: textAt(object, "kind") ?? "", apiVersion: textAt(object, "apiVersion") ?? "" };
}

/** The type of lists of a built-in kind, or of anything. */
function isList(
  { group, version, kind }: { group: string; version: string; kind: string },
  catalogue: Catalogue,
): boolean {
  if (kind === "List" && group === "" && version === "v1") return true;
  return catalogue
    .resources()
    .some(
      (each) =>
        !each.isCustom &&
        each.listKind === kind &&
        each.group === group &&
        each.version === version,
    );
}

/** What is said of a custom object that does not tell its kind. */
export function missingKind(text: string): string {
  return `Object 'Kind' is missing in '${text}'`;
}

/** A custom object that says it is of another kind. */
export function wrongKind(
  object: JsonObject,
  { type, kind }: { type: Pick<BodyType, "group" | "kind">; kind: string },
): StatusError {
  const name = textAt(object, "metadata", "name") ?? "";
  return invalidObject({ group: type.group, kind, name }, [
    { kind: "invalid", field: "kind", value: kind, detail: `must be ${type.kind}` },
  ]);
}

/** A type as the server calls it inside: `apps.Deployment`. */
function internalName({ group, kind }: BodyType): string {
  const [folder = ""] = (group === "" ? "core" : group).split(".");
  return `${folder}.${kind}`;
}
