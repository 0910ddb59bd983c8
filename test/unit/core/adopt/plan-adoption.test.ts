import { describe, expect, test } from "vitest";
import type { AdoptableDrift } from "../../../../src/core/adopt/adoption.ts";
import { planAdoption } from "../../../../src/core/adopt/plan-adoption.ts";
import type { Json } from "../../../../src/core/object/json.ts";
import { adopt, type Change, FILE, HEAD, manifestsOf } from "../../../support/adopt-text.ts";

describe("a scalar", () => {
  test.each<readonly [string, Json, string]>([
    ["a: old # c\n", "new", "a: new # c\n"],
    ["a: 'old'\n", "it's", "a: 'it''s'\n"],
    ['a: "old"\n', "x\ny", 'a: "x\\ny"\n'],
    ["a: old\n", "yes", 'a: "yes"\n'],
    ["a: old\n", "0644", 'a: "0644"\n'],
    ["a: old\n", "1e3", 'a: "1e3"\n'],
    ["a: old\n", "null", 'a: "null"\n'],
    ["a: old\n", "~", 'a: "~"\n'],
    ["a: old\n", "2001-01-01", 'a: "2001-01-01"\n'],
    ["a: old\n", "1e3655", 'a: "1e3655"\n'],
    ["a: old\n", "9007199254740993", 'a: "9007199254740993"\n'],
    ["a: old\n", "", 'a: ""\n'],
    ["a: old\n", "x\u202ey\u200b", 'a: "x\\u202ey\\u200b"\n'],
    ["a: old\n", "ü😀 \u2028", 'a: "ü😀 \\u2028"\n'],
    ['a: "3"\n', 3, "a: 3\n"],
    ["a: 3\n", "3", 'a: "3"\n'],
    ["a: old", "new", "a: new"],
    ["a: old # tab\there\r\nb: 1\r\n", "new", "a: new # tab\there\r\nb: 1\r\n"],
    ["a:\nb: 1\n", "new", "a: new\nb: 1\n"],
    ["a: # c\nb: 1\n", "new", "a: new # c\nb: 1\n"],
    ["a: &x old\n", "new", "a: &x new\n"],
    ["a: &x old\nb: *x\n", "new", "shared-anchor"],
    ["b: &x old\na: *x # c\n", "new", "b: &x old\na: new # c\n"],
    ["a: !!str old\n", "new", "tagged"],
    ["a: 1\n", 1e20, "no-safe-edit"],
    ["{b: 1, a: old, c: 2}\n", "x, y", '{b: 1, a: "x, y", c: 2}\n'],
  ])("%j becomes %j: %j", (body, live, expected) => {
    const isFlow = body.startsWith("{");
    const written = isFlow ? `spec: ${body}` : body;
    const adopted = adopt(written, [isFlow ? "/spec/a" : "/a", live]);
    expect(isFlow ? adopted.replace("spec: ", "") : adopted).toBe(expected);
  });
});

describe("a text of several lines", () => {
  test.each<readonly [string, string, string]>([
    ["a: |\n  one\n  two\nb: 1\n", "one\n2\n", "a: |\n  one\n  2\nb: 1\n"],
    ["a: |\n    one\nb: 1\n", "two\n", "a: |\n    two\nb: 1\n"],
    ["a: |-\n  one\n", "two\n", "a: |\n  two\n"],
    ["a: |+\n  one\n\nb: 1\n", "two", "a: two\nb: 1\n"],
    ["a: >\n  one\n  two\n\nb: 1\n", "x\ny\n", "a: |\n  x\n  y\n\nb: 1\n"],
    ["a: one # c\nb: 1\n", "x\ny", "a: |- # c\n  x\n  y\nb: 1\n"],
    ["a:\n- 1\n- 2 # gone\nb: 1\n", "x\ny\n", "a: |\n  x\n  y\nb: 1\n"],
    ["a: one\n", " x\ny", 'a: " x\\ny"\n'],
    ["a: one\n      \nb: 1\n", "x\ny\n", 'a: "x\\ny\\n"\n      \nb: 1\n'],
    ["a: |\r\n  one\r\nb: 1\r\n", "x\n\ny\n", "a: |\r\n  x\r\n\r\n  y\r\nb: 1\r\n"],
  ])("%j becomes %j: %j", (body, live, expected) => {
    expect(adopt(body, ["/a", live])).toBe(expected);
  });
});

