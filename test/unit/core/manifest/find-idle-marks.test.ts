import { describe, expect, test } from "vitest";
import { findIdleMarks } from "../../../../src/core/manifest/find-idle-marks.ts";
import type { JsonObject } from "../../../../src/core/object/json.ts";

const AFTER = "Deployment.apps/shop/db";
const WATCHED = { "lockstep.dev/watched-by": "lockstep" };

function told(body: JsonObject): readonly string[] {
  const found = findIdleMarks({ apiVersion: "apps/v1", kind: "Deployment", ...body });
  return found.map(({ path, what }) => `${path.slice(0, -1).join(".")}: ${what}`);
}

describe("findIdleMarks", () => {
  test("what counts in Git is no remark, nor is what is refused, or a lint of the graph", () => {
    const annotations = {
      "lockstep.dev/after": AFTER,
      "lockstep.dev/mode": "observe",
      "lockstep.dev/prune": "disabled",
      "lockstep.dev/recreate": "allowed",
      "lockstep.dev/restart": "off",
      "lockstep.dev/take-over": "other",
      "lockstep.dev/revision": "x",
      "example.org/mdoe": "x",
    };
    const template = {
      metadata: { annotations: { "lockstep.dev/version": "1", "lockstep.dev/after": AFTER } },
    };
    expect(told({ metadata: { annotations, labels: WATCHED }, spec: { template } })).toEqual([]);
  });

  test.each<[string, JsonObject, string]>([
    [
      "a key that is nearly one of ours",
      { metadata: { annotations: { "lockstep.dev/mdoe": "observe" } } },
      'metadata.annotations: annotation "lockstep.dev/mdoe" says nothing here; did you mean lockstep.dev/mode?',
    ],
    [
      "a key that is far from all of ours",
      { metadata: { labels: { "lockstep.dev/team": "a" } } },
      'metadata.labels: label "lockstep.dev/team" says nothing here',
    ],
    [
      "an annotation that was made a label",
      { metadata: { labels: { "lockstep.dev/mode": "observe" } } },
      'metadata.labels: label "lockstep.dev/mode" says nothing here; it is expected as annotation',
    ],
    [
      "a label that was made an annotation",
      { metadata: { annotations: WATCHED } },
      'metadata.annotations: annotation "lockstep.dev/watched-by" says nothing here; it is expected as label',
    ],
    [
      "a version beside the pod template",
      { metadata: { annotations: { "lockstep.dev/version": "1.9" } } },
      'metadata.annotations: annotation "lockstep.dev/version" says nothing here; it is expected as annotation of the pod template',
    ],
    [
      "a mode on the pod template",
      { spec: { template: { metadata: { annotations: { "lockstep.dev/mode": "off" } } } } },
      'spec.template.metadata.annotations: annotation of the pod template "lockstep.dev/mode" says nothing here; it is expected as annotation',
    ],
  ])("%s", (_, body, is) => {
    expect(told(body)).toEqual([is]);
  });

  test("a template of another kind makes what it likes, and a Pod is its own template", () => {
    const template = { metadata: { labels: WATCHED } };
    const sealed = { apiVersion: "bitnami.com/v1alpha1", kind: "SealedSecret", spec: { template } };
    expect(told(sealed)).toEqual([]);
    const metadata = { annotations: { "lockstep.dev/version": "1" } };
    expect(told({ apiVersion: "v1", kind: "Pod", metadata })).toEqual([]);
  });
});
