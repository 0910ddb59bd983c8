import { NODES } from "../kinds/collections.ts";
import type { World } from "../kinds/resource.ts";
import { answerCall } from "../requests/answer-call.ts";
import { autoscalerController } from "./autoscaler-controller.ts";
import { claimController } from "./claim-controller.ts";
import type { Controller } from "./controller.ts";
import { crdController } from "./crd-controller.ts";
import { cronJobController } from "./cron-job-controller.ts";
import { daemonSetController } from "./daemon-set-controller.ts";
import { deploymentController } from "./deployment-controller.ts";
import { disruptionController } from "./disruption-controller.ts";
import { ELASTIC_CRDS } from "./elastic-crds.ts";
import { elasticOperator } from "./elastic-operator.ts";
import { endpointSliceController, endpointsController } from "./endpoints-controller.ts";
import { executeWrite } from "./execute-write.ts";
import { garbageCollector } from "./garbage-collector.ts";
import { jobController } from "./job-controller.ts";
import { kubelet } from "./kubelet.ts";
import { namespaceController } from "./namespace-controller.ts";
import { nodeController, nodeStatusController } from "./node-controller.ts";
import type { Pace } from "./pace.ts";
import { replicaSetController, replicationController } from "./replica-set-controller.ts";
import { runControllers } from "./run-controllers.ts";
import { scheduler } from "./scheduler.ts";
import { SEED_OBJECTS } from "./seed-objects.ts";
import { serviceController } from "./service-controller.ts";
import { statefulSetController } from "./stateful-set-controller.ts";
import type { Timers } from "./timers.ts";
import { volumeController } from "./volume-controller.ts";

export interface ControllerOptions {
  readonly world: World;
  readonly timers: Timers;
  readonly pace: Pace;
  /** Told of a defect in a controller, which is tried again later. */
  readonly onDefect?: (error: unknown) => void;
  /** PEM text of the certificate by which pods would know the API server; for `kube-root-ca.crt`. */
  readonly rootCa?: string;
  /** `api-server`: only those that are part of a kube-apiserver, which establish CRDs. All when left out. */
  readonly scope?: "api-server" | "cluster";
}

/**
 * Brings the cluster to life: from now on objects are acted upon as controller manager, scheduler, kubelet and the Elastic
 * operator do it. Goes on from whatever state the objects are in.
 */
export function startControllers(options: ControllerOptions): { stop(): void } {
  const { world, timers, onDefect } = options;
  if (options.scope !== "api-server") seed(world);
  return runControllers({
    api: { world, answer: answerCall },
    timers,
    controllers: allControllers(options),
    onDefect: onDefect ?? (() => {}),
  });
}

/** A cluster without nodes is a new one. */
function seed(world: World): void {
  if (world.store.list(NODES).items.length > 0) return;
  const api = { world, answer: answerCall };
  for (const object of SEED_OBJECTS) {
    executeWrite({ kind: "create", object }, "kube-controller-manager", api);
  }
  for (const object of ELASTIC_CRDS) {
    executeWrite({ kind: "create", object }, "elastic-operator", api);
  }
}

function allControllers({ world, scope, pace, rootCa }: ControllerOptions): readonly Controller[] {
  if (scope === "api-server") return [crdController()];
  return [
    crdController(),
    namespaceController(rootCa ?? ""),
    nodeStatusController(),
    nodeController(),
    garbageCollector(),
    deploymentController(world.now()),
    replicaSetController(),
    replicationController(),
    statefulSetController(),
    daemonSetController(),
    jobController(pace),
    cronJobController(),
    scheduler(),
    kubelet(pace),
    claimController(pace),
    volumeController(),
    serviceController(pace),
    endpointsController(),
    endpointSliceController(),
    autoscalerController(),
    disruptionController(),
    ...elasticOperator(),
  ];
}
