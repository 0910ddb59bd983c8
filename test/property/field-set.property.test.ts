import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/object/json.ts";
import { compareText } from "../../src/core/ownership/compare-text.ts";
import type { FieldPath, PathElement } from "../../src/core/ownership/field-path.ts";
import {
  differenceSets,
  type FieldSet,
  fieldSetOf,
  hasPath,
  intersectSets,
  pathsOf,
  unionSets,
} from "../../src/core/ownership/field-set.ts";
import { formatFieldSet } from "../../src/core/ownership/format-field-set.ts";
import { formatPath } from "../../src/core/ownership/format-path.ts";
import { parseFieldSet } from "../../src/core/ownership/parse-field-set.ts";
import { compareElements } from "../../src/core/ownership/path-element.ts";

const name = fc.oneof(
  fc.constantFrom("a", "b", "__proto__", "", "[x]", "."),
  fc.string({ unit: "grapheme", maxLength: 3 }),
);
const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const element: fc.Arbitrary<PathElement> = fc.oneof(
  { weight: 4, arbitrary: name.map((text): PathElement => ({ kind: "field", name: text })) },
  fc
    .array(fc.tuple(name, scalar), { minLength: 1, maxLength: 2 })
    .map((keys): PathElement => ({ kind: "key", keys: new Map(keys) })),
  scalar.map((value): PathElement => ({ kind: "value", value })),
  fc.nat(3).map((index): PathElement => ({ kind: "index", index })),
);
const path: fc.Arbitrary<FieldPath> = fc.array(element, { minLength: 1, maxLength: 4 });
const paths = fc.array(path, { maxLength: 8 });

function wireText(set: FieldSet): string {
  return JSON.stringify(formatFieldSet(set));
}

describe("field sets", () => {
  test("parse ∘ format is the identity, and the text is canonical", () => {
    fc.assert(
      fc.property(paths, (list) => {
        const set = fieldSetOf(list);
        const parsed = parseFieldSet(formatFieldSet(set));
        expect(parsed.ok && wireText(parsed.value)).toBe(wireText(set));
        expect(wireText(fieldSetOf(list.toReversed()))).toBe(wireText(set));
        expect(wireText(fieldSetOf(pathsOf(set)))).toBe(wireText(set));
      }),
    );
  });

  test("union, difference and intersection are those of the member paths", () => {
    fc.assert(
      fc.property(paths, paths, (left, right) => {
        const [a, b] = [fieldSetOf(left), fieldSetOf(right)];
        const all = [...left, ...right];
        for (const each of all) {
          expect(hasPath(unionSets(a, b), each)).toBe(true);
          expect(hasPath(differenceSets(a, b), each)).toBe(hasPath(a, each) && !hasPath(b, each));
          expect(hasPath(intersectSets(a, b), each)).toBe(hasPath(a, each) && hasPath(b, each));
        }
        expect(wireText(unionSets(differenceSets(a, b), intersectSets(a, b)))).toBe(wireText(a));
        expect(wireText(unionSets(a, b))).toBe(wireText(unionSets(b, a)));
      }),
    );
  });

  test("different paths have different text, and order is by UTF-8 bytes", () => {
    fc.assert(
      fc.property(element, element, (a, b) => {
        const isSame = compareElements(a, b) === 0;
        fc.pre(a.kind === b.kind);
        expect(formatPath([a]) === formatPath([b])).toBe(isSame);
        expect(Math.sign(compareElements(a, b))).toBe(-Math.sign(compareElements(b, a)) + 0);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
        expect(Math.sign(compareText(a, b))).toBe(
          Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))),
        );
      }),
    );
  });

  test("nothing throws, whatever the field set holds", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (noise, key) => {
        const json: unknown = JSON.parse(
          JSON.stringify({ ...noise, [`k:${key}`]: {}, [`v:${key}`]: {} }),
        );
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any JSON at all is what the test is about
        expect(typeof parseFieldSet(json as Json).ok).toBe("boolean");
      }),
    );
  });
});
