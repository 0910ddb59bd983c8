import { describe, expect, test } from "vitest";
import { type Json, type JsonObject, listAt, textAt } from "../../../../src/core/object/json.ts";
import { loadKubernetesTypes } from "../../../../src/embedded/schema/kubernetes-types.ts";
import { makeSchema } from "../../../../src/embedded/schema/make-schema.ts";
import { strategicMerge } from "../../../../src/embedded/schema/strategic-merge.ts";
import { StatusError } from "../../../../src/embedded/status-error.ts";

// Answers of kube-apiserver 1.34.4; 1,800 random patches of a Deployment gave what the real server makes of them.

const types = loadKubernetesTypes();
const POD_SPEC = types.named("io.k8s.api.core.v1.PodSpec") ?? makeSchema({ type: "any" });
const META =
  types.named("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta") ?? makeSchema({ type: "any" });

const LIVE: JsonObject = {
  containers: [
    {
      name: "c",
      image: "i",
      env: [
        { name: "A", value: "1" },
        { name: "B", value: "2" },
      ],
    },
    { name: "d", image: "i", command: ["a", "b"] },
    { name: "e", image: "i" },
  ],
  volumes: [{ name: "v", emptyDir: {} }],
  tolerations: [{ key: "a", operator: "Exists" }],
  nodeSelector: { a: "b" },
};

/** `c=i[A=1] d=i` */
function brief(spec: JsonObject): string {
  const items = listAt(spec, "containers").map((item) => {
    const env = listAt(item, "env").map((each) => pair(each, "name", "value"));
    return pair(item, "name", "image") + (env.length > 0 ? `[${env.join(",")}]` : "");
  });
  return items.join(" ");
}

function pair(object: Json, key: string, value: string): string {
  return `${textAt(object, key)}=${textAt(object, value)}`;
}

describe("lists with a merge key", () => {
  test.each([
    [[{ name: "d", image: "q" }], undefined, "c=i[A=1,B=2] d=q e=i"],
    [[{ name: "z", image: "q" }], undefined, "z=q c=i[A=1,B=2] d=i e=i"],
    [[{ name: "c", env: [{ name: "A", value: "9" }] }], undefined, "c=i[A=9,B=2] d=i e=i"],
    [[{ name: "c", env: [{ name: "A", $patch: "delete" }] }], undefined, "c=i[B=2] d=i e=i"],
    [
      [
        { name: "c", env: null },
        { name: "d", command: null },
      ],
      undefined,
      "c=i d=i e=i",
    ],
    [[{ name: "c", $patch: "delete" }], undefined, "d=i e=i"],
    [[{ $patch: "replace" }, { name: "z", image: "q" }], undefined, "z=q"],
    [[{ name: "c", $patch: "replace", image: "q" }], undefined, ""],
    [undefined, ["e", "d", "c"], "e=i d=i c=i[A=1,B=2]"],
    [[{ name: "z", image: "q" }], ["d", "z", "c"], "d=i z=q c=i[A=1,B=2] e=i"],
    [[{ name: "z", image: "q" }], ["c", "d", "e", "z"], "c=i[A=1,B=2] d=i e=i z=q"],
    // Renamed: kubectl sends the new one and deletes the old one.
    [
      [
        { name: "z", image: "q" },
        { name: "c", $patch: "delete" },
      ],
      ["z"],
      "d=i e=i z=q",
    ],
  ])("%j in the order %j → %s", (containers, order, expected) => {
    const patch: JsonObject = {
      ...(containers === undefined ? {} : { containers }),
      ...(order === undefined
        ? {}
        : { "$setElementOrder/containers": order.map((name) => ({ name })) }),
    };
    expect(brief(strategicMerge(LIVE, patch, POD_SPEC))).toBe(expected);
  });
});

describe("other fields", () => {
  test.each([
    [{ tolerations: [{ key: "b" }] }, { tolerations: [{ key: "b" }] }],
    [{ nodeSelector: { c: "d" } }, { nodeSelector: { a: "b", c: "d" } }],
    [{ nodeSelector: { a: null, c: "d" } }, { nodeSelector: { c: "d" } }],
    [{ nodeSelector: { $patch: "replace", c: "d" } }, { nodeSelector: { c: "d" } }],
    [{ nodeSelector: { $patch: "delete" } }, { nodeSelector: {} }],
    [{ nodeSelector: null }, { nodeSelector: undefined }],
    [{ affinity: { podAffinity: null, nodeAffinity: {} } }, { affinity: { nodeAffinity: {} } }],
    [{ affinity: { $patch: "delete" } }, { affinity: undefined }],
    [
      { volumes: [{ name: "v", $retainKeys: ["name", "hostPath"], hostPath: { path: "/x" } }] },
      { volumes: [{ name: "v", hostPath: { path: "/x" } }] },
    ],
    [
      { volumes: [{ name: "v", emptyDir: null, hostPath: { path: "/x" } }] },
      { volumes: [{ name: "v", hostPath: { path: "/x" } }] },
    ],
    [{ foo: 1 }, { foo: 1 }],
  ] as readonly (readonly [JsonObject, object])[])("%j", (patch, changed) => {
    expect(strategicMerge(LIVE, patch, POD_SPEC)).toEqual({ ...LIVE, ...changed });
  });
});

