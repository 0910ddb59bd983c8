import { describe, expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  keyFrom,
  lookOf,
  memoryOf,
  NEW,
  NOW_MS,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { billing } from "../../../support/sibling-builder.ts";

const settings = manifest("ConfigMap/shop/settings", { rest: "data: {x: '1'}" });
const other = manifest("ConfigMap/shop/other", { rest: "data: {x: '1'}" });
const db = manifest("ConfigMap/shop/db", { rest: "data: {x: '1'}" });
const web = manifest("ConfigMap/shop/web", { after: "ConfigMap/shop/db@exists" });
const claim = manifest("PersistentVolumeClaim/shop/data");
const namespace = manifest("Namespace/shop");
const first = manifest("ConfigMap/shop/first", {
  annotations: { "argocd.argoproj.io/sync-wave": "1" },
});
const second = manifest("ConfigMap/shop/second", {
  annotations: { "argocd.argoproj.io/sync-wave": "2" },
});
const user = manifest("Deployment.apps/shop/user", {
  rest: "spec: {template: {spec: {containers: [{name: a, image: 'a:1', envFrom: [{configMapRef: {name: settings}}]}]}}}",
});
const freed = manifest("Deployment.apps/shop/user", {
  rest: "spec: {template: {spec: {containers: [{name: a, image: 'a:1'}]}}}",
});

function live(...manifests: readonly (typeof settings)[]): readonly JsonObject[] {
  return manifests.map((each) => appliedAt(each, NEW));
}

function terminating(object: JsonObject, finalizers: readonly string[]): JsonObject {
  const metadata = { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers };
  return { ...object, metadata: { ...objectAt(object, "metadata"), ...metadata } };
}

function annotated(object: JsonObject, annotations: JsonObject): JsonObject {
  const metadata = objectAt(object, "metadata");
  const all = { ...objectAt(metadata, "annotations"), ...annotations };
  return { ...object, metadata: { ...metadata, annotations: all } };
}

function orphansOf(look: WrittenLook): readonly string[] {
  return decide(lookOf(look)).lines.filter((line) => line.includes("orphan "));
}

const settingsLive = appliedAt(settings, NEW);

describe("what becomes of what Git no longer has", () => {
  test.each<{
    readonly title: string;
    readonly look: WrittenLook;
    readonly lines: readonly string[];
  }>([
    {
      title: "it is deleted",
      look: { git: [other], live: live(other, settings) },
      lines: ["delete orphan ConfigMap/shop/settings: Git no longer has it"],
    },
    {
      title: "dependents go before their targets",
      look: { git: [other], live: live(other, db, web) },
      lines: [
        "hold orphan ConfigMap/shop/db: waits for ConfigMap/shop/web: it goes first",
        "delete orphan ConfigMap/shop/web: Git no longer has it",
      ],
    },
    {
      title: "one that goes already is waited for, with what it waits for itself",
      look: {
        git: [other],
        live: [...live(other, db), terminating(appliedAt(web, NEW), ["example.com/hold"])],
      },
      lines: [
        "hold orphan ConfigMap/shop/db: waits for ConfigMap/shop/web: it goes first",
        "prune orphan ConfigMap/shop/web: it is being deleted and waits for: example.com/hold",
      ],
    },
    {
      title: "waves go in reverse order, and what stays is not in their way",
      look: { git: [other], live: live(other, first, second) },
      lines: [
        "hold orphan ConfigMap/shop/first: waits for ConfigMap/shop/second: it goes first",
        "delete orphan ConfigMap/shop/second: Git no longer has it",
      ],
    },
    {
      title: "a wave that stays keeps no earlier one",
      look: { git: [second], live: live(first, second) },
      lines: ["delete orphan ConfigMap/shop/first: Git no longer has it"],
    },
    {
      title: "what Git still depends on stays, and why",
      look: { git: [web, other], live: live(db, web, other) },
      lines: [
        "hold orphan ConfigMap/shop/db: waits for ConfigMap/shop/web: Git says that it depends on it (annotation:lockstep.dev/after)",
      ],
    },
    {
      title: "also by a reference of structure",
      look: { git: [user], live: live(user, settings) },
      lines: [
        "hold orphan ConfigMap/shop/settings: waits for Deployment.apps/shop/user: Git says that it depends on it (structure:ConfigMap)",
      ],
    },
    {
      title: "what a change in Git no longer uses stays until that is rolled out",
      look: { git: [freed], before: [user], live: [appliedAt(user), settingsLive] },
      lines: [
        "hold orphan ConfigMap/shop/settings: waits for Deployment.apps/shop/user: it still depends on it (structure:ConfigMap)",
      ],
    },
    {
      title: "and when it is applied, until it is rolled out: old pods may use it",
      look: { git: [freed], live: [appliedAt(freed, NEW), settingsLive] },
      lines: [
        "hold orphan ConfigMap/shop/settings: waits for Deployment.apps/shop/user: it may still use it until it is rolled out",
      ],
    },
    {
      title: "prune: disabled on the object",
      look: {
        git: [other],
        live: [...live(other), annotated(settingsLive, { "lockstep.dev/prune": "disabled" })],
      },
      lines: [
        "keep orphan ConfigMap/shop/settings: its annotation lockstep.dev/prune says that it stays",
      ],
    },
    {
      title: "the same in another tool's words",
      look: {
        git: [other],
        live: [
          ...live(other),
          annotated(settingsLive, {
            "argocd.argoproj.io/sync-options": "Replace=true, Prune=false",
          }),
        ],
      },
      lines: [
        "keep orphan ConfigMap/shop/settings: its annotation argocd.argoproj.io/sync-options says that it stays",
      ],
    },
    {
      title: "kinds that take data with them stay",
      look: { git: [other], live: live(other, claim, namespace) },
      lines: [
        "keep orphan Namespace/shop: a Namespace is only deleted when prune.protected names Namespace",
        "keep orphan PersistentVolumeClaim/shop/data: a PersistentVolumeClaim is only deleted when prune.protected names PersistentVolumeClaim",
      ],
    },
    {
      title: "unless the config names the kind",
      look: {
        git: [other],
        live: live(other, claim),
        rules: {
          prune: {
            isEnabled: true,
            objectsMax: 10,
            percentMax: 20,
            unprotected: new Set(["PersistentVolumeClaim"]),
          },
        },
      },
      lines: ["delete orphan PersistentVolumeClaim/shop/data: Git no longer has it"],
    },
    {
      title: "pruning that is off",
      look: {
        git: [other],
        live: live(other, settings),
        rules: {
          prune: { isEnabled: false, objectsMax: 10, percentMax: 20, unprotected: new Set() },
        },
      },
      lines: ["keep orphan ConfigMap/shop/settings: pruning is off (prune.enabled)"],
    },
    {
      title: "a mode that only looks",
      look: { git: [other], live: live(other, settings), rules: { mode: "observe" } },
      lines: ["keep orphan ConfigMap/shop/settings: the mode observe deletes nothing"],
    },
    {
      title: "one that moves to another stack",
      look: {
        git: [other],
        live: live(other, settings),
        siblings: [billing({ keys: new Set([keyFrom("ConfigMap/shop/settings")]) })],
      },
      lines: ["keep orphan ConfigMap/shop/settings: it moves to the stack billing"],
    },
    {
      title: "while another stack was not looked at, it may be there",
      look: { git: [other], live: live(other, settings), siblings: [billing({ keys: undefined })] },
      lines: [
        "hold orphan ConfigMap/shop/settings: nobody knows yet whether it moves to the stack billing, which is not looked at",
      ],
    },
    {
      title: "a kind that cannot be listed",
      look: {
        git: [other],
        live: live(other, settings),
        unlisted: { "Deployment.apps": "forbidden" },
      },
      lines: [
        "hold orphan ConfigMap/shop/settings: Deployment.apps cannot be listed (forbidden), so nobody knows what depends on it",
      ],
    },
    {
      title: "a file that does not parse may be its manifest",
      look: { git: [other], live: live(other, settings), unparsed: ["settings.yaml:1:4"] },
      lines: [
        "hold orphan ConfigMap/shop/settings: settings.yaml:1:4 does not parse, so nobody knows what it holds; mend it, or name it in .lockstepignore",
      ],
    },
    {
      title: "a delete that was refused waits for its time",
      look: {
        git: [other],
        live: live(other, settings),
        memory: memoryOf({
          "ConfigMap/shop/settings": {
            refused: {
              intentHash: "delete",
              refusal: { code: "forbidden", message: "may not delete", retry: "after-change" },
              attempts: 1,
              retryAtMs: NOW_MS + 1,
            },
          },
        }),
      },
      lines: ["hold orphan ConfigMap/shop/settings: may not delete"],
    },
  ])("$title", ({ look, lines }) => {
    expect(orphansOf(look)).toEqual(lines);
  });
});
