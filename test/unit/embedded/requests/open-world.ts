import { readFileSync } from "node:fs";
import { isJsonObject, textAt } from "../../../../src/core/object/json.ts";
import { openCatalogue } from "../../../../src/embedded/kinds/open-catalogue.ts";
import type { World } from "../../../../src/embedded/kinds/resource.ts";
import { openStore } from "../../../../src/embedded/store/open-store.ts";

const CRDS = new URL("talk-crds.json", import.meta.url);
const START = Date.parse("2026-01-01T00:00:00Z");

/** A cluster without controllers: the namespaces `shop` and `default`, and the CRDs of the talks. Its clock stands still. */
export function openWorld(): World {
  const store = openStore({ folder: undefined, historyMax: 1_000 });
  let count = 0;
  function nextCount(): number {
    count += 1;
    return count;
  }
  const world: World = {
    store,
    catalogue: openCatalogue(store),
    now: () => START,
    randomText: (length) => String(nextCount()).padStart(length, "0"),
    newUid: () => `00000000-0000-4000-8000-${String(nextCount()).padStart(12, "0")}`,
  };
  for (const name of ["default", "shop"]) {
    const labels = { "kubernetes.io/metadata.name": name };
    store.put(
      { group: "", plural: "namespaces", namespace: "", name },
      { kind: "Namespace", apiVersion: "v1", metadata: { name, labels } },
    );
  }
  const crds: unknown = JSON.parse(readFileSync(CRDS, "utf8"));
  for (const crd of Array.isArray(crds) ? crds.filter(isJsonObject) : []) {
    const name = textAt(crd, "metadata", "name") ?? "";
    const group = "apiextensions.k8s.io";
    store.put({ group, plural: "customresourcedefinitions", namespace: "", name }, crd);
  }
  return world;
}
