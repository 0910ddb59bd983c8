import { describe, expect, test } from "vitest";
import { checkOut } from "../../../src/agent/check-out.ts";
import { openSourceCache } from "../../../src/agent/source-cache.ts";
import { FakeSource } from "../../support/fake-source.ts";

interface Meta {
  readonly name: string;
  readonly after?: string;
}

function objectText(type: string, { name, after }: Meta): string {
  const annotations = after === undefined ? "{}" : `{lockstep.dev/after: "${after}"}`;
  return `{${type}, metadata: {name: ${name}, annotations: ${annotations}}}\n`;
}

function configMap(name: string, after?: string): string {
  const type = "apiVersion: v1, kind: ConfigMap";
  return objectText(type, after === undefined ? { name } : { name, after });
}

/** Problems of a revision without what was expected, then the files that are left out. */
async function problemsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const source = new FakeSource();
  const checked = await checkOut(source.commit(files), {
    source,
    cache: openSourceCache(),
    path: ".",
    reportsPath: "drift-reports",
    defaultNamespace: "shop",
    associations: [],
    versionPaths: new Map(),
    ownObjects: new Set(),
    findScopes: async () => Promise.resolve(() => undefined),
  });
  if (checked.ok) return ["no problem"];
  return [
    ...checked.problems.map(({ where, what }) => `${where} ${what}`),
    ...checked.leftOut.map(({ where }) => `left out ${where}`),
  ];
}

describe("all that is wrong with a revision is told at once", () => {
  test("syntax, identity, duplicates, annotations and cycles", async () => {
    const told = await problemsOf({
      "broken.yaml": "apiVersion: v1\nkind: 'A\n",
      "nameless.yaml": "{apiVersion: v1, kind: A, metadata: {}}\n",
      "a.yaml": configMap("a", "ConfigMap/b"),
      "b.yaml": configMap("b", "ConfigMap/a"),
      "c.yaml": configMap("c", "nonsense"),
      "c2.yaml": configMap("c"),
      "stray.yaml": "hello: world\n",
    });
    expect(told).toEqual([
      "broken.yaml:3:1 not valid YAML: a missing quote, bracket, comma, colon or space",
      "nameless.yaml:1:27 metadata.name is missing",
      "c2.yaml:1:1 ConfigMap/shop/c is already written at c.yaml:1:1",
      expect.stringMatching(/^a\.yaml:1:1 ConfigMap\/shop\/a waits for itself/),
      expect.stringMatching(/^b\.yaml:1:1 ConfigMap\/shop\/b waits for itself/),
      expect.stringMatching(/^c\.yaml:1:1 ConfigMap\/shop\/c: .* has the item "nonsense"/),
      "left out stray.yaml",
    ]);
  });

  test("the other objects of a file with a problem are looked through too", async () => {
    const told = await problemsOf({
      "a.yaml": `${configMap("a")}---\n{apiVersion: v1, kind: A, metadata: {}}\n`,
      "b.yaml": configMap("a"),
    });
    expect(told).toEqual([
      "a.yaml:3:27 metadata.name is missing",
      "b.yaml:1:1 ConfigMap/shop/a is already written at a.yaml:1:1",
    ]);
  });

  test("a value that could not be taken makes no second problem", async () => {
    const told = await problemsOf({
      "a.yaml": `apiVersion: kibana.k8s.elastic.co/v1
kind: Kibana
metadata: {name: a}
spec: {elasticsearchRef: {name: .inf, namespace: b}}
`,
    });
    expect(told).toEqual([
      "a.yaml:4:33 spec.elasticsearchRef.name: infinity and not-a-number have no JSON form",
    ]);
  });

  test("at most 200 problems", async () => {
    const files = Array.from(
      { length: 300 },
      (_, index) => [`${index}.yaml`, "kind: A\n"] as const,
    );
    expect(await problemsOf(Object.fromEntries(files))).toHaveLength(200);
  });
});

describe("nothing is concluded from what a broken file may hold", () => {
  const BROKEN = "apiVersion: v1\nkind: 'A\n";
  const FAULT = "broken.yaml:3:1 not valid YAML: a missing quote, bracket, comma, colon or space";

  test.each([
    ["an edge to it", { "a.yaml": configMap("a", "Deployment.apps/db") }],
    [
      "an object of the core group beside one of another group",
      {
        "a.yaml": configMap("a", "Service/web"),
        "web.yaml": objectText("apiVersion: serving.knative.dev/v1, kind: Service", {
          name: "web",
        }),
      },
    ],
    [
      "a CRD whose kind has no namespace",
      {
        "a.yaml": objectText("apiVersion: v1, kind: Namespace", {
          name: "a",
          after: "Widget.example.org/w",
        }),
        "w.yaml": objectText("apiVersion: example.org/v1, kind: Widget", { name: "w" }),
      },
    ],
  ])("%s", async (_, files) => {
    expect(await problemsOf({ ...files, "broken.yaml": BROKEN })).toEqual([FAULT]);
  });

  test("without the broken file a missing group is told", async () => {
    const files = {
      "a.yaml": configMap("a", "Service/web"),
      "web.yaml": objectText("apiVersion: serving.knative.dev/v1, kind: Service", { name: "web" }),
      "twice.yaml": configMap("a"),
    };
    expect(await problemsOf(files)).toEqual([
      "twice.yaml:1:1 ConfigMap/shop/a is already written at a.yaml:1:1",
      expect.stringContaining("names Service/shop/web, which has no group"),
    ]);
  });
});
