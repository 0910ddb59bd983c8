import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import type { Resource } from "../kinds/resource.ts";
import { badRequest } from "../refusals.ts";
import { StatusError } from "../status-error.ts";
import { renderTable } from "../tables/render-table.ts";
import type { Form } from "./choose-form.ts";

type Included = "None" | "Metadata" | "Object";

/** What of a resource an answer is shaped by. */
export type ShapedResource = Pick<Resource, "group" | "version" | "kind" | "isCustom" | "columns">;

/** What an answer is shaped for. */
export interface Shaping {
  readonly form: Form;
  readonly resource: ShapedResource;
  readonly query: URLSearchParams;
  /** Epoch milliseconds, for ages. */
  readonly now: number;
}

const INCLUDED: readonly Included[] = ["None", "Metadata", "Object"];

/**
 * Brings an object or a list into the shape that was asked for: as it is, as a table, or with nothing but metadata. A
 * `Status` stays what it is.
 * @throws {StatusError} 406 when a list is asked for and there is an object, or the other way round.
 */
export function shapeAnswer(body: JsonObject, shaping: Shaping): JsonObject {
  const { resource, form } = shaping;
  const { shape } = form;
  if (shape === "object" || textAt(body, "kind") === "Status") return body;
  const items = isList(body) ? itemsOf(body) : undefined;
  if (shape === "table") return tableOf(body, items ?? [body], shaping);
  if (shape === "metadata-list") {
    if (items === undefined) {
      throw wrongShape("PartialObjectMetadataList", "not a list", { body, resource });
    }
    return {
      kind: "PartialObjectMetadataList",
      apiVersion: metaVersion(shaping.form),
      metadata: listMetadata(body),
      // An empty list of Go is null.
      items: items.length === 0 ? null : items.map((item) => metadataOf(item, shaping.form)),
    };
  }
  if (items !== undefined) {
    throw wrongShape("PartialObjectMetadata", "a list", { body, resource });
  }
  return metadataOf(body, shaping.form);
}

/** One object of a watch; `undefined` when a list is asked for. Columns are described once, with the first. */
export function shapeEvent(
  object: JsonObject,
  { isFirst, ...shaping }: Shaping & { readonly isFirst: boolean },
): JsonObject | undefined {
  const { form } = shaping;
  if (form.shape === "object") return object;
  if (form.shape === "metadata-list") return undefined;
  if (form.shape !== "table") return metadataOf(object, form);
  const table = tableOf(object, [object], shaping);
  return isFirst ? table : { ...table, columnDefinitions: null };
}

/** @throws {StatusError} 400. */
export function readIncluded(query: URLSearchParams): Included {
  const written = query.get("includeObject") ?? "";
  const included = INCLUDED.find((each) => each === written);
  if (included !== undefined || written === "") return included ?? "Metadata";
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(written)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

function tableOf(
  body: JsonObject,
  items: readonly JsonObject[],
  { form, resource, query, now }: Shaping,
): JsonObject {
  const includeObject = readIncluded(query);
  const typed = items.map((item) => withType(item, resource));
  return renderTable({
    resource,
    items: typed,
    listMetadata: listMetadata(body),
    includeObject,
    now,
    version: form.version,
  });
}

/** Items of a list leave out what the list says; rows of a table do not. */
function withType(item: JsonObject, resource: ShapedResource): JsonObject {
  return { kind: resource.kind, apiVersion: apiVersionOf(resource), ...item };
}

function metadataOf(object: JsonObject, form: Form): JsonObject {
  return {
    kind: "PartialObjectMetadata",
    apiVersion: metaVersion(form),
    metadata: objectAt(object, "metadata") ?? {},
  };
}

function metaVersion({ version }: Form): string {
  return `meta.k8s.io/${version}`;
}

function isList(body: JsonObject): boolean {
  return isJsonList(body["items"]) && textAt(body, "kind")?.endsWith("List") === true;
}

function itemsOf(list: JsonObject): readonly JsonObject[] {
  const items = list["items"];
  return isJsonList(items) ? items.filter(isJsonObject) : [];
}

/** What of the metadata of an object or a list is metadata of a list. */
function listMetadata(body: JsonObject): JsonObject {
  const { resourceVersion, continue: more, remainingItemCount } = objectAt(body, "metadata") ?? {};
  return {
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(more === undefined || more === "" ? {} : { continue: more }),
    ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
  };
}

function wrongShape(
  asked: string,
  found: string,
  { body, resource }: { readonly body: JsonObject; readonly resource: ShapedResource },
): StatusError {
  return new StatusError(406, {
    reason: "NotAcceptable",
    message: `you requested ${asked}, but the requested object is ${found} (*${goType(body, resource)})`,
  });
}

/** The type as the real server's code names it. */
function goType(body: JsonObject, { group, isCustom }: ShapedResource): string {
  if (isCustom) return isList(body) ? "unstructured.UnstructuredList" : "unstructured.Unstructured";
  const folder = group === "" ? "core" : group.split(".")[0];
  return `${folder ?? ""}.${textAt(body, "kind") ?? ""}`;
}
