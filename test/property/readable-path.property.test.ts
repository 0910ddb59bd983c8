import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { FieldPath } from "../../src/core/ownership/field-path.ts";
import { formatPath } from "../../src/core/ownership/format-path.ts";
import { readablePath } from "../../src/core/report/readable-path.ts";
import { runs } from "../support/property-runs.ts";

const name = fc.oneof(fc.string(), fc.constantFrom("a", "a.b", "a/b", "~1", "[", "=x", "0", ""));
const step = fc.oneof(
  name.map((text) => ({ kind: "field", name: text }) as const),
  name.map((text) => ({ kind: "key", keys: new Map([["name", text]]) }) as const),
  name.map((value) => ({ kind: "value", value }) as const),
);
const path: fc.Arbitrary<FieldPath> = fc.array(step, { minLength: 1, maxLength: 4 });

test("different places read differently", () => {
  fc.assert(
    fc.property(path, path, (a, b) => {
      const [left, right] = [formatPath(a), formatPath(b)];
      expect(readablePath(left) === readablePath(right)).toBe(left === right);
    }),
    runs(200),
  );
});
