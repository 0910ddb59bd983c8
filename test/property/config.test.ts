import * as fc from "fast-check";
import { validate } from "node-cron";
import { describe, expect, test } from "vitest";
import { checkManagerPattern } from "../../src/core/config/check-manager-pattern.ts";
import { checkSchedule } from "../../src/core/config/check-schedule.ts";
import { parseConfig } from "../../src/core/config/parse-config.ts";
import { MINIMAL_CONFIG } from "../support/config-text.ts";
import { runs } from "../support/property-runs.ts";

const KEYS = [
  "cluster",
  "agent",
  "stacks",
  "name",
  "source",
  "url",
  "reports",
  "allow",
  "__proto__",
  "constructor",
];

describe("the config parser", () => {
  test("never throws on any text, and each problem has a place", () => {
    const piece = fc.constantFrom(
      ..."{}[]:,-&*!|>'\"#%@`?\n\t ab1".split(""),
      "stacks:",
      "\n  - ",
      "<<: ",
      "name: x",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(piece, { maxLength: 60 }).map((all) => all.join("")),
        ),
        (text) => {
          const parsed = parseConfig(text, "f");
          const places = parsed.ok ? [] : parsed.problems.map((problem) => problem.where);
          expect(places.filter((where) => !/^f:\d+:\d+$/.test(where))).toEqual([]);
        },
      ),
      runs(300),
    );
  });

  test("never throws on any JSON, and never repeats a value", () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("hunter2secret", "hunter2secret://hunter2secret", 1e9, true, null),
        tie("list"),
        tie("object"),
      ),
      list: fc.array(tie("value"), { maxLength: 3 }),
      object: fc
        .array(fc.tuple(fc.constantFrom(...KEYS), tie("value")), { maxLength: 4 })
        .map((members) => Object.fromEntries(members)),
    }));
    fc.assert(
      fc.property(value, (json) => {
        const parsed = parseConfig(JSON.stringify(json), "f");
        expect(JSON.stringify(parsed)).not.toContain("hunter2secret");
      }),
      runs(200),
    );
  });

  test("one changed character of a right config is read or refused, never thrown", () => {
    fc.assert(
      fc.property(
        fc.nat(MINIMAL_CONFIG.length),
        fc.string({ unit: "grapheme", maxLength: 3 }),
        (at, text) => {
          const changed = `${MINIMAL_CONFIG.slice(0, at)}${text}${MINIMAL_CONFIG.slice(at + 1)}`;
          expect(typeof parseConfig(changed, "f").ok).toBe("boolean");
        },
      ),
      runs(150),
    );
  });
});

describe("what the core accepts, the adapters can use", () => {
  test("a schedule is one for node-cron", () => {
    const field = fc
      .array(
        fc.constantFrom(
          "*",
          "*/",
          "/",
          "-",
          ",",
          "1",
          "5",
          "31",
          "59",
          "0",
          "mon",
          "JAN",
          "friday",
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((all) => all.join(""));
    fc.assert(
      fc.property(
        // One drawn field: two would hide each other's faults.
        fc.integer({ min: 5, max: 6 }),
        fc.nat({ max: 4 }),
        field,
        (length, at, drawn) => {
          const fields = Array.from({ length }, (_, index) => (index === at ? drawn : "*"));
          const checked = checkSchedule(fields.join(" "));
          expect(checked.ok && !validate(checked.value) ? checked.value : "").toBe("");
        },
      ),
      runs(2_000),
    );
  });

  test("an expression compiles", () => {
    const piece = fc.constantFrom(
      ..."abz09.*+?^$|()[]{}\\-,/:= ".split(""),
      "(?:",
      "[a-",
      "{1,2}",
      "{3,1}",
      "\\d",
      "\\-",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 8 }).map((all) => all.join("")),
        (source) => {
          fc.pre(checkManagerPattern(`/${source}/`).ok);
          expect(() => new RegExp(source)).not.toThrow();
        },
      ),
      runs(1_000),
    );
  });
});
