import { type JsonObject, listAt, numberAt, textAt } from "../../src/core/object/json.ts";
import type { KubeAddress } from "../support/kube-client.ts";
import { type SeenEvent, watchObjects } from "./watch-objects.ts";

/** Tells when a Deployment runs an image everywhere, by two plain watches and rules of its own. */
export interface RolloutWatch {
  /**
   * Resolves with the time (epoch milliseconds) at which the event came that made it so: no pod of another image is left,
   * and the Deployment's status says observed, updated and ready.
   */
  whenRolledOut(app: string, image: string): Promise<number>;
  close(): void;
}

interface Waiting {
  readonly app: string;
  readonly image: string;
  readonly resolve: (atMs: number) => void;
}

export async function watchRollouts(
  address: KubeAddress,
  namespace: string,
): Promise<RolloutWatch> {
  const pods = new Map<string, JsonObject>();
  const deployments = new Map<string, JsonObject>();
  let waiting: readonly Waiting[] = [];
  function isRolledOut({ app, image }: Waiting): boolean {
    const deployment = deployments.get(app);
    const own = [...pods.values()].filter(
      (pod) => textAt(pod, "metadata", "labels", "app") === app,
    );
    return (
      deployment !== undefined &&
      isComplete(deployment, image) &&
      own.every((pod) => imageOf(pod) === image)
    );
  }
  function seeInto(objects: Map<string, JsonObject>): (event: SeenEvent) => void {
    return ({ type, object }) => {
      const atMs = Date.now();
      const name = textAt(object, "metadata", "name") ?? "";
      if (type === "DELETED") objects.delete(name);
      else objects.set(name, object);
      const done = waiting.filter(isRolledOut);
      waiting = waiting.filter((each) => !done.includes(each));
      for (const { resolve } of done) resolve(atMs);
    };
  }
  const core = `/api/v1/namespaces/${namespace}`;
  const apps = `/apis/apps/v1/namespaces/${namespace}`;
  const stops = await Promise.all([
    watchObjects(address, `${core}/pods`, seeInto(pods)),
    watchObjects(address, `${apps}/deployments`, seeInto(deployments)),
  ]);
  return {
    whenRolledOut: async (app, image) =>
      new Promise((resolve) => {
        waiting = [...waiting, { app, image, resolve }];
      }),
    close() {
      for (const stop of stops) stop();
    },
  };
}

function isComplete(deployment: JsonObject, image: string): boolean {
  const template = { spec: templateSpec(deployment) };
  const replicas = numberAt(deployment, "spec", "replicas");
  const counts = ["replicas", "updatedReplicas", "readyReplicas", "availableReplicas"] as const;
  return (
    imageOf(template) === image &&
    numberAt(deployment, "status", "observedGeneration") ===
      numberAt(deployment, "metadata", "generation") &&
    counts.every((count) => numberAt(deployment, "status", count) === replicas)
  );
}

function templateSpec(deployment: JsonObject): JsonObject {
  return { containers: [...listAt(deployment, "spec", "template", "spec", "containers")] };
}

function imageOf(pod: JsonObject): string {
  return textAt(listAt(pod, "spec", "containers")[0], "image") ?? "";
}