describe("what is added or goes", () => {
  test.each<readonly [string, Change, string]>([
    ["m:\n  a: 1 # c\n# end\n", ["/m/b", "x"], "m:\n  a: 1 # c\n  b: x\n# end\n"],
    ["m:\n    a: 1", ["/m/b/c", "x"], "m:\n    a: 1\n    b:\n        c: x"],
    ["m: {a: 1}\n", ["/m/yes", "x"], 'm: {a: 1, "yes": x}\n'],
    ["m: {}\n", ["/m/b", "x"], "m:\n  b: x\n"],
    ["m: {}\n", ["/o/p", ["x", { y: 1 }]], 'm: {}\no:\n  p:\n  - x\n  - "y": 1\n'],
    ["m:\n", ["/m/b", "x"], "m:\n  b: x\n"],
    ["m:\n  a: 1 # gone\n  b: 2 # stays\n", ["/m/a", undefined], "m:\n  b: 2 # stays\n"],
    ["m:\n  a: 1\nz: 1\n", ["/m/a", undefined], "m: {}\nz: 1\n"],
    ["m: {a: 1, b: 2, c: 3}\n", ["/m/b", undefined], "m: {a: 1, c: 3}\n"],
    ["m: {a: 1, b: 2}\n", ["/m/a", undefined], "m: {b: 2}\n"],
    ["m: {}\n", ["/m/a", undefined], "not-in-file"],
    ["m:\n  a: 1\n  b: 1", ["/m/b", undefined], "m:\n  a: 1\n"],
  ])("%j, %j: %j", (body, change, expected) => {
    expect(adopt(body, change)).toBe(expected);
  });
});

describe("items of lists", () => {
  const LIST = "l:\n  - name: a # one\n    v: 1\n  # two\n  - name: b\n    v: 2\n";
  test.each<readonly [string, Change, string]>([
    [LIST, ["/l/[name=b]/v", 3], LIST.replace("v: 2", "v: 3")],
    [LIST, ["/l/[name=c]", { name: "c" }], `${LIST}  - name: c\n`],
    [LIST, ["/l/[name=c]/v", 3], `${LIST}  - name: c\n    v: 3\n`],
    [LIST, ["/l/[name=b]", undefined], "l:\n  - name: a # one\n    v: 1\n  # two\n"],
    [LIST, ["/l/[name=a]", undefined], "l:\n  # two\n  - name: b\n    v: 2\n"],
    [
      LIST,
      [
        "/l",
        [
          { name: "b", v: 2, w: 0 },
          { name: "a", v: 1 },
        ],
      ],
      "l:\n  # two\n  - name: b\n    v: 2\n  - name: a # one\n    v: 1\n",
    ],
    ["l:\n- - a # one\n  - b\n", ["/l/0", ["b", "a"]], "l:\n- - b # one\n  - a\n"],
    ["l:\n- a # one\n", ["/l/0", { k: "x\ny" }], 'l:\n- k: "x\\ny" # one\n'],
    ["l: [a, b]\n", ["/l/0", undefined], "unclear-path"],
    ["l: [a, b]\n", ["/l", ["a", "x", "b"]], "l: [a, x, b]\n"],
    ["l:\n- a # one\n- b\n", ["/l", ["a", "c", "d"]], "l:\n- a # one\n- c\n- d\n"],
    ["l:\n- b\n", ['/l/[="a"]', "a"], "l:\n- b\n- a\n"],
    ["l: []\n", ["/l/[port=80,protocol=TCP]/x", 1], "l:\n- port: 80\n  protocol: TCP\n  x: 1\n"],
    ["p:\n- {port: 80}\n", ["/p/[port=80,protocol=TCP]/x", 1], "p:\n- {port: 80, x: 1}\n"],
  ])("%j, %j: %j", (body, change, expected) => {
    expect(adopt(body, change)).toBe(expected);
  });
});

describe("anchors and merges", () => {
  const BASE = "base: &base {a: 1, b: 2}\n";
  test.each<readonly [string, Change, string]>([
    [`${BASE}m: *base\n`, ["/m/a", 3], `${BASE}m:\n  <<: *base\n  a: 3\n`],
    [`${BASE}m: *base\n`, ["/m/a", undefined], `${BASE}m:\n  b: 2\n`],
    [`${BASE}m: [*base]\n`, ["/m/0/a", 3], `${BASE}m: [{<<: *base, a: 3}]\n`],
    [`${BASE}m:\n  <<: *base\n  c: 1\n`, ["/m/a", 3], `${BASE}m:\n  <<: *base\n  c: 1\n  a: 3\n`],
    [`${BASE}m:\n  <<: *base\n`, ["/m/a", undefined], "merged"],
    [`${BASE}m: *base\n`, ["/base/a", 3], "shared-anchor"],
  ])("%j, %j: %j", (body, change, expected) => {
    expect(adopt(body, change)).toBe(expected);
  });

  test("one change of an anchor fulfils all that read it, when all of them changed alike", () => {
    const both: readonly Change[] = [
      ["/a", "new"],
      ["/b", "new"],
    ];
    expect(adopt("a: &x old\nb: *x\n", ...both)).toBe("a: &x new\nb: *x\n");
  });

  test("an anchor is changed once nobody else reads it any more", () => {
    const each: readonly Change[] = [
      ["/a", "one"],
      ["/b", "two"],
    ];
    expect(adopt("a: &x old\nb: *x\n", ...each)).toBe("a: &x one\nb: two\n");
  });
});

