import { readFileSync } from "node:fs";
import { isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { parseJsonBody } from "../requests/parse-body.ts";
import type { KubernetesTypes } from "../schema/kubernetes-types.ts";
import type { Schema } from "../schema/schema.ts";
import { readFields, WireError, type WireField } from "./proto-reader.ts";

/** The same place seen from `src/` and from `dist/`: the compiler does not copy JSON. */
const TABLE = new URL("../../../src/embedded/api/wire-fields.json", import.meta.url);

const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
const DEPTH_MAX = 100;

/** `NUMBER:NAME` of each field by the name of the type. @see test/real/make-wire-table.ts */
type WireTable = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** Reads objects that typed clients, such as `kubectl create`, send as Protocol Buffers. */
export class ProtobufDecoder {
  readonly #types: KubernetesTypes;
  readonly #table: WireTable;

  /** @throws {Error} when the table beside this file cannot be read. */
  constructor(types: KubernetesTypes) {
    this.#types = types;
    this.#table = readTable();
  }

  /**
   * An object of a built-in kind. @throws {WireError} when it is damaged or of another kind.
   * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding
   */
  decode(body: Buffer): JsonObject {
    if (!body.subarray(0, MAGIC.length).equals(MAGIC)) {
      throw new WireError(
        `provided data does not appear to be a protobuf message, expected prefix [${[...MAGIC].join(" ")}]`,
      );
    }
    const envelope = fieldsByNumber(body.subarray(MAGIC.length));
    const typeMeta = fieldsByNumber(bytesOf(envelope.get(1)));
    const apiVersion = bytesOf(typeMeta.get(1)).toString("utf8");
    const kind = bytesOf(typeMeta.get(2)).toString("utf8");
    const [version = "", group = ""] = apiVersion.split("/").toReversed();
    const schema = this.#types.ofKind({ group, version, kind }) ?? this.#ofMeta(kind);
    if (schema === undefined) {
      throw new WireError(`no kind "${kind}" is registered for version "${apiVersion}"`);
    }
    const fields = this.#struct(bytesOf(envelope.get(2)), { schema, depth: 0 });
    return { apiVersion, kind, ...fields };
  }

  /** `DeleteOptions` and the like belong to every group. */
  #ofMeta(kind: string): Schema | undefined {
    return this.#types.named(`io.k8s.apimachinery.pkg.apis.meta.v1.${kind}`);
  }

  #struct(message: Buffer, { schema, depth, row = schema.typeName }: Reading): JsonObject {
    if (depth > DEPTH_MAX) throw new WireError("exceeded max depth");
    const names = this.#table.get(row) ?? new Map<number, string>();
    const entries = [...grouped(message)].flatMap(([number, fields]): [string, Json][] => {
      const name = names.get(number);
      const last = fields.at(-1);
      if (name?.startsWith(">") === true) {
        const inner = { schema, depth: depth + 1, row: name.slice(1) };
        return Object.entries(this.#struct(bytesOf(last), inner));
      }
      const type = name === undefined ? undefined : schema.properties.get(name);
      // A field of a later version is left out, as the real server does it.
      if (name === undefined || type === undefined) return [];
      const value = this.#value(fields, { schema: type, depth: depth + 1 });
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(entries);
  }

  /** The value of a field that is on the wire once, or several times for lists and maps. */
  #value(fields: readonly WireField[], { schema, depth }: Reading): Json | undefined {
    const { items, values } = schema;
    if (schema.type === "array" && items !== undefined) {
      return fields.flatMap((field) => {
        const item = this.#value([field], { schema: items, depth: depth + 1 });
        return item === undefined ? [] : [item];
      });
    }
    if (schema.type === "object" && values !== undefined) {
      return Object.fromEntries(
        fields.flatMap((field) => this.#entry(bytesOf(field), { schema: values, depth })),
      );
    }
    const last = fields.at(-1);
    if (last === undefined) return undefined;
    return schema.type === "object"
      ? this.#struct(bytesOf(last), { schema, depth: depth + 1 })
      : scalarOf(last, schema);
  }

  /** One entry of a map: its key is field 1, its value field 2. */
  #entry(message: Buffer, { schema, depth }: Reading): [string, Json][] {
    const fields = fieldsByNumber(message);
    const key = bytesOf(fields.get(1)).toString("utf8");
    const sent: WireField = fields.get(2) ?? { number: 2, kind: "bytes", value: Buffer.alloc(0) };
    // A list cannot be the value of a map: it is wrapped in a message.
    const held = schema.type === "array" ? readFields(bytesOf(sent)) : [sent];
    const value = this.#value(held, { schema, depth: depth + 1 });
    return value === undefined ? [] : [[key, value]];
  }
}

/** What a message is read as. */
interface Reading {
  readonly schema: Schema;
  /** How many messages it lies in. */
  readonly depth: number;
  /** The type whose field numbers count, when it is written in place in `schema`. */
  readonly row?: string;
}

function grouped(message: Buffer): ReadonlyMap<number, readonly WireField[]> {
  const groups = new Map<number, WireField[]>();
  for (const field of readFields(message)) {
    const group = groups.get(field.number);
    if (group === undefined) groups.set(field.number, [field]);
    else group.push(field);
  }
  return groups;
}

function scalarOf(field: WireField, schema: Schema): Json | undefined {
  switch (schema.type) {
    case "boolean":
      return numberOf(field) !== 0;
    case "integer":
    case "number":
      return numberOf(field);
    case "string":
      return textOf(bytesOf(field), schema.format);
    case "int-or-string":
      return intOrString(bytesOf(field));
    case "any":
      return rawOf(bytesOf(field));
    case "array":
    case "object":
      throw new WireError(`a ${schema.type} without a type`);
  }
}

/** Some texts are messages on the wire; a time that was not set is an empty one. */
function textOf(bytes: Buffer, format: string): string | undefined {
  switch (format) {
    case "byte":
      return bytes.toString("base64");
    case "quantity":
      return bytesOf(fieldsByNumber(bytes).get(1)).toString("utf8");
    case "date-time":
      return bytes.length === 0 ? undefined : `${timeOf(bytes).slice(0, 19)}Z`;
    case "date-time-micro":
      return bytes.length === 0 ? undefined : `${timeOf(bytes).slice(0, 23)}000Z`;
    default:
      return bytes.toString("utf8");
  }
}

function timeOf(bytes: Buffer): string {
  const fields = fieldsByNumber(bytes);
  const seconds = numberOf(fields.get(1));
  const time = new Date(seconds * 1000 + Math.floor(numberOf(fields.get(2)) / 1_000_000));
  if (Number.isNaN(time.getTime())) throw new WireError("a time is out of range");
  return time.toISOString();
}

function intOrString(bytes: Buffer): Json {
  const fields = fieldsByNumber(bytes);
  const isText = numberOf(fields.get(1)) === 1;
  return isText ? bytesOf(fields.get(3)).toString("utf8") : numberOf(fields.get(2));
}

/** JSON inside of a message. */
function rawOf(bytes: Buffer): Json | undefined {
  const raw = bytesOf(fieldsByNumber(bytes).get(1)).toString("utf8");
  if (raw === "") return undefined;
  const parsed = parseJsonBody(raw);
  if (!parsed.ok) throw new WireError(parsed.wrong);
  return parsed.value;
}

function fieldsByNumber(message: Buffer): ReadonlyMap<number, WireField> {
  return new Map(readFields(message).map((field) => [field.number, field]));
}

function bytesOf(field: WireField | undefined): Buffer {
  return field?.kind === "bytes" ? field.value : Buffer.alloc(0);
}

function numberOf(field: WireField | undefined): number {
  return field === undefined || field.kind === "bytes" ? 0 : Number(field.value);
}

function readTable(): WireTable {
  const rows: unknown = JSON.parse(readFileSync(TABLE, "utf8"));
  const entries = isJsonObject(rows) ? Object.entries(rows) : [];
  return new Map(
    entries.map(([type, row]) => [type, parseRow(typeof row === "string" ? row : "")]),
  );
}

function parseRow(row: string): ReadonlyMap<number, string> {
  return new Map(
    row.split(" ").map((field) => {
      const at = field.indexOf(":");
      return [Number(field.slice(0, at)), field.slice(at + 1)] as const;
    }),
  );
}
