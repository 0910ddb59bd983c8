import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { marksText, readMarks } from "../../../../src/core/restart/restart-marks.ts";

const KEY = "lockstep.dev/seen-0123456789abcdef";

function entry(manager: string, operation: "Apply" | "Update"): JsonObject {
  const fieldsV1 = { "f:metadata": { "f:annotations": { [`f:${KEY}`]: {} } } };
  return { manager, operation, apiVersion: "apps/v1", fieldsType: "FieldsV1", fieldsV1 };
}

describe("whose marks a workload carries", () => {
  test.each([
    { what: "we applied it", owners: [entry("lockstep", "Apply")], isOurs: true },
    { what: "we did under an earlier name", owners: [entry("oldstep", "Apply")], isOurs: true },
    {
      what: "somebody holds it with us",
      owners: [entry("kubectl", "Update"), entry("lockstep", "Apply")],
      isOurs: true,
    },
    { what: "the list of owners was lost", owners: [], isOurs: true },
    { what: "somebody else wrote it", owners: [entry("kubectl", "Update")], isOurs: false },
    {
      what: "somebody forges our name, without an apply",
      owners: [entry("lockstep", "Update")],
      isOurs: false,
    },
  ])("$what: $isOurs", ({ owners, isOurs }) => {
    const live = { metadata: { annotations: { [KEY]: "k1.one" }, managedFields: owners } };
    const marks = readMarks(live, {
      names: ["lockstep", "oldstep"],
      template: ["spec", "template"],
    });
    expect(marksText(marks)).toBe(isOurs ? "0123456789abcdef k1.one" : "");
  });
});