test("JSON stays JSON", () => {
  const object = {
    apiVersion: "example.dev/v1",
    kind: "Gadget",
    metadata: { name: "a" },
    m: { a: "x", b: 1 },
  };
  const text = `${JSON.stringify(object, null, 2)}\n`;
  const adopted = adopt(text, ["/m/b", undefined], ["/m/c", ["y"]], ["/m/a", "z"]);
  expect(JSON.parse(adopted)).toEqual({ ...object, m: { a: "z", c: ["y"] } });
  const tight = JSON.stringify(object);
  expect(adopt(tight, ["/m/c", { d: 1 }])).toBe(tight.replace('"b":1', '"b":1,"c":{"d":1}'));
});

test("an item of a List and the second of several documents are found", () => {
  const list =
    "apiVersion: v1\nkind: List\nitems:\n- apiVersion: example.dev/v1\n  kind: Gadget\n  metadata: {name: a}\n  m: 1 # c\n";
  expect(adopt(list, ["/m", 2])).toBe(list.replace("m: 1", "m: 2"));
  const first = "# head\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n--- # next\n";
  const text = `${first}${HEAD}m: 1\n`;
  const second = manifestsOf(text)[1];
  if (second === undefined) throw new Error("there are two");
  const drift: AdoptableDrift = {
    id: second.id,
    class: "changed",
    path: "/m",
    desired: 1,
    live: 2,
  };
  const plan = planAdoption({
    manifests: [second],
    files: new Map([[FILE, text]]),
    drifts: [drift],
  });
  expect(plan.files.get(FILE)).toBe(`${first}${HEAD}m: 2\n`);
  expect(plan.edited).toEqual([{ drift, file: FILE, line: 10 }]);
});

describe("what is refused", () => {
  const text = `${HEAD}m: 1\n`;
  const [manifest] = manifestsOf(text);
  const id = manifest?.id ?? { group: "", kind: "", namespace: "", name: "" };
  const drift: AdoptableDrift = { id, class: "changed", path: "/m", desired: 1, live: 2 };

  test.each<readonly [string, Partial<AdoptableDrift> & { readonly file?: string }]>([
    ["secret", { id: { ...id, group: "", kind: "Secret" } }],
    ["rights", { id: { ...id, group: "rbac.authorization.k8s.io", kind: "Role" } }],
    ["rights", { id: { ...id, group: "admissionregistration.k8s.io", kind: "X" } }],
    ["missing-object", { class: "missing", path: "" }],
    ["ownership", { class: "coowned" }],
    ["control-key", { path: "/metadata/annotations/lockstep.dev~1revision" }],
    ["control-key", { path: "/metadata/annotations/lockstep.dev~1mode", class: "added" }],
    ["control-key", { path: "/spec/template/metadata/labels/source.lockstep.dev~1x" }],
    ["control-key", { path: "/metadata/labels/applyset.kubernetes.io~1id" }],
    ["control-key", { live: { "lockstep.dev/skip-reconciliation": "true" } }],
    ["control-key", { live: [{ x: { "lockstep.dev/prune": "false" } }] }],
    ["control-key", { live: {}, desired: { "lockstep.dev/mode": "observe" } }],
    ["control-key", { path: "/status/ready" }],
    ["no-manifest", { id: { ...id, name: "other" } }],
    ["no-file", { file: "elsewhere.yaml" }],
    ["kustomize", { file: "shop/kustomization.yaml" }],
    ["already", { live: 1, desired: 3 }],
    ["git-moved", { desired: 3 }],
    ["git-moved", { class: "added", desired: undefined }],
    ["unclear-path", { path: "m" }],
    ["unclear-path", { path: "/m/[name=a]" }],
    ["too-large", { live: "x".repeat(70_000) }],
  ])("%s: %j", (reason, { file = FILE, ...change }) => {
    if (manifest === undefined) throw new Error("there is one");
    const asked: AdoptableDrift = { ...drift, ...change };
    const plan = planAdoption({
      manifests: [{ ...manifest, place: { file, line: 1, column: 1 } }],
      files: new Map([[FILE, text]]),
      drifts: [asked],
    });
    expect(plan.refused.map((each) => each.reason)).toEqual([reason]);
    expect(plan.files.size).toBe(0);
  });
});
