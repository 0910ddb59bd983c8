import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, NEW, OLD, type WrittenLook } from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const ID = "ConfigMap/shop/a";
const REST = "data: {x: '1'}";
const written = manifest(ID, { rest: REST });

function marked(fields: JsonObject, live: JsonObject = appliedAt(written, NEW)): JsonObject {
  return editObject(live, "kubectl-annotate", { metadata: fields });
}

function annotated(key: string, value: string): WrittenLook {
  return { git: [written], live: [marked({ annotations: { [`lockstep.dev/${key}`]: value } })] };
}

function misread(look: WrittenLook): string {
  const { objects } = decide(lookOf(look)).plan;
  const found = objects.flatMap(({ conditions }) => conditions);
  return found.find(({ type }) => type === "NotUnderstood")?.message ?? "nothing";
}

describe("planPass, words on a live object that are not understood", () => {
  test.each<{ readonly title: string; readonly look: WrittenLook; readonly is: string }>([
    { title: "prune: disabled", look: annotated("prune", "disabled"), is: "nothing" },
    {
      title: "prune: Disabled",
      look: annotated("prune", "Disabled"),
      is: 'annotation lockstep.dev/prune is "Disabled", expected "disabled" or none; while it stands the object is not deleted',
    },
    {
      title: "a mode",
      look: annotated("mode", "off"),
      is: 'annotation lockstep.dev/mode is "off" on the live object; it counts in Git only',
    },
    {
      title: "an edge, and a permission",
      look: {
        git: [written],
        live: [
          marked({
            annotations: { "lockstep.dev/after": "x", "lockstep.dev/recreate": "allowed" },
          }),
        ],
      },
      is: 'annotation lockstep.dev/after is "x" on the live object; it counts in Git only; annotation lockstep.dev/recreate is "allowed" on the live object; it counts in Git only',
    },
    {
      title: "a label that has to be an annotation, and the other way round",
      look: {
        git: [written],
        live: [
          marked({
            labels: { "lockstep.dev/revert": "all" },
            annotations: { "lockstep.dev/skip-reconciliation": "true" },
          }),
        ],
      },
      is: "label lockstep.dev/revert says nothing, it is expected as an annotation; annotation lockstep.dev/skip-reconciliation says nothing, it is expected as a label",
    },
    {
      title: "a long value with a password",
      look: annotated("prune", `https://me:secret@git.example/${"x".repeat(60)}`),
      is: 'annotation lockstep.dev/prune is "https://(credentials)@git.example/xxxxx…", expected "disabled" or none; while it stands the object is not deleted',
    },
    {
      title: "where the mode is off",
      look: { ...annotated("mode", "on"), rules: { mode: "off" } },
      is: "nothing",
    },
    {
      title: "what Git says itself",
      look: inGit(),
      is: "nothing",
    },
    {
      title: "what Git said, of an object that is held",
      look: {
        ...inGit(),
        git: [written],
        before: inGit().git,
        live: [appliedAt(recreated(), OLD)],
      },
      is: "nothing",
    },
  ])("$title", ({ look, is }) => {
    expect(misread(look)).toBe(is);
  });

  test("an orphan whose prune: is not understood stays, and says what is expected", () => {
    const live = marked({ annotations: { "lockstep.dev/prune": "false" } });
    const { orphans } = decide(lookOf({ git: [], live: [live] })).plan;
    expect(orphans.map(({ action, reason }) => [action, reason])).toEqual([
      [
        "keep",
        'annotation lockstep.dev/prune is "false", expected "disabled" or none; while it stands the object is not deleted',
      ],
    ]);
  });
});

function recreated(): ReturnType<typeof manifest> {
  return manifest(ID, { annotations: { "lockstep.dev/recreate": "allowed" }, rest: REST });
}

function inGit(): WrittenLook & { readonly git: readonly ReturnType<typeof manifest>[] } {
  return { git: [recreated()], live: [appliedAt(recreated(), NEW)] };
}
