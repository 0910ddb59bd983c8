import * as fc from "fast-check";
import type { Json, JsonObject } from "../../src/core/object/json.ts";

/** One of two, so that managers often agree. */
export const VALUE: fc.Arbitrary<string> = fc.constantFrom("1", "2");

/** Labels and annotations, seldom finalizers. */
export function metadataParts(): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      labels: optional(orNull(mapOf("a", "b"))),
      annotations: optional(mapOf("n", "o")),
      finalizers: seldom(
        fc.constantFrom<Json[]>(["example.com/a"], ["example.com/b", "example.com/a"], []),
      ),
    })
    .map(withoutNone);
}

/** Labels and finalizers without nulls and empty ones: see the README of the embedded cluster, CRDs. */
export function plainMetadata(): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      labels: optional(
        fc.oneof(
          fc.record({ a: VALUE }),
          fc.record({ b: VALUE }),
          fc.record({ a: VALUE, b: VALUE }),
        ),
      ),
      finalizers: seldom(fc.constant<Json[]>(["example.com/a"])),
    })
    .map(withoutNone);
}

/** Some of the keys, each with one of two values or, seldom, null. */
export function mapOf(...keys: readonly string[]): fc.Arbitrary<JsonObject> {
  return fc
    .record(Object.fromEntries(keys.map((key) => [key, optional(orNull(VALUE))] as const)))
    .map(withoutNone);
}

/** Items for some of the names, in any order. */
export function listOf<T>(
  names: readonly string[],
  item: (name: string) => fc.Arbitrary<T>,
): fc.Arbitrary<T[]> {
  return fc
    .shuffledSubarray([...names], { minLength: 1 })
    .chain((chosen) => fc.tuple(...chosen.map(item)));
}

/** Left out every second time. */
export function optional<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined, freq: 2 });
}

/** There once in nine times. */
export function seldom<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: value },
  );
}

/** Null once in sixteen times. */
export function orNull<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(value, { freq: 16 });
}

export function withoutNone(record: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
