import { describe, expect, test } from "vitest";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import { graphOf, manifest } from "../../../support/graph-builders.ts";

const DEPENDS_ON = "config.kubernetes.io/depends-on";
const WAVE = "argocd.argoproj.io/sync-wave";
const GROUP = "kapp.k14s.io/change-group";
const RULE = "kapp.k14s.io/change-rule";

describe("what is written of the order and has no effect is a lint", () => {
  test.each<[string, Manifest[], string]>([
    [
      "lockstep.dev/after the object itself",
      [manifest("ConfigMap/n/a", { after: "ConfigMap/a" })],
      "ConfigMap/n/a: lockstep.dev/after names the object itself, which has no effect",
    ],
    [
      "depends-on the object itself",
      [config("a", { [DEPENDS_ON]: "/namespaces/n/ConfigMap/a" })],
      `ConfigMap/n/a: ${DEPENDS_ON} names the object itself, which has no effect`,
    ],
    [
      "a rule about a group of the object alone",
      [config("a", { [GROUP]: "alone", [RULE]: "upsert after upserting alone" })],
      `ConfigMap/n/a: ${RULE} names the group alone, in which no other object is`,
    ],
    [
      "a Namespace in a later wave than its objects",
      [
        manifest("Namespace/n", { annotations: { [WAVE]: "2" } }),
        config("a", { [WAVE]: "-1" }),
        config("b"),
      ],
      `Namespace/n: ${WAVE} has no effect: an object that needs it is in wave -1`,
    ],
    ...["lockstep.dev/after", DEPENDS_ON, WAVE, GROUP, RULE, `${RULE}.x`].map(
      (key): [string, Manifest[], string] => [
        `${key} on a pod template`,
        [workload(key, "1")],
        `Deployment.apps/n/web: ${key} on the pod template has no effect; it belongs on the object itself`,
      ],
    ),
    ["any other annotation on a pod template", [workload("example.org/note", "1")], ""],
    [
      "a Namespace in the wave of its first object",
      [
        manifest("Namespace/n", { annotations: { [WAVE]: "-1" } }),
        config("a", { [WAVE]: "-1" }),
        config("b"),
      ],
      "",
    ],
  ])("%s", (_, manifests, want) => {
    const { lints, refused } = graphOf(manifests);
    expect([lints.map(({ what }) => what).join(), refused.size]).toEqual([want, 0]);
  });
});

function config(name: string, annotations: Readonly<Record<string, string>> = {}): Manifest {
  return manifest(`ConfigMap/n/${name}`, { annotations });
}

/** A Deployment with an annotation on its pods. */
function workload(key: string, value: string): Manifest {
  const spec = `{template: {metadata: {annotations: {"${key}": "${value}"}}}}`;
  return manifest("Deployment.apps/n/web", { spec });
}
