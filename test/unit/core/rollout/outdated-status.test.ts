import { expect, test } from "vitest";
import { elastic } from "../../../support/rollout-builders.ts";
import { BUMPED, dependentWrite, ES, KB, NEW_KB, party } from "../../../support/skew-cases.ts";

/** Taken back by somebody and raised again by us: the status is of before both. */
const outdated = party(ES, { spec: "9.1.0", status: "9.1.0", more: "{observedGeneration: 1}" });
const body = elastic(KB, "9.1.0").object;
const NOT_OBSERVED = "NotObserved, wants 9.1.0, has generation 2 of the Elasticsearch, observed 1";

test("a status of an older generation does not let a dependent rise", () => {
  expect(dependentWrite(NEW_KB, outdated)).toBe(NOT_OBSERVED);
  expect(dependentWrite(party(KB, BUMPED), outdated, { kind: "revert", body })).toBe(NOT_OBSERVED);
});

test("a dependent whose status still says the version of before it was taken back rises when it is reverted", () => {
  const self = party(KB, { spec: "8.19.2", status: "9.1.0" });
  expect(dependentWrite(self, outdated, { kind: "revert", body })).toBe(NOT_OBSERVED);
  const low = party(ES, { spec: "8.19.2", status: "8.19.2" });
  expect(dependentWrite(self, low, { kind: "revert", body })).toBe(
    "VersionBehind, wants 9.1.0, has 8.19.2",
  );
  const rolledOut = party(ES, { spec: "9.1.0" });
  expect(dependentWrite(self, rolledOut, { kind: "revert", body })).toBe("open");
});
