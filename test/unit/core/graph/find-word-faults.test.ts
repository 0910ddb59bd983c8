import { describe, expect, test } from "vitest";
import { graphOf, manifest } from "../../../support/graph-builders.ts";

/** What is wrong with an annotation of `ConfigMap/n/a`, and what is expected. */
function faults(key: string, value: string | boolean | null): readonly string[] {
  const { refused } = graphOf([manifest("ConfigMap/n/a", { annotations: { [key]: value } })]);
  return [...refused.values()]
    .flat()
    .map(({ where, what, expected }) => `${where}: ${what}; expected ${expected}`);
}

const MODES = 'one of enforce, observe, create-only, off; YAML takes off without quotes for "no"';

describe("A6: an annotation of a fixed vocabulary", () => {
  test.each<[string, string | boolean, string]>([
    ["mode", "obsreve", `is "obsreve"; did you mean observe?; expected ${MODES}`],
    ["mode", "paused", `is "paused"; expected ${MODES}`],
    [
      "restart",
      "Off",
      'is "Off"; did you mean off?; expected one of on, off; YAML takes off without quotes for "no"',
    ],
    ["recreate", "alowed", 'is "alowed"; did you mean allowed?; expected allowed, or none'],
    ["recreate", true, "is not text; expected allowed, or none"],
    ["prune", "disable", 'is "disable"; did you mean disabled?; expected disabled, or none'],
    ["prune", "", 'is ""; expected disabled, or none'],
    [
      "take-over",
      "the shop",
      'is "the shop"; expected the name of the stack that owns the object now',
    ],
    ["take-over", true, "is not text; expected the name of the stack that owns the object now"],
  ])("%s: %s", (key, value, text) => {
    const name = `lockstep.dev/${key}`;
    expect(faults(name, value)).toEqual([
      `stack.yaml:1:1: ConfigMap/n/a: metadata.annotations["${name}"] ${text}`,
    ]);
  });

  test.each<[string, string | null]>([
    ["mode", "create-only"],
    ["restart", "on"],
    ["recreate", "allowed"],
    ["prune", "disabled"],
    ["prune", null],
    ["take-over", "shop"],
    ["take-over", "applyset-Wx_3-v1"],
  ])("%s: %s says one of its words", (key, value) => {
    expect(faults(`lockstep.dev/${key}`, value)).toEqual([]);
  });
});

describe("what was most likely meant by an item of lockstep.dev/after", () => {
  const db = manifest("Deployment.apps/n/db");

  test.each([
    ["Deployment.apps/db@redy", "did you mean ready?"],
    ["deployment.apps/db", "did you mean Deployment.apps/db?"],
    ["Deployment.apps/n/DB", "did you mean Deployment.apps/n/db?"],
  ])("%s: %s", (value, meant) => {
    const { refused } = graphOf([db, manifest("ConfigMap/n/a", { after: value })]);
    expect([...refused.values()].flat().map(({ what }) => what.split("; ")[1])).toEqual([meant]);
  });

  test("a kind that nobody has is a lint, for it could be in the cluster", () => {
    const { lints, refused } = graphOf([
      db,
      manifest("ConfigMap/n/a", { after: "Deploymnt.apps/db" }),
    ]);
    expect([lints.map(({ what }) => what), refused.size]).toEqual([
      [
        "ConfigMap/n/a: lockstep.dev/after names Deploymnt.apps/n/db, which Git does not have; did you mean Deployment.apps/n/db?",
      ],
      0,
    ]);
  });

  test.each(["StatefulSet.apps/db", "Deployment.apps/other", "ConfigMap/db"])(
    "%s may be in the cluster, and nothing is said",
    (after) => {
      const { lints, refused } = graphOf([db, manifest("ConfigMap/n/a", { after })]);
      expect([lints, refused.size]).toEqual([[], 0]);
    },
  );
});
