import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { openCatalogue } from "../../../../src/embedded/kinds/open-catalogue.ts";
import type { Catalogue, Resource } from "../../../../src/embedded/kinds/resource.ts";
import { openStore } from "../../../../src/embedded/store/open-store.ts";

const CRDS = { group: "apiextensions.k8s.io", plural: "customresourcedefinitions", namespace: "" };

interface Version {
  readonly name: string;
  readonly served?: boolean;
  readonly schema?: JsonObject;
  readonly subresources?: JsonObject;
}

function crd(
  plural: string,
  group: string,
  { versions, isEstablished = true }: { versions: readonly Version[]; isEstablished?: boolean },
): JsonObject {
  const names = { plural, kind: plural.toUpperCase(), shortNames: ["s"], categories: ["all"] };
  return {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names,
      scope: "Namespaced",
      versions: versions.map((each) => ({
        served: true,
        storage: false,
        schema: { openAPIV3Schema: { type: "object" } },
        ...each,
      })),
    },
    status: {
      acceptedNames: names,
      conditions: [{ type: "Established", status: isEstablished ? "True" : "False" }],
    },
  };
}

function pathOf({ group, version, plural }: Resource): string {
  return `${group === "" ? "" : `${group}/`}${version} ${plural}`;
}

function briefResource({ kind, shortNames, isNamespaced, subresources }: Resource): string {
  const names = subresources.map((each) => each.name).toSorted();
  const scope = isNamespaced ? "namespaced" : "cluster";
  return `${kind} [${shortNames.join()}] ${scope}: ${names.join(" ")}`;
}

function served(catalogue: Catalogue): string[] {
  return catalogue
    .resources()
    .filter((each) => each.isCustom)
    .map((each) => `${each.plural}.${each.version}.${each.group}`);
}

describe("the built-in kinds", () => {
  const catalogue = openCatalogue(openStore({ folder: undefined, historyMax: 10 }));

  test("come in the order of the server's discovery", () => {
    const groups = [...new Set(catalogue.resources().map((each) => each.group))];
    expect(groups.slice(0, 7)).toEqual([
      "",
      "apiregistration.k8s.io",
      "apps",
      "events.k8s.io",
      "authentication.k8s.io",
      "authorization.k8s.io",
      "autoscaling",
    ]);
  });

  test.each([
    ["v1 pods", "Pod [po] namespaced: binding eviction log status"],
    ["v1 namespaces", "Namespace [ns] cluster: finalize status"],
    ["apps/v1 deployments", "Deployment [deploy] namespaced: scale status"],
    ["batch/v1 cronjobs", "CronJob [cj] namespaced: status"],
    ["coordination.k8s.io/v1 leases", "Lease [] namespaced: "],
  ])("%s: %s", (path, brief) => {
    const resource = catalogue.resources().find((each) => pathOf(each) === path);
    expect(resource === undefined ? "-" : briefResource(resource)).toBe(brief);
  });

  test("are found by their kind", () => {
    const found = catalogue.ofKind({ group: "apps", version: "v1", kind: "StatefulSet" });
    expect(found?.plural).toBe("statefulsets");
    expect(catalogue.ofKind({ group: "apps", version: "v2", kind: "StatefulSet" })).toBeUndefined();
  });
});

describe("the kinds of CRDs", () => {
  test("are served once they are established, and no longer than their CRD lives", () => {
    const store = openStore({ folder: undefined, historyMax: 10 });
    const catalogue = openCatalogue(store);
    const place = { ...CRDS, name: "foos.a.b" };
    store.put(place, crd("foos", "a.b", { versions: [{ name: "v1" }], isEstablished: false }));
    const before = served(catalogue);
    store.put(place, crd("foos", "a.b", { versions: [{ name: "v1" }] }));
    const during = served(catalogue);
    store.remove(place);
    expect([before, during, served(catalogue)]).toEqual([[], ["foos.v1.a.b"], []]);
  });

  test("are there from the start when the store has them", () => {
    const store = openStore({ folder: undefined, historyMax: 10 });
    store.put({ ...CRDS, name: "foos.a.b" }, crd("foos", "a.b", { versions: [{ name: "v1" }] }));
    expect(served(openCatalogue(store))).toEqual(["foos.v1.a.b"]);
  });

  test("come with all served versions, the preferred one first, groups in the order of their first APIService", () => {
    const store = openStore({ folder: undefined, historyMax: 10 });
    const versions = [{ name: "v1beta1" }, { name: "v2alpha1", served: false }, { name: "v1" }];
    store.put({ ...CRDS, name: "zs.z.b" }, crd("zs", "z.b", { versions }));
    store.put({ ...CRDS, name: "as.a.b" }, crd("as", "a.b", { versions: [{ name: "v1beta1" }] }));
    expect(served(openCatalogue(store))).toEqual(["zs.v1.z.b", "zs.v1beta1.z.b", "as.v1beta1.a.b"]);
  });

  test("have the subresources and the paths of scale that their version says", () => {
    const store = openStore({ folder: undefined, historyMax: 10 });
    const scale = { specReplicasPath: ".spec.count", statusReplicasPath: ".status.count" };
    const versions = [{ name: "v1", subresources: { status: {}, scale } }];
    store.put({ ...CRDS, name: "foos.a.b" }, crd("foos", "a.b", { versions }));
    const found = openCatalogue(store).find({ group: "a.b", version: "v1", plural: "foos" });
    expect(found?.subresources.map((each) => `${each.name} ${each.kind}`)).toEqual([
      "status FOOS",
      "scale Scale",
    ]);
    expect(found?.scale).toEqual({
      specReplicas: ["spec", "count"],
      statusReplicas: ["status", "count"],
      selector: [],
    });
  });
});

describe("custom resources", () => {
  const store = openStore({ folder: undefined, historyMax: 10 });
  const size = { type: "integer", default: 1, maximum: 3 };
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: { type: "object", default: {}, properties: { size } } },
    },
  };
  const versions = [{ name: "v1", schema, subresources: { status: {} } }];
  store.put({ ...CRDS, name: "foos.a.b" }, crd("foos", "a.b", { versions }));
  const catalogue = openCatalogue(store);
  const found = catalogue.find({ group: "a.b", version: "v1", plural: "foos" });
  const world = {
    store,
    catalogue,
    now: () => 0,
    randomText: () => "",
    newUid: () => "",
  };

  test("get the defaults of their schema", () => {
    expect(found?.strategy.setDefaults({ metadata: {} })).toEqual({
      metadata: {},
      spec: { size: 1 },
    });
  });

  test("have no status when they are new", () => {
    expect(found?.strategy.prepareCreate({ status: { a: 1 } }, world)).toEqual({});
  });

  test("are checked by their schema", () => {
    const faults = found?.strategy.validate({ spec: { size: 5 } }, world);
    expect(faults?.map((each) => each.field)).toEqual(["spec.size"]);
  });
});
