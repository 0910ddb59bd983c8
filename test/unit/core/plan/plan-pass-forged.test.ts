import { describe, expect, test } from "vitest";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  hashOf,
  lookOf,
  memoryOf,
  NEW,
  OLD,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { editObject, patchOwners } from "../../../support/server-side-apply.ts";

const a = manifest("ConfigMap/shop/a", { rest: "data: {x: '1'}" });
const elsewhere = manifest("ConfigMap/shop/a", { rest: "data: {x: 'from another commit'}" });
const live = appliedAt(a, NEW);
const reset = patchOwners(live, [{ path: "/metadata/managedFields", value: [] }]);
const atOther = byEve(`annotations: {lockstep.dev/revision: "${OLD}"}`);
const applied = { appliedRevision: NEW };
const dryRun = ["ask dry-run ConfigMap/shop/a"];

function byEve(metadata: string): typeof live {
  return editObject(live, "eve", yaml(`metadata: {${metadata}}`));
}

describe("planPass, what somebody forged to escape it", () => {
  test.each<{
    readonly title: string;
    readonly look: WrittenLook;
    readonly asked: readonly string[];
    readonly lines: readonly string[];
  }>([
    {
      title:
        "a revision annotation that leads to another commit is drift, no way to apply that one",
      look: {
        git: [a],
        before: [elsewhere],
        live: [atOther],
        memory: memoryOf({ "ConfigMap/shop/a": applied }),
      },
      asked: dryRun,
      lines: [
        "revert ConfigMap/shop/a: changed /metadata/annotations/lockstep.dev~1revision by eve reverted [Ready]",
      ],
    },
    {
      title: "nor while Git's change is held: what was applied before stays",
      look: {
        git: [
          manifest("ConfigMap/shop/a", {
            after: "ConfigMap/shop/none@exists",
            rest: "data: {x: '2'}",
          }),
        ],
        before: [a],
        live: [
          editObject(
            appliedAt(a, OLD),
            "eve",
            yaml(`metadata: {annotations: {lockstep.dev/revision: "${"3".repeat(40)}"}}`),
          ),
        ],
        seen: { "ConfigMap/shop/none": { kind: "absent" } },
        memory: memoryOf({ "ConfigMap/shop/a": { appliedRevision: OLD } }),
      },
      asked: ["ask dry-run ConfigMap/shop/a"],
      lines: [
        "revert ConfigMap/shop/a: ConfigMap/shop/none TargetNotFound it is neither in the cluster nor in Git<exists + changed /metadata/annotations/lockstep.dev~1revision by eve reverted [DelayingChanges]",
      ],
    },
    {
      title: "a stack label with another name is drift, and does not end the protection",
      look: { git: [a], live: [byEve("labels: {lockstep.dev/stack: other}")] },
      asked: dryRun,
      lines: [
        "revert ConfigMap/shop/a: changed /metadata/labels/lockstep.dev~1stack by eve reverted [Ready]",
      ],
    },
    {
      title: "a list of managers that was reset is written again: fields may hide behind it",
      look: { git: [a], live: [reset] },
      asked: dryRun,
      lines: ["revert ConfigMap/shop/a: legacy reverted [Ready]"],
    },
    {
      title: "a list of managers that is empty after our write, too, is left: it would never end",
      look: {
        git: [a],
        live: [reset],
        memory: memoryOf({
          "ConfigMap/shop/a": { ...applied, verified: { intentHash: hashOf(a), ownedDigest: "" } },
        }),
      },
      asked: [],
      lines: ["keep ConfigMap/shop/a [Ready]"],
    },
  ])("$title", ({ look, asked, lines }) => {
    const decided = decide(lookOf(look));
    expect({ asked: decided.asked, lines: decided.lines }).toEqual({ asked, lines });
  });
});
