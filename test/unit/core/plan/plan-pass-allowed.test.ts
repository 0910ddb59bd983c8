import { expect, test } from "vitest";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import type { Json, JsonObject } from "../../../../src/core/object/json.ts";
import { decide } from "../../../support/decide.ts";
import { allowing } from "../../../support/drift-finding.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, OLD, type WrittenLook } from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const RULES = { allow: [allowing("tuner", ["/data/depth"])] };

function sea(data: string): Manifest {
  return manifest("ConfigMap/shop/sea", { rest: `data: {${data}}` });
}

const before = sea("depth: '9', sky: blue");
const tuned = editObject(appliedAt(before, OLD), "tuner", yaml("data: {depth: '11'}"));

/** The data that is sent; `undefined`: nothing is. */
function sent(git: Manifest, live: JsonObject, more: Partial<WrittenLook> = {}): Json | undefined {
  const look = lookOf({ git: [git], before: [before], live: [live], rules: RULES, ...more });
  return decide(look).plan.objects[0]?.step?.intent["data"];
}

test("what a rule lets somebody hold is no reason to write", () => {
  expect(sent(before, tuned)).toBeUndefined();
});

test("a revert of something else does not take it back", () => {
  const edited = editObject(tuned, "anna", yaml("data: {sky: red}"));
  expect(sent(before, edited)).toEqual({ sky: "blue" });
  const look = lookOf({ git: [before], before: [before], live: [edited], rules: RULES });
  const expected = decide(look).plan.objects[0]?.step?.expected;
  expect(expected?.["data"]).toEqual({ depth: "11", sky: "blue" });
});

test("nor does a change of something else in Git", () => {
  expect(sent(sea("depth: '9', sky: grey"), tuned)).toEqual({ sky: "grey" });
});

test("what the server is asked beforehand is what will be sent", () => {
  const git = [sea("depth: '9', sky: grey")];
  const rules = { ...RULES, isPreflighted: true };
  const { look } = decide(lookOf({ git, before: [before], live: [tuned], rules }));
  const answers = [...look.dryRuns].flatMap(([key, answer]) =>
    key.startsWith("preflight") && answer.kind === "accepted" ? [answer.object["data"]] : [],
  );
  expect(answers).toEqual([{ depth: "11", sky: "grey" }]);
});

test("where Git changes that very value, Git's word counts", () => {
  expect(sent(sea("depth: '10', sky: blue"), tuned)).toEqual({ depth: "10", sky: "blue" });
});

test("what was never applied is taken over with all that Git says", () => {
  const theirs = editObject(
    yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: sea, namespace: shop, uid: u1}}"),
    "tuner",
    yaml("data: {depth: '11'}"),
  );
  expect(sent(before, theirs)).toEqual({ depth: "9", sky: "blue" });
});
