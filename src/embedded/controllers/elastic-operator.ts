import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { idOf, isTerminating, labelOf, uidOf } from "../../core/object/live-object.ts";
import { DEPLOYMENTS, isOf, PODS, SERVICES, STATEFUL_SETS } from "../kinds/collections.ts";
import type { Change, Place } from "../store/object-store.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { elasticServices, elasticWorkload } from "./elastic-objects.ts";
import {
  ELASTIC_PRODUCTS,
  type ElasticProduct,
  elasticLabels,
  elasticSetsOf,
} from "./elastic-products.ts";
import { associationOf, elasticStatus } from "./elastic-status.ts";
import { selfOrController } from "./owner-reference.ts";
import { hasLabels } from "./pod-facts.ts";
import type { Write } from "./write.ts";
import { create, mergePatch, remove, tell, writeStatus } from "./writes.ts";

/** A small stand-in for Elastic's operator: one controller for each of its kinds that it knows. */
export function elasticOperator(): readonly Controller[] {
  return ELASTIC_PRODUCTS.map((product) => ({
    name: `${product.type}-controller`,
    userAgent: "elastic-operator",
    concerns: (change, view) => concerns(change, view, product),
    decide: (place, view) => {
      const object = view.get(place);
      return object === undefined || isTerminating(object)
        ? SETTLED
        : decide(object, product, view);
    },
  }));
}

/** Its own object, what it owns, its pods, and the Elasticsearch that it refers to. */
function concerns(change: Change, view: ClusterView, product: ElasticProduct): readonly Place[] {
  const { place, object } = change;
  const { group, plural, kind, nameLabel } = product;
  if (isOf(place, PODS)) {
    const name = labelOf(object, nameLabel);
    return name === undefined ? [] : [{ group, plural, namespace: place.namespace, name }];
  }
  if (place.plural === "elasticsearches" && product.type !== "elasticsearch") {
    return view.list(product, place.namespace).map((each) => {
      return { group, plural, namespace: place.namespace, name: idOf(each).name };
    });
  }
  return selfOrController(change, { collection: { group, plural }, kind });
}

function decide(object: JsonObject, product: ElasticProduct, view: ClusterView): Decision {
  const { namespace } = idOf(object);
  const collection = product.workload === "StatefulSet" ? STATEFUL_SETS : DEPLOYMENTS;
  const sets = elasticSetsOf(object, product);
  const workloads = sets.map((set) => view.get({ ...collection, namespace, name: set.name }));
  const isNew = workloads.every((each) => each === undefined);
  const association = associationOf(object, view);
  const labels = elasticLabels(object, product);
  const pods = view.list(PODS, namespace).filter((pod) => hasLabels(pod, labels));
  const status = elasticStatus({ object, product, sets, workloads, pods, association });
  if (isNew && association === "Pending") return { writes: writeStatus(object, status) };
  const shaped = [
    ...services(object, product, view),
    ...sets.flatMap((set, index) => shape(workloads[index], elasticWorkload(object, product, set))),
    ...superfluous(object, new Set(sets.map((set) => set.name)), view),
  ];
  const told = isNew ? [tell(object, "Created", `Created the pods of ${idOf(object).name}`)] : [];
  return { writes: [...shaped, ...told, ...writeStatus(object, status)] };
}

/** Creates a workload, or patches the live one where it says something else than what is wanted. */
function shape(live: JsonObject | undefined, wanted: JsonObject): readonly Write[] {
  if (live === undefined) return [create(wanted)];
  const isSame =
    numberAt(live, "spec", "replicas") === numberAt(wanted, "spec", "replicas") &&
    imageOf(live) === imageOf(wanted) &&
    hasLabels(
      objectAt(live, "spec", "template") ?? {},
      objectAt(wanted, "spec", "template", "metadata", "labels") ?? {},
    );
  if (isSame) return [];
  const [container] = listAt(live, "spec", "template", "spec", "containers").filter(isJsonObject);
  const containers = [{ ...container, image: imageOf(wanted) }];
  const metadata = objectAt(wanted, "spec", "template", "metadata") ?? {};
  const replicas = numberAt(wanted, "spec", "replicas") ?? 1;
  return [mergePatch(live, { spec: { replicas, template: { metadata, spec: { containers } } } })];
}

function services(
  object: JsonObject,
  product: ElasticProduct,
  view: ClusterView,
): readonly Write[] {
  return elasticServices(object, product, elasticSetsOf(object, product))
    .filter((each) => view.get({ ...SERVICES, ...named(each) }) === undefined)
    .map(create);
}

/** Node sets that are not asked for any more. */
function superfluous(
  object: JsonObject,
  names: ReadonlySet<string>,
  view: ClusterView,
): readonly Write[] {
  return view
    .ownedBy(uidOf(object))
    .filter((each) => idOf(each).kind === "StatefulSet" && !names.has(idOf(each).name))
    .filter((each) => !isTerminating(each))
    .map((each) => remove(each));
}

function imageOf(workload: JsonObject): string {
  return textAt(workload, "spec", "template", "spec", "containers", 0, "image") ?? "";
}

function named(object: JsonObject): Pick<Place, "namespace" | "name"> {
  const { namespace, name } = idOf(object);
  return { namespace, name };
}
