import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isJsonObject, type Json } from "../../src/core/object/json.ts";
import { checkValues } from "../../src/embedded/schema/check-values.ts";
import { schemaOfCrd } from "../../src/embedded/schema/crd-schema.ts";
import { decodeObject } from "../../src/embedded/schema/decode-object.ts";
import { fillDefaults } from "../../src/embedded/schema/default-values.ts";
import { loadKubernetesTypes } from "../../src/embedded/schema/kubernetes-types.ts";
import { makeSchema } from "../../src/embedded/schema/make-schema.ts";
import type { Schema } from "../../src/embedded/schema/schema.ts";
import { strategicMerge } from "../../src/embedded/schema/strategic-merge.ts";
import { StatusError } from "../../src/embedded/status-error.ts";

const types = loadKubernetesTypes();
const KINDS = ["Deployment", "StatefulSet", "DaemonSet"];
const DEPTH_MAX = 12;

const CRD = schemaOfCrd({
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        list: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
        map: { type: "object", additionalProperties: { type: "integer", nullable: true } },
        given: { type: "object", default: {}, properties: { a: { type: "string", default: "x" } } },
        any: { "x-kubernetes-preserve-unknown-fields": true },
      },
    },
  },
});

/** Mostly a value of the type, now and then anything. */
function valueOf(schema: Schema, depth = 0): fc.Arbitrary<Json> {
  const odd = fc.constantFrom<Json>(null, "", "x", 0, 1.5, true, [], {}, { $patch: "delete" });
  if (depth > DEPTH_MAX) return odd;
  return fc.oneof({ weight: 6, arbitrary: typedOf(schema, depth) }, { weight: 1, arbitrary: odd });
}

function typedOf(schema: Schema, depth: number): fc.Arbitrary<Json> {
  const { items, values, properties } = schema;
  if (items !== undefined) return fc.array(lazy(items, depth), { maxLength: 2 });
  if (values !== undefined) return fc.dictionary(fc.constantFrom("a", "b"), lazy(values, depth));
  if (properties.size === 0) return fc.constantFrom<Json>("a", "1", 5, false);
  const known = [...properties.keys(), "unknown"];
  return fc
    .subarray(known, { maxLength: Math.min(known.length, 3) })
    .chain((names) =>
      fc.record(
        Object.fromEntries(
          names.map((name) => [
            name,
            lazy(properties.get(name) ?? makeSchema({ type: "any" }), depth),
          ]),
        ),
      ),
    );
}

function lazy(schema: Schema, depth: number): fc.Arbitrary<Json> {
  return fc.constant(undefined).chain(() => valueOf(schema, depth + 1));
}

const typed = fc
  .constantFrom(...KINDS)
  .map(
    (kind) => types.ofKind({ group: "apps", version: "v1", kind }) ?? makeSchema({ type: "any" }),
  )
  .chain((schema) => fc.tuple(fc.constant(schema), typedOf(schema, 0), typedOf(schema, 0)));

test("what was decoded is decoded to itself", () => {
  fc.assert(
    fc.property(typed, ([schema, value]) => {
      const once = decodeObject(isJsonObject(value) ? value : {}, schema);
      if (once.wrong !== undefined) return;
      const again = decodeObject(once.object, schema);
      expect(again.object).toEqual(once.object);
      expect(again.unknownFields).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("a strategic merge patch gives an object or a refusal, and an empty one changes nothing", () => {
  fc.assert(
    fc.property(typed, ([schema, live, patch]) => {
      if (!isJsonObject(live) || !isJsonObject(patch)) return;
      const { object, wrong } = decodeObject(live, schema);
      if (wrong !== undefined) return;
      expect(strategicMerge(object, {}, schema)).toEqual(object);
      expect(outcomeOf(() => strategicMerge(object, patch, schema))).not.toBe("defect");
    }),
    { numRuns: 200 },
  );
});

function outcomeOf(run: () => Json): "object" | "refusal" | "defect" {
  try {
    return isJsonObject(run()) ? "object" : "defect";
  } catch (error) {
    return error instanceof StatusError ? "refusal" : "defect";
  }
}

test("defaults are filled in once, and whatever an object holds can be checked", () => {
  fc.assert(
    fc.property(typedOf(CRD, 0), (value) => {
      const { object } = decodeObject(isJsonObject(value) ? value : {}, CRD);
      const filled = fillDefaults(object, CRD);
      expect(fillDefaults(filled, CRD)).toEqual(filled);
      expect(Array.isArray(checkValues(filled, CRD))).toBe(true);
    }),
    { numRuns: 200 },
  );
});
