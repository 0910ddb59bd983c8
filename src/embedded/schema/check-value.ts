import {
  isJsonEqual,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  numberAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { checkBranches } from "./check-branches.ts";
import { checkNumber } from "./check-number.ts";
import { checkText } from "./check-text.ts";
import { checkType } from "./check-type.ts";
import { type Checked, NOTHING_CHECKED } from "./checked.ts";
import { childPath } from "./child-path.ts";
import { schemaOfValue } from "./crd-schema.ts";
import type { Schema } from "./schema.ts";

/** Checks a value and what is in it. `path` is such as `spec.ports[0]`, empty for the whole object. */
export function checkValue(value: Json, schema: Schema, path: string): Checked {
  const type = checkType(value, schema, path);
  const choice = checkEnum(value, schema, path);
  if (value === null) return { faults: [...type, ...choice], matches: 1 };
  const branches = checkBranches(schema.rules, path, (branch) =>
    checkValue(value, schemaOfValue(branch), path),
  );
  const inner = checkInner(value, schema, path);
  const hasType = schema.type === "any" ? 0 : 1;
  return {
    faults: [
      ...type,
      ...branches.faults,
      ...(isJsonObject(value) ? [] : inner.faults),
      ...choice,
      ...(isJsonObject(value) ? inner.faults : []),
    ],
    matches: hasType + (type.length === 0 ? 1 : 0) + branches.matches + inner.matches,
  };
}

function checkEnum(value: Json, { rules }: Schema, path: string): readonly Fault[] {
  const allowed = listAt(rules, "enum");
  if (allowed.length === 0 || allowed.some((each) => isJsonEqual(each, value))) return [];
  const supported = allowed.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  return [{ kind: "not-supported", field: path, value, detail: "", supported }];
}

function checkInner(value: Json, schema: Schema, path: string): Checked {
  if (typeof value === "string") return { faults: checkText(value, schema, path), matches: 0 };
  if (typeof value === "number") return { faults: checkNumber(value, schema, path), matches: 0 };
  if (isJsonList(value)) return checkList(value, schema, path);
  return isJsonObject(value) ? checkObject(value, schema, path) : { faults: [], matches: 0 };
}

function checkList(list: readonly Json[], { items, rules }: Schema, path: string): Checked {
  const checked = list.map((item, index) =>
    items === undefined ? NOTHING_CHECKED : checkValue(item, items, `${path}[${index}]`),
  );
  const least = numberAt(rules, "minItems") ?? 0;
  const most = numberAt(rules, "maxItems") ?? Number.POSITIVE_INFINITY;
  return joined([
    ...checked,
    tooFew(list.length < least, { path, size: list.length, least, of: "items" }),
    tooMany(list.length > most, { path, size: list.length, most }),
  ]);
}

function checkObject(object: JsonObject, schema: Schema, path: string): Checked {
  const { rules, required, properties } = schema;
  const size = Object.keys(object).length;
  const least = numberAt(rules, "minProperties") ?? 0;
  const most = numberAt(rules, "maxProperties") ?? Number.POSITIVE_INFINITY;
  const missing = required.filter((name) => !Object.hasOwn(object, name));
  return joined([
    tooFew(size < least, { path, size, least, of: "properties" }),
    tooMany(size > most, { path, size, most }),
    ...Object.entries(object).map(([name, value]) =>
      properties.has(name) || schema.values === undefined
        ? NOTHING_CHECKED
        : checkValue(value, schema.values, childPath(path, name)),
    ),
    ...[...properties].map(([name, field]) => {
      const value = Object.hasOwn(object, name) ? object[name] : undefined;
      return value === undefined
        ? NOTHING_CHECKED
        : checkProperty(value, field, childPath(path, name));
    }),
    { faults: missing.map((name) => missingField(childPath(path, name))), matches: 0 },
  ]);
}

/** Metadata was read by Go's types; a CRD can only say more of the name. */
function checkProperty(value: Json, field: Schema, path: string): Checked {
  if (field.go === undefined) return checkValue(value, field, path);
  if (!isJsonObject(value)) return NOTHING_CHECKED;
  return joined(
    [...field.properties].map(([name, inner]) => {
      const own = value[name];
      const hasRules = Object.keys(inner.rules).length > 0;
      if (own === undefined || !hasRules) return NOTHING_CHECKED;
      return checkValue(own, { ...inner, properties: new Map() }, childPath(path, name));
    }),
  );
}

function joined(parts: readonly Checked[]): Checked {
  return {
    faults: parts.flatMap((part) => part.faults),
    matches: parts.reduce((sum, part) => sum + part.matches, 0),
  };
}

function missingField(field: string): Fault {
  return { kind: "required", field, detail: "" };
}

function tooFew(
  isSo: boolean,
  { path, size, least, of }: { path: string; size: number; least: number; of: string },
): Checked {
  const detail = `${path} in body should have at least ${least} ${of}`;
  return isSo
    ? { faults: [{ kind: "invalid", field: path, value: size, detail }], matches: 0 }
    : NOTHING_CHECKED;
}

function tooMany(
  isSo: boolean,
  { path, size, most }: { path: string; size: number; most: number },
): Checked {
  const detail = `must have at most ${most} items`;
  return isSo
    ? { faults: [{ kind: "too-many", field: path, value: size, detail }], matches: 0 }
    : NOTHING_CHECKED;
}
