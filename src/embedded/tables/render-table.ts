import { type Json, type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import type { Column } from "./column.ts";

/** A kind as its tables show it. */
interface ShownKind {
  readonly group: string;
  readonly kind: string;
  readonly columns: readonly Column[];
}

/** What to show of which objects. */
export interface TableInput {
  readonly resource: ShownKind;
  readonly items: readonly JsonObject[];
  /** Of the list: `resourceVersion`, `continue`, `remainingItemCount`. Left out for a single object, whose version is taken. */
  readonly listMetadata?: JsonObject;
  /** What a row carries besides its cells. */
  readonly includeObject: "None" | "Metadata" | "Object";
  /** Epoch milliseconds. */
  readonly now: number;
  /** Of the `Table` that was asked for; `v1` when left out. */
  readonly version?: "v1" | "v1beta1";
}

/** Rows of pods that have ended say so. */
const ENDED_PODS: ReadonlyMap<string, JsonObject> = new Map([
  [
    "Succeeded",
    {
      type: "Completed",
      status: "True",
      reason: "Succeeded",
      message: "The pod has completed successfully.",
    },
  ],
  [
    "Failed",
    {
      type: "Completed",
      status: "True",
      reason: "Failed",
      message: "The pod failed.",
    },
  ],
]);

/**
 * The answer to a get, list or watch that asks for a `Table`.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
 */
export function renderTable(input: TableInput): JsonObject {
  const { resource, items, listMetadata, version = "v1" } = input;
  return {
    kind: "Table",
    apiVersion: `meta.k8s.io/${version}`,
    metadata: listMetadata ?? versionOf(items[0]),
    columnDefinitions: resource.columns.map(definitionOf),
    rows:
      items.length === 0 && isPlain(resource.columns)
        ? null
        : items.map((item) => rowOf(item, input)),
  };
}

/** The server's table of a kind without columns of its own has `null` instead of an empty list. */
function isPlain(columns: readonly Column[]): boolean {
  return columns[1]?.name === "Created At";
}

function versionOf(item: JsonObject | undefined): JsonObject {
  const version = textAt(item, "metadata", "resourceVersion");
  return version === undefined ? {} : { resourceVersion: version };
}

function definitionOf({ name, type, format, description, priority }: Column): JsonObject {
  return { name, type, format, description, priority };
}

function rowOf(item: JsonObject, input: TableInput): JsonObject {
  const { group, kind, columns } = input.resource;
  const phase = textAt(item, "status", "phase") ?? "";
  const ended = group === "" && kind === "Pod" ? ENDED_PODS.get(phase) : undefined;
  return {
    cells: columns.map(({ cell }) => cell(item, input.now)),
    ...(ended === undefined ? {} : { conditions: [ended] }),
    object: shownObject(item, input),
  };
}

function shownObject(item: JsonObject, { includeObject, version = "v1" }: TableInput): Json {
  switch (includeObject) {
    case "None":
      return null;
    case "Object":
      return item;
    case "Metadata":
      return {
        kind: "PartialObjectMetadata",
        apiVersion: `meta.k8s.io/${version}`,
        metadata: objectAt(item, "metadata") ?? {},
      };
  }
}
