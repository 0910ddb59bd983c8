import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/object/json.ts";
import { customStrategy } from "../../../../src/embedded/kinds/custom-strategy.ts";
import { schemaOfCrd } from "../../../../src/embedded/schema/crd-schema.ts";
import { StatusError } from "../../../../src/embedded/status-error.ts";
import { openWorld } from "../requests/open-world.ts";

/** Shorter than the real one, for what takes as long as it may. */
const SHORT_MS = 100;

const SLOW =
  "504 the embedded cluster gave up: this object, or a schema with such patterns or defaults, takes it too long";

/** What becomes of an object whose `spec` has this schema. */
function brief(spec: JsonObject, value: Json, timeMsMax: number | undefined): string {
  const schema = schemaOfCrd({ type: "object", properties: { spec } });
  const kind = { group: "x.io", version: "v1", kind: "X", isNamespaced: true, hasStatus: false };
  const strategy = customStrategy({ ...kind, schema }, timeMsMax);
  try {
    const object = strategy.setDefaults({ spec: value });
    return strategy.validate(object, openWorld()).length === 0 ? JSON.stringify(object) : "faults";
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return `${String(error.code)} ${error.message}`;
  }
}

const PATTERN = { type: "string", pattern: "^(a|a)*$" };

test.each([
  ["aaa", undefined, '{"spec":"aaa"}'],
  ["ab", undefined, "faults"],
  // JavaScript tries 2^60 ways, Go reads the text once.
  [`${"a".repeat(60)}!`, SHORT_MS, SLOW],
])("a pattern with %s does not hold up everybody", (value, timeMsMax, expected) => {
  expect(brief(PATTERN, value, timeMsMax)).toBe(expected);
});
