import { describe, expect, test } from "vitest";
import { parseFile } from "../../../../src/core/manifest/parse-file.ts";
import { objectKey } from "../../../../src/core/object/object-id.ts";

const CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";

/** Objects with their places, then lints; or the problems. */
function brief(text: string): readonly string[] {
  const parsed = parseFile({ path: "f.yaml", text });
  if (!parsed.ok) return parsed.problems.map(({ where, what }) => `${where} ${what}`);
  return [
    ...parsed.value.manifests.map(
      ({ id, place }) => `${objectKey(id)} at ${String(place.line)}:${String(place.column)}`,
    ),
    ...parsed.value.lints.map(({ where, what }) => `lint ${where} ${what}`),
  ];
}

function bodyOf(text: string): string {
  const parsed = parseFile({ path: "f.yaml", text });
  return JSON.stringify(parsed.ok ? parsed.value.manifests.map(({ body }) => body) : parsed);
}

describe("parseFile, objects", () => {
  test.each([
    ["one object", CONFIG_MAP, ["ConfigMap/a at 1:1"]],
    ["its written namespace", `${CONFIG_MAP}  namespace: b\n`, ["ConfigMap/b/a at 1:1"]],
    ["a null namespace is none", `${CONFIG_MAP}  namespace: null\n`, ["ConfigMap/a at 1:1"]],
    ["an empty namespace is none", `${CONFIG_MAP}  namespace: ""\n`, ["ConfigMap/a at 1:1"]],
    [
      "two documents",
      `# c\n---\n${CONFIG_MAP}---\n\n${CONFIG_MAP}`,
      ["ConfigMap/a at 3:1", "ConfigMap/a at 9:1"],
    ],
    [
      "JSON",
      '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"}}',
      ["Deployment.apps/d at 1:1"],
    ],
    [
      "a role's name with a colon",
      "{apiVersion: v1, kind: R, metadata: {name: 'system:x'}}",
      ["R/system:x at 1:1"],
    ],
  ])("%s", (_, text, want) => {
    expect(brief(text)).toEqual(want);
  });

  test.each([
    [
      "a v1 List",
      "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name: s}}\n",
      ["Secret/s at 4:3"],
    ],
    [
      "a list of one kind, which its items need not repeat",
      "apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: x}\n",
      ["ConfigMap/x at 4:3"],
    ],
    [
      "a list in a list",
      "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: List\n  items:\n  - {apiVersion: v1, kind: P, metadata: {name: p}}\n",
      ["P/p at 7:5"],
    ],
    ["an empty list", "{apiVersion: v1, kind: List, items: }", []],
    [
      "a kind that only ends in List",
      "{apiVersion: x.io/v1, kind: AllowList, metadata: {name: a}}",
      ["AllowList.x.io/a at 1:1"],
    ],
    [
      "items that are no list",
      "{apiVersion: v1, kind: List, items: {}}",
      ["f.yaml:1:30 items is no list"],
    ],
    [
      "an item that is no object",
      "apiVersion: v1\nkind: List\nitems:\n- 1\n",
      ["f.yaml:4:3 an item of a list is no object"],
    ],
    [
      "a broken item",
      "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: P, metadata: {}}\n",
      ["f.yaml:4:29 metadata.name is missing"],
    ],
  ])("%s", (_, text, want) => {
    expect(brief(text)).toEqual(want);
  });
});

/** The file as it is told when it is left out: `f.yaml`, or the place and why it does not parse. */
function leftOut(text: string): readonly string[] {
  const parsed = parseFile({ path: "f.yaml", text });
  if (!parsed.ok) return parsed.problems.map(({ where, what }) => `problem ${where} ${what}`);
  const told = parsed.value.leftOut.map(({ where, fault }) => `${where} ${fault ?? ""}`.trim());
  return [...told, ...brief(text)];
}

describe("parseFile leaves out what is no Kubernetes object, and says so", () => {
  test.each([
    ["an empty file", ""],
    ["only comments", "# apiVersion: v1\n"],
    ["values", "replicas: 3\nimage: {tag: 1.2.3}\n"],
    ["hello", "hello: world\n"],
    ["a list", "- kind of things\n- metadata\n"],
    ["a kustomization without apiVersion", "resources: [a.yaml]\n"],
    [
      "a kustomization with apiVersion",
      "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n",
    ],
    ["foreign tags", "a: !Ref metadata\n"],
    ["Metadata alone, which CloudFormation has", "Metadata: {a: 1}\nResources: {}\n"],
    ["words near to kind", "king: a\nfind: b\nbind: c\n"],
    ["a version, and what is near to kind", "version: '3'\nkinds: []\n"],
    ["two documents", "a: 1\n---\nb: 2\n"],
    ["a long text that is no YAML", `${"# comment\n".repeat(30_000)}a: [\n`],
  ])("%s", (_, text) => {
    expect(leftOut(text)).toEqual(["f.yaml"]);
  });

  test.each([
    ["an open list", "a: [\n", "f.yaml:2:1 not valid YAML: wrong indentation"],
    ["an open quote", "a: 'some kind of\n", "f.yaml:2:1 not valid YAML: a missing quote, bracket"],
    [
      "a template",
      "{{- if .Values.x }}\na: {{ b }}\n{{- end }}\n",
      "f.yaml:1:3 not valid YAML: an indented map or list inside brackets",
    ],
    [
      "a fault after a document",
      "a: 1\n---\nb: [\n",
      "f.yaml:4:1 not valid YAML: wrong indentation",
    ],
    ["a control character", "a: b\u0007\n", "f.yaml:1:5 a control character, which YAML does not"],
    ["a directive", "%TAG ! x\n---\na: 1\n", "f.yaml:1:1 a directive that kubectl does not take"],
  ])("%s that mentions no object, with why it does not parse", (_, text, want) => {
    const [told = "", ...others] = leftOut(text);
    expect([told.slice(0, want.length), ...others]).toEqual([want]);
  });

  test("a file with an object is not left out", () => {
    expect(leftOut(`${CONFIG_MAP}---\n# nothing\n`)).toEqual(["ConfigMap/a at 1:1"]);
  });

  test("a stray document among objects is told", () => {
    expect(brief(`${CONFIG_MAP}---\nfoo: bar\n---\n# nothing\n`)).toEqual([
      "ConfigMap/a at 1:1",
      "lint f.yaml:6:1 a document that is no Kubernetes object is left out",
    ]);
  });

  test("config.kubernetes.io/local-config keeps an object out", () => {
    const text = `${CONFIG_MAP}  annotations: {config.kubernetes.io/local-config: "true"}\n`;
    expect(brief(text)).toEqual([
      "lint f.yaml:1:1 the annotation config.kubernetes.io/local-config keeps this object out",
    ]);
  });
});

describe("parseFile strips", () => {
  test("each with its place", () => {
    const text = `${CONFIG_MAP}  creationTimestamp: null\n  uid: x\nstatus: {}\n`;
    expect(brief(text)).toEqual([
      "ConfigMap/a at 1:1",
      "lint f.yaml:7:1 status is set by the server and left out",
      "lint f.yaml:5:3 metadata.creationTimestamp is set by the server and left out",
      "lint f.yaml:6:3 metadata.uid is set by the server and left out",
    ]);
    expect(bodyOf(text)).toBe('[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}]');
  });

  test("a Secret's text that is a number is a problem without its value", () => {
    const text = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  pin: 4711\n";
    expect(brief(text)).toEqual(["f.yaml:5:3 stringData.pin is no text"]);
  });
});
