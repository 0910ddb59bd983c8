import { expect, test } from "vitest";
import { checkContentType } from "../../../../src/embedded/api/check-content-type.ts";
import type { Verb } from "../../../../src/embedded/api/choose-verb.ts";

const VERBS: readonly Verb[] = ["create", "update", "patch", "delete"];
const PROTOBUF = "application/vnd.kubernetes.protobuf";
const STRATEGIC = "application/strategic-merge-patch+json";

test.each<[string, string, string]>([
  ["create built-in", "", "taken"],
  ["create built-in", "application/json", "taken"],
  ["create built-in", "application/yaml", "taken"],
  ["create built-in", PROTOBUF, "taken"],
  ["create custom", PROTOBUF, "refused"],
  ["create built-in", "text/plain", "refused"],
  ["update custom", "application/x-www-form-urlencoded", "refused"],
  ["delete built-in", "text/plain", "refused"],
  ["get built-in", "text/plain", "refused"],
  ["patch built-in", STRATEGIC, "taken"],
  ["patch custom", STRATEGIC, "refused"],
  ["patch built-in", "application/apply-patch+yaml", "taken"],
  ["patch built-in", "application/json", "refused"],
  ["patch built-in", "", "refused"],
])("%s, with a body of type '%s': %s", (what, contentType, expected) => {
  const [name = "", kind] = what.split(" ");
  const verb = VERBS.find((each) => each === name) ?? "get";
  const sent = { verb, isCustom: kind === "custom", contentType, hasBody: true };
  expect(outcome(sent)).toBe(expected);
});

test("a delete without a body may say any type", () => {
  const sent = { verb: "delete" as const, isCustom: false, contentType: "text/plain" };
  expect(outcome({ ...sent, hasBody: false })).toBe("taken");
});

function outcome(sent: Parameters<typeof checkContentType>[0]): string {
  try {
    checkContentType(sent);
    return "taken";
  } catch {
    return "refused";
  }
}
