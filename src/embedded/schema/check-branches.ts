import { isJsonObject, type JsonObject, listAt, objectAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { type Checked, NOTHING_CHECKED } from "./checked.ts";

/** `anyOf`, `oneOf`, `allOf` and `not`, in this order. `check` looks whether a value fits a branch. */
export function checkBranches(
  rules: JsonObject,
  path: string,
  check: (branch: JsonObject) => Checked,
): Checked {
  const parts = [
    checkAnyOf(branchesOf(rules, "anyOf").map(check), path),
    checkOneOf(branchesOf(rules, "oneOf").map(check), path),
    checkAllOf(branchesOf(rules, "allOf").map(check), path),
  ];
  const not = objectAt(rules, "not");
  const isRefused = not !== undefined && check(not).faults.length === 0;
  return {
    faults: [
      ...parts.flatMap((part) => part.faults),
      ...(isRefused ? [fault(path, "must not validate the schema (not)")] : []),
    ],
    matches: parts.reduce((sum, part) => sum + part.matches, 0),
  };
}

function branchesOf(rules: JsonObject, keyword: string): readonly JsonObject[] {
  return listAt(rules, keyword).filter(isJsonObject);
}

function checkAnyOf(branches: readonly Checked[], path: string): Checked {
  const passed = branches.find(isPassed);
  if (branches.length === 0 || passed !== undefined) return passed ?? NOTHING_CHECKED;
  return withBest(branches, fault(path, "must validate at least one schema (anyOf)"));
}

function checkOneOf(branches: readonly Checked[], path: string): Checked {
  const passed = branches.filter(isPassed);
  if (branches.length === 0 || passed.length === 1) return passed[0] ?? NOTHING_CHECKED;
  const words = "must validate one and only one schema (oneOf).";
  if (passed.length === 0) return withBest(branches, fault(path, `${words} Found none valid`));
  const detail = `${words} Found ${passed.length} valid alternatives`;
  return { faults: [fault(path, detail)], matches: 0 };
}

function checkAllOf(branches: readonly Checked[], path: string): Checked {
  const passed = branches.filter(isPassed);
  const none = passed.length === 0 ? ". None validated" : "";
  const detail = `must validate all the schemas (allOf)${none}`;
  const isWhole = passed.length === branches.length;
  return {
    faults: [
      ...branches.flatMap((branch) => branch.faults),
      ...(isWhole ? [] : [fault(path, detail)]),
    ],
    matches: branches.reduce((sum, branch) => sum + branch.matches, 0),
  };
}

/** The faults of the branch in which most was checked; of equals, the first. */
function withBest(branches: readonly Checked[], own: Fault): Checked {
  const best = branches.reduce((found, branch) =>
    branch.matches > found.matches ? branch : found,
  );
  return { faults: [own, ...best.faults], matches: best.matches };
}

function isPassed(branch: Checked): boolean {
  return branch.faults.length === 0;
}

/** These faults name their place only in words. */
function fault(path: string, words: string): Fault {
  return { kind: "invalid", field: "<nil>", value: "", detail: `"${path}" ${words}` };
}
