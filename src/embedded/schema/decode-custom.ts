import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { childPath } from "./child-path.ts";
import { cannotUnmarshal, kindOf } from "./decode-fault.ts";
import type { DecodedObject } from "./decode-object.ts";
import { decodeTyped } from "./decode-typed.ts";
import { isNothing } from "./is-nothing.ts";
import type { Schema } from "./schema.ts";

const TYPE_FIELDS: ReadonlySet<string> = new Set(["apiVersion", "kind"]);

/** Collects what is found while a value is walked. */
interface Findings {
  readonly pruned: string[];
  /** Unknown fields of the object's own `metadata`, reported first. */
  readonly metadata: string[];
  /** Those of embedded objects, reported last. */
  readonly embedded: string[];
  readonly wrong: string[];
}

/**
 * Reads an object of a custom kind: fields that its schema does not know are dropped, and nulls that stand for nothing;
 * `metadata` is read as that of any object.
 * Values of a wrong type are left to the check of values.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning
 */
export function decodeCustom(object: JsonObject, schema: Schema): DecodedObject {
  const findings: Findings = { pruned: [], metadata: [], embedded: [], wrong: [] };
  const decoded = pruneObject(object, { schema, path: "", isWhole: true, findings });
  const { metadata, pruned, embedded } = findings;
  return {
    object: decoded,
    unknownFields: [...metadata, ...pruned.toSorted(), ...embedded],
    wrong: findings.wrong[0],
    wrongInPatch: undefined,
  };
}

interface Walk {
  readonly schema: Schema;
  readonly path: string;
  /** It has apiVersion, kind and metadata. */
  readonly isWhole: boolean;
  readonly findings: Findings;
}

function pruneObject(object: JsonObject, walk: Walk): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      const kept = pruneField(name, value, walk);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

/** @returns `undefined` for a field that goes. */
function pruneField(name: string, value: Json, walk: Walk): Json | undefined {
  const { schema, findings, isWhole } = walk;
  const path = childPath(walk.path, name);
  if (isWhole && name === "metadata") return decodeMetadata(value, walk);
  if (isWhole && TYPE_FIELDS.has(name)) return checkTypeField(value, path, findings);
  const inner = schema.properties.get(name) ?? schema.values;
  if (inner !== undefined) {
    const isGone = isNothing(value, inner) && inner.defaultValue === undefined;
    return isGone ? undefined : pruneValue(value, { ...walk, schema: inner, path });
  }
  if (schema.isOpen) return value;
  findings.pruned.push(path);
  return undefined;
}

function pruneValue(value: Json, walk: Walk): Json {
  const { schema, path } = walk;
  if (isJsonObject(value)) return pruneObject(value, { ...walk, isWhole: schema.isEmbeddedObject });
  const { items } = schema;
  if (!isJsonList(value) || (items === undefined && schema.isOpen)) return value;
  const each = items ?? schema;
  return value.map((item, index) =>
    pruneValue(item, { ...walk, schema: each, path: `${path}[${index}]` }),
  );
}

function decodeMetadata(value: Json, { schema, path, findings }: Walk): Json | undefined {
  const type = schema.properties.get("metadata");
  if (type === undefined || value === null) return undefined;
  const own = childPath(path, "metadata");
  const { object, unknownFields, wrong } = isJsonObject(value)
    ? decodeTyped(value, type, own)
    : {
        object: {},
        unknownFields: [],
        wrong: cannotUnmarshal(kindOf(value), "v1.ObjectMeta", { struct: "", goPath: "", path }),
      };
  (path === "" ? findings.metadata : findings.embedded).push(...unknownFields);
  if (wrong !== undefined) {
    findings.wrong.push(
      path === "" ? wrong : `${own}: Invalid value: ${JSON.stringify(value)}: ${wrong}`,
    );
  }
  return object;
}

function checkTypeField(value: Json, path: string, findings: Findings): Json {
  if (typeof value !== "string") {
    findings.wrong.push(`${path}: Invalid value: ${JSON.stringify(value)}: must be a string`);
  }
  return value;
}
