import {
  type Json,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { idOf, isTerminating, uidOf } from "../../core/object/live-object.ts";
import { PODS } from "../kinds/collections.ts";
import type { ClusterView } from "./controller.ts";
import { hasLabels, isFinished, isReady, nodeOf } from "./pod-facts.ts";
import { definedOnly } from "./writes.ts";

/** A pod behind a Service. */
export interface ServicePod {
  readonly ip: string;
  readonly isReady: boolean;
  readonly isTerminating: boolean;
  readonly nodeName: string;
  /** Of a pod that is known by name in the Service's domain. */
  readonly hostname: string | undefined;
  readonly targetRef: JsonObject;
  /** Where the Service's ports lead on this pod. */
  readonly ports: readonly JsonObject[];
}

/** Whether the cluster itself looks after the endpoints of a Service. */
export function hasSelector(service: JsonObject): boolean {
  return (
    textAt(service, "spec", "type") !== "ExternalName" &&
    objectAt(service, "spec", "selector") !== undefined
  );
}

/** The pods that a Service selects and that have an address, by address. */
export function podsOfService(service: JsonObject, view: ClusterView): readonly ServicePod[] {
  const selector = objectAt(service, "spec", "selector") ?? {};
  const publishesAll = valueAt(service, "spec", "publishNotReadyAddresses") === true;
  return view
    .list(PODS, idOf(service).namespace)
    .filter((pod) => hasLabels(pod, selector) && !isFinished(pod))
    .flatMap((pod) => {
      const ip = textAt(pod, "status", "podIP");
      return ip === undefined ? [] : [servicePod(pod, ip, { service, publishesAll })];
    })
    .toSorted((a, b) => (a.ip < b.ip ? -1 : 1));
}

function servicePod(
  pod: JsonObject,
  ip: string,
  { service, publishesAll }: { readonly service: JsonObject; readonly publishesAll: boolean },
): ServicePod {
  const { namespace, name } = idOf(pod);
  const isNamed = textAt(pod, "spec", "subdomain") === idOf(service).name;
  return {
    ip,
    isReady: publishesAll || isReady(pod),
    isTerminating: isTerminating(pod),
    nodeName: nodeOf(pod),
    hostname: isNamed ? textAt(pod, "spec", "hostname") : undefined,
    targetRef: { kind: "Pod", namespace, name, uid: uidOf(pod) },
    ports: listAt(service, "spec", "ports").flatMap((each) => portOnPod(each, pod)),
  };
}

/** A port whose name the pod does not know leads nowhere. */
function portOnPod(port: Json, pod: JsonObject): readonly JsonObject[] {
  const target = valueAt(port, "targetPort") ?? valueAt(port, "port");
  const number = typeof target === "number" ? target : namedPort(pod, target);
  if (number === undefined) return [];
  return [
    definedOnly({
      name: textAt(port, "name"),
      port: number,
      protocol: textAt(port, "protocol") ?? "TCP",
      appProtocol: textAt(port, "appProtocol"),
    }),
  ];
}

function namedPort(pod: JsonObject, name: Json | undefined): number | undefined {
  return listAt(pod, "spec", "containers")
    .flatMap((each) => listAt(each, "ports"))
    .filter((each) => name !== undefined && textAt(each, "name") === name)
    .map((each) => numberAt(each, "containerPort"))
    .find((each) => each !== undefined);
}
