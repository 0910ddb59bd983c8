import {
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  textsAt,
} from "../../core/object/json.ts";
import { schemaOfCrd } from "../schema/crd-schema.ts";
import { columnsOfCrd } from "../tables/crd-columns.ts";
import { compareVersions } from "./compare-versions.ts";
import { customStrategy } from "./custom-strategy.ts";
import type { Resource, ScalePaths, Subresource } from "./resource.ts";
import { SUBRESOURCE_VERBS } from "./resource-row.ts";

/** In the order in which discovery gives them for custom resources. */
const VERBS = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];

/** What a CRD serves: one resource for each served version, none before its names are accepted and it is established. */
export function customResources(crd: JsonObject): readonly Resource[] {
  if (!isEstablished(crd)) return [];
  const versions = listAt(crd, "spec", "versions").filter(isJsonObject);
  return versions
    .filter((version) => version["served"] === true)
    .map((version) => resourceOf(crd, version));
}

function isEstablished(crd: JsonObject): boolean {
  return listAt(crd, "status", "conditions").some(
    (each) => textAt(each, "type") === "Established" && textAt(each, "status") === "True",
  );
}

function resourceOf(crd: JsonObject, version: JsonObject): Resource {
  const names = objectAt(crd, "status", "acceptedNames") ?? objectAt(crd, "spec", "names") ?? {};
  const kind = textAt(names, "kind") ?? "";
  const place = {
    group: textAt(crd, "spec", "group") ?? "",
    version: textAt(version, "name") ?? "",
  };
  const subresources = subresourcesOf(version, { ...place, kind });
  const schema = schemaOfCrd(objectAt(version, "schema", "openAPIV3Schema") ?? {});
  const isNamespaced = textAt(crd, "spec", "scope") === "Namespaced";
  return {
    ...place,
    kind,
    listKind: textAt(names, "listKind") ?? `${kind}List`,
    plural: textAt(names, "plural") ?? "",
    singular: textAt(names, "singular") ?? kind.toLowerCase(),
    shortNames: textsAt(names, "shortNames"),
    categories: textsAt(names, "categories"),
    isNamespaced,
    verbs: VERBS,
    subresources,
    scale: scalePathsOf(objectAt(version, "subresources", "scale")),
    schema,
    isCustom: true,
    selectableFields: listAt(version, "selectableFields").flatMap(
      (each) => textAt(each, "jsonPath") ?? [],
    ),
    columns: columnsOfCrd(version),
    ...deprecationOf(crd, version),
    strategy: customStrategy({
      ...place,
      kind,
      schema,
      isNamespaced,
      hasStatus: subresources.some((each) => each.name === "status"),
    }),
  };
}

/** Points to the newest version that is served, newer than this one and not deprecated itself. */
function deprecationOf(crd: JsonObject, version: JsonObject): { readonly deprecation?: string } {
  if (version["deprecated"] !== true) return {};
  const own = textAt(version, "deprecationWarning");
  if (own !== undefined) return { deprecation: own };
  const name = textAt(version, "name") ?? "";
  const kind = textAt(crd, "spec", "names", "kind") ?? "";
  const group = textAt(crd, "spec", "group") ?? "";
  const [newest] = listAt(crd, "spec", "versions")
    .filter(isJsonObject)
    .filter((each) => each["served"] === true && each["deprecated"] !== true)
    .map((each) => textAt(each, "name") ?? "")
    .filter((each) => compareVersions(each, name) < 0)
    .toSorted(compareVersions);
  const advice = newest === undefined ? "" : `; use ${group}/${newest} ${kind}`;
  return { deprecation: `${group}/${name} ${kind} is deprecated${advice}` };
}

function subresourcesOf(
  version: JsonObject,
  owner: { readonly group: string; readonly version: string; readonly kind: string },
): readonly Subresource[] {
  const written = objectAt(version, "subresources");
  const status: Subresource = { name: "status", ...owner, verbs: SUBRESOURCE_VERBS };
  const scale: Subresource = {
    name: "scale",
    kind: "Scale",
    group: "autoscaling",
    version: "v1",
    verbs: SUBRESOURCE_VERBS,
  };
  return [
    ...(objectAt(written, "status") === undefined ? [] : [status]),
    ...(objectAt(written, "scale") === undefined ? [] : [scale]),
  ];
}

function scalePathsOf(scale: JsonObject | undefined): ScalePaths | undefined {
  if (scale === undefined) return undefined;
  return {
    specReplicas: fieldNames(textAt(scale, "specReplicasPath")),
    statusReplicas: fieldNames(textAt(scale, "statusReplicasPath")),
    selector: fieldNames(textAt(scale, "labelSelectorPath")),
  };
}

/** `.spec.replicas` as field names. */
function fieldNames(path: string | undefined): readonly string[] {
  return (path ?? "").split(".").filter((each) => each !== "");
}
