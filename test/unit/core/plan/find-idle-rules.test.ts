import { describe, expect, test } from "vitest";
import type { AllowRule } from "../../../../src/core/ownership/foreign-rules.ts";
import { planPass } from "../../../../src/core/plan/plan-pass.ts";
import type { IgnoreRule } from "../../../../src/core/released/ignore-rule.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  lookOf,
  NEW,
  NOW_MS,
  rulesOf,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const WEB = manifest("Deployment.apps/shop/web", {
  spec: "{replicas: 3, template: {spec: {containers: [{name: web, image: w}]}}}",
});
const LIVE = appliedAt(WEB, NEW);
const DEFAULTED = editObject(LIVE, "server", yaml("spec: {paused: false}"));

const NO_RULE: IgnoreRule = {
  kinds: [],
  names: [],
  path: "",
  manager: undefined,
  untilMs: undefined,
};

function lints(written: Partial<WrittenLook>): readonly string[] {
  const { lints: told } = planPass(lookOf({ git: [WEB], live: [DEFAULTED], ...written }));
  return told
    .map(({ where, what }) => `${where}: ${what}`)
    .filter((text) => text.includes("no effect"));
}

function ignore(...rules: readonly Partial<IgnoreRule>[]): Partial<WrittenLook> {
  return { rules: rulesOf({ ignore: rules.map((each) => ({ ...NO_RULE, ...each })) }) };
}

describe("W6: a rule whose path nothing has is a lint", () => {
  const NOTHING = "has no effect now: neither Git nor the cluster has";

  test.each<[Partial<IgnoreRule>, string]>([
    [
      { path: "/spec/replica" },
      `ignore /spec/replica: ${NOTHING} /spec/replica on Deployment.apps/shop/web`,
    ],
    [
      { path: "/spec/template/spec/containers/[name=web]/images" },
      `ignore /spec/template/spec/containers/[name=web]/images: ${NOTHING} /spec/template/spec/containers/[name=web]/images on Deployment.apps/shop/web`,
    ],
    [
      { path: "/spec/replicas", kinds: ["Deploymnt.apps"] },
      "ignore /spec/replicas: has no effect: the stack has no object of its kinds and names",
    ],
    [
      { path: "/spec/replicas", names: ["wob*"] },
      "ignore /spec/replicas: has no effect: the stack has no object of its kinds and names",
    ],
  ])("%o", (rule, text) => {
    expect(lints(ignore(rule))).toEqual([text]);
  });

  test.each<[string, Partial<IgnoreRule>]>([
    ["a path of Git", { path: "/spec/replicas" }],
    ["a default of the cluster", { path: "/spec/paused" }],
    ["an item of a list", { path: "/spec/template/spec/containers/*/image" }],
    ["a key that may come", { path: "/metadata/annotations/tuner.io~1*" }],
    ["one that is over", { path: "/spec/replica", untilMs: NOW_MS }],
  ])("%s is none", (_, rule) => {
    expect(lints(ignore(rule))).toEqual([]);
  });

  test("F9: a path of ownership.allow is told with its rule, the others of that rule are not", () => {
    const rule: AllowRule = {
      manager: { kind: "exact", text: "helm" },
      operation: undefined,
      kinds: [],
      paths: ["/spec/replicas", "/spce"],
    };
    expect(lints({ rules: rulesOf({ allow: [rule] }) })).toEqual([
      `ownership.allow helm on /spec/replicas, /spce: ${NOTHING} /spce on Deployment.apps/shop/web`,
    ]);
  });

  test.each<[string, Partial<WrittenLook>]>([
    ["nobody has looked at an object", { live: [] }],
    [
      "an object cannot be read",
      { live: [], seen: { "Deployment.apps/shop/web": { kind: "unreadable", reason: "no" } } },
    ],
    ["files cannot be read", { unparsed: ["a.yaml"] }],
    ["a kind cannot be listed", { unlistable: { Secret: "forbidden" } }],
  ])("nothing is said while %s", (_, written) => {
    expect(lints({ ...ignore({ path: "/spec/replica" }), ...written })).toEqual([]);
  });
});
