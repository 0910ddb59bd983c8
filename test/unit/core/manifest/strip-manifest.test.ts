import { describe, expect, test } from "vitest";
import { stripManifest } from "../../../../src/core/manifest/strip-manifest.ts";
import type { JsonObject } from "../../../../src/core/object/json.ts";

const SECRET = { apiVersion: "v1", kind: "Secret" };

/** The body without the parts that all rows share, then what is told. */
function brief(body: JsonObject): string {
  const { body: bare, lints, problems } = stripManifest({ ...SECRET, ...body });
  const { apiVersion: _, kind: __, ...rest } = bare;
  const told = [...lints, ...problems].map(({ path, what }) => `${path.join(".")}: ${what}`);
  return [JSON.stringify(rest), ...told].join(" | ");
}

describe("stripManifest", () => {
  test.each<[string, JsonObject, string]>([
    ["nothing to strip", { metadata: { name: "a" } }, '{"metadata":{"name":"a"}}'],
    ["status", { status: { a: 1 } }, "{} | status: status is set by the server and left out"],
    [
      "all of the server's metadata",
      {
        metadata: {
          name: "a",
          creationTimestamp: null,
          resourceVersion: "1",
          uid: "u",
          generation: 1,
          managedFields: [],
          selfLink: "/",
        },
      },
      `{"metadata":{"name":"a"}} | ${[
        "creationTimestamp",
        "resourceVersion",
        "uid",
        "generation",
        "managedFields",
        "selfLink",
      ]
        .map((key) => `metadata.${key}: metadata.${key} is set by the server and left out`)
        .join(" | ")}`,
    ],
    [
      "not the same names elsewhere",
      { spec: { status: 1, uid: "u" } },
      '{"spec":{"status":1,"uid":"u"}}',
    ],
    [
      "what people say on live objects",
      {
        metadata: {
          labels: { "lockstep.dev/skip-reconciliation": "true" },
          annotations: {
            "lockstep.dev/skip-until": "x",
            "lockstep.dev/revert": "all",
            "lockstep.dev/mode": "observe",
          },
        },
      },
      `{"metadata":{"annotations":{"lockstep.dev/mode":"observe"}}} | ${[
        ["labels", "label", "skip-reconciliation"],
        ["annotations", "annotation", "skip-until"],
        ["annotations", "annotation", "revert"],
      ]
        .map(
          ([field, word, key]) =>
            `metadata.${field}.lockstep.dev/${key}: ${word} "lockstep.dev/${key}" counts on the live object only and is left out`,
        )
        .join(" | ")}`,
    ],
    [
      "a restart on a pod template, wherever a kind has one; an annotation of the object itself is none",
      {
        metadata: { annotations: { "lockstep.dev/content-1": "k1-a" } },
        spec: {
          machine: {
            template: { metadata: { annotations: { "lockstep.dev/content-1": "k1-a" } } },
          },
          template: {
            metadata: { annotations: { "lockstep.dev/content-1": "k1-a", keep: "x" } },
          },
        },
      },
      `{"metadata":{"annotations":{"lockstep.dev/content-1":"k1-a"}},"spec":{"machine":{"template":{"metadata":{}}},"template":{"metadata":{"annotations":{"keep":"x"}}}}} | ${[
        "spec.machine.template",
        "spec.template",
      ]
        .map(
          (place) =>
            `${place}.metadata.annotations.lockstep.dev/content-1: annotation "lockstep.dev/content-1" is the agent's own and is left out`,
        )
        .join(
          " | ",
        )} | metadata.annotations.lockstep.dev/content-1: annotation "lockstep.dev/content-1" says nothing here`,
    ],
    [
      "a build tool's annotation",
      { metadata: { annotations: { "internal.config.kubernetes.io/index": "0", keep: "x" } } },
      '{"metadata":{"annotations":{"keep":"x"}}} | metadata.annotations.internal.config.kubernetes.io/index: annotation "internal.config.kubernetes.io/index" belongs to a build tool and is left out',
    ],
    [
      "annotations that become empty",
      { metadata: { annotations: { "internal.config.kubernetes.io/index": "0" } } },
      '{"metadata":{}} | metadata.annotations.internal.config.kubernetes.io/index: annotation "internal.config.kubernetes.io/index" belongs to a build tool and is left out',
    ],
    [
      "annotations that were empty stay",
      { metadata: { annotations: {} } },
      '{"metadata":{"annotations":{}}}',
    ],
    [
      "stringData goes into data",
      { stringData: { a: "hi", b: "" } },
      '{"data":{"a":"aGk=","b":""}}',
    ],
    ["a null in stringData is an empty text", { stringData: { a: null } }, '{"data":{"a":""}}'],
    [
      "stringData of nothing goes",
      { stringData: null, data: { a: "eA==" } },
      '{"data":{"a":"eA=="}}',
    ],
    [
      "stringData wins over data",
      { data: { a: "eA==", b: "eQ==" }, stringData: { a: "hi" } },
      '{"data":{"a":"aGk=","b":"eQ=="}} | stringData.a: key "a" is in data and in stringData: stringData wins',
    ],
    ["stringData of another type", { stringData: ["a"] }, "{} | stringData: stringData is no map"],
    [
      "data of another type",
      { data: [], stringData: { a: "b" } },
      '{"data":[]} | data: data is no map',
    ],
    [
      "another group's Secret keeps its stringData",
      { apiVersion: "x.io/v1", stringData: { a: "b" } },
      '{"stringData":{"a":"b"}}',
    ],
  ])("%s", (_, body, want) => {
    expect(brief(body)).toBe(want);
  });
});