describe("lists of texts", () => {
  test.each([
    [{ finalizers: ["c", "a"] }, ["c", "a", "b"]],
    [{ "$deleteFromPrimitiveList/finalizers": ["a"] }, ["b"]],
    [{ "$deleteFromPrimitiveList/finalizers": "a" }, ["a", "b"]],
    [{ "$deleteFromPrimitiveList/nothing": ["a"] }, ["a", "b"]],
    [{ finalizers: ["c"], "$setElementOrder/finalizers": ["c", "b", "a"] }, ["c", "b", "a"]],
    [{ "$setElementOrder/finalizers": ["b"] }, ["a", "b"]],
  ] as readonly (readonly [JsonObject, readonly string[]])[])("%j → %j", (patch, finalizers) => {
    expect(strategicMerge({ finalizers: ["a", "b"] }, patch, META)).toEqual({ finalizers });
  });
});

describe("patches that cannot be carried out", () => {
  test.each([
    [
      { containers: [{ image: "x" }] },
      "500 map: map[image:x] does not contain declared merge key: name",
    ],
    [
      { volumes: ["x"] },
      "500 list element types are not identical: [[map[emptyDir:map[] name:v]] [x]]",
    ],
    [
      { volumes: [null] },
      "500 list element types are not identical: [[map[emptyDir:map[] name:v]] [<nil>]]",
    ],
    [
      { containers: [{ name: "c", $patch: "foo" }] },
      "500 unknown patch type: foo in map: map[$patch:foo name:c]",
    ],
    [
      { containers: [{ name: "c", $patch: "merge" }] },
      "500 merging lists cannot yet be specified in the patch",
    ],
    [
      { $patch: "merge", containers: [] },
      "500 unknown patch type: merge in map: map[$patch:merge containers:[]]",
    ],
    [{ $retainKeys: "x" }, "400 invalid patch format of retainKeys"],
    [{ $retainKeys: ["name"], containers: [] }, "400 invalid patch format of retainKeys"],
    [{ $deleteFromPrimitiveList: ["x"] }, "400 invalid patch format of primitive list"],
    [{ $setElementOrder: [] }, "400 invalid patch format of setElementOrder list"],
    [
      { "$setElementOrder/containers": "x" },
      "500 expected a []interface {}, but received a string",
    ],
    [
      { "$setElementOrder/containers": ["d"], containers: [{ name: "d" }] },
      "500 expected a map[string]interface {}, but received a string",
    ],
    [
      { "$setElementOrder/nope": [] },
      '500 unable to find api field in struct PodSpec for the json field "nope"',
    ],
    [
      { "$setElementOrder/containers": [{ name: "c" }], containers: [{ name: "d" }] },
      "500 The order in patch list:\n[map[name:d]]\n doesn't match $setElementOrder list:\n[map[name:c]]\n",
    ],
  ] as readonly (readonly [JsonObject, string])[])("%j: %s", (patch, refusal) => {
    expect(refusalOf(patch)).toBe(refusal);
  });
});

test.each([
  ["replaced in another order", (item: JsonObject) => item],
  ["deleted", (item: JsonObject) => ({ ...item, $patch: "delete" })],
])("a list of 20,000 items that are all %s is merged in the time of reading it", (_, change) => {
  const items = Array.from({ length: 20_000 }, (__, index) => ({ name: `c${index}` }));
  const patch = {
    containers: items.toReversed().map(change),
    "$setElementOrder/containers": items.toReversed(),
  };
  const from = performance.now();
  strategicMerge({ containers: items }, patch, POD_SPEC);
  expect(performance.now() - from).toBeLessThan(4000);
});

function refusalOf(patch: JsonObject): string {
  try {
    strategicMerge(LIVE, patch, POD_SPEC);
    return "none";
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return `${error.code} ${error.message}`;
  }
}
