import { isJsonEqual, type JsonObject, objectAt } from "../../core/object/json.ts";
import { idOf, isTerminating, labelOf, uidOf } from "../../core/object/live-object.ts";
import { ENDPOINT_SLICES, ENDPOINTS, isOf, PODS, SERVICES } from "../kinds/collections.ts";
import type { Change, Place } from "../store/object-store.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { endpointSlice, endpointsOf, SLICE_MANAGER } from "./endpoint-objects.ts";
import { generatedName } from "./generated-name.ts";
import { selfOrController } from "./owner-reference.ts";
import { hasLabels } from "./pod-facts.ts";
import { hasSelector, podsOfService, type ServicePod } from "./service-pods.ts";
import type { Write } from "./write.ts";
import { create, remove, replace } from "./writes.ts";

const MANAGED_BY = "endpoints.kubernetes.io/managed-by";

/** Keeps the Endpoints of Services. @see https://kubernetes.io/docs/concepts/services-networking/service/#endpoints */
export function endpointsController(): Controller {
  return {
    name: "endpoint-controller",
    userAgent: "kube-controller-manager",
    concerns: (change, view) => concerns(change, view, ENDPOINTS),
    decide: decideEndpoints,
  };
}

/** Keeps the EndpointSlices of Services. @see https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/ */
export function endpointSliceController(): Controller {
  return {
    name: "endpoint-slice-controller",
    userAgent: "kube-controller-manager",
    concerns: (change, view) => concerns(change, view, ENDPOINT_SLICES),
    decide: decideSlices,
  };
}

function concerns(change: Change, view: ClusterView, kept: typeof ENDPOINTS): readonly Place[] {
  const { place, object, before } = change;
  if (isOf(place, SERVICES)) return [place];
  if (isOf(place, kept) && isOf(kept, ENDPOINTS)) return [{ ...place, ...SERVICES }];
  if (isOf(place, kept)) return selfOrController(change, { collection: SERVICES, kind: "Service" });
  if (!isOf(place, PODS)) return [];
  return view
    .list(SERVICES, place.namespace)
    .filter((service) => {
      const selector = objectAt(service, "spec", "selector");
      if (selector === undefined) return false;
      return hasLabels(object, selector) || (before !== undefined && hasLabels(before, selector));
    })
    .map((service) => ({ ...SERVICES, namespace: place.namespace, name: idOf(service).name }));
}

function decideEndpoints(place: Place, view: ClusterView): Decision {
  const service = view.get(place);
  const live = view.get({ ...place, ...ENDPOINTS });
  if (service === undefined) {
    const isOurs = live !== undefined && labelOf(live, MANAGED_BY) === "endpoint-controller";
    return isOurs ? { writes: [remove(live)] } : SETTLED;
  }
  if (!hasSelector(service) || isTerminating(service)) return SETTLED;
  const wanted = endpointsOf(service, podsOfService(service, view), view.now);
  return { writes: keep(live, wanted, ["subsets"]) };
}

function decideSlices(place: Place, view: ClusterView): Decision {
  const service = view.get(place);
  if (service === undefined || !hasSelector(service) || isTerminating(service)) return SETTLED;
  const [live, ...others] = view
    .ownedBy(uidOf(service))
    .filter(
      (each) =>
        idOf(each).kind === "EndpointSlice" &&
        labelOf(each, "endpointslice.kubernetes.io/managed-by") === SLICE_MANAGER,
    );
  const pods: readonly ServicePod[] = podsOfService(service, view);
  const name = live === undefined ? generatedName(`${place.name}-`, view) : idOf(live).name;
  const wanted = endpointSlice(service, pods, { name, now: view.now });
  return {
    writes: [...keep(live, wanted, ["endpoints", "ports"]), ...others.map((each) => remove(each))],
  };
}

/** Creates the object, or replaces the live one when one of the fields or the labels is another. */
function keep(
  live: JsonObject | undefined,
  wanted: JsonObject,
  fields: readonly string[],
): readonly Write[] {
  if (live === undefined) return [create(wanted)];
  const isSame =
    isJsonEqual(objectAt(live, "metadata", "labels"), objectAt(wanted, "metadata", "labels")) &&
    fields.every((field) => isJsonEqual(live[field] ?? null, wanted[field] ?? null));
  if (isSame) return [];
  const { labels, annotations } = objectAt(wanted, "metadata") ?? {};
  const metadata = {
    ...objectAt(live, "metadata"),
    labels: labels ?? {},
    annotations: annotations ?? {},
  };
  return [replace({ ...wanted, metadata })];
}
