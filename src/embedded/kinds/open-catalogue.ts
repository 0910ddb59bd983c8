import { type JsonObject, textAt } from "../../core/object/json.ts";
import type { ObjectStore } from "../store/object-store.ts";
import { builtInResources } from "./built-in-resources.ts";
import { CRDS } from "./collections.ts";
import { compareVersions } from "./compare-versions.ts";
import { customResources } from "./custom-resources.ts";
import type { Catalogue, Resource } from "./resource.ts";

/** Which kinds are served: the built-in ones, and those of the CRDs in the store, followed from now on. @throws {Error} when a table cannot be read. */
export function openCatalogue(store: ObjectStore): Catalogue {
  const builtIn = builtInResources();
  const custom = new Map<string, readonly Resource[]>();
  let served = builtIn;
  let index = indexOf(served);

  function learn(crd: JsonObject): void {
    custom.set(textAt(crd, "metadata", "name") ?? "", customResources(crd));
  }

  function refresh(): void {
    served = [...builtIn, ...inOrderOfDiscovery([...custom.values()].flat())];
    index = indexOf(served);
  }

  store.list(CRDS).items.forEach(learn);
  refresh();
  store.follow((change) => {
    if (change.kind === "deleted") custom.delete(change.place.name);
    else learn(change.object);
    refresh();
  }, CRDS);

  return {
    resources: () => served,
    find: ({ group, version, plural }) => index.get(`plural ${group}/${version}/${plural}`),
    ofKind: ({ group, version, kind }) => index.get(`kind ${group}/${version}/${kind}`),
  };
}

function indexOf(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  return new Map(
    resources.flatMap((each) => [
      [`plural ${each.group}/${each.version}/${each.plural}`, each],
      [`kind ${each.group}/${each.version}/${each.kind}`, each],
    ]),
  );
}

/** Groups of CRDs have equal priority; the server then orders them by the name of their first APIService. */
function inOrderOfDiscovery(resources: readonly Resource[]): readonly Resource[] {
  const rank = new Map<string, string>();
  for (const { group, version } of resources) {
    const service = `${version}.${group}`;
    const before = rank.get(group);
    if (before === undefined || service < before) rank.set(group, service);
  }
  return resources.toSorted(
    (a, b) =>
      compareTexts(rank.get(a.group) ?? "", rank.get(b.group) ?? "") ||
      compareVersions(a.version, b.version) ||
      compareTexts(a.plural, b.plural),
  );
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
