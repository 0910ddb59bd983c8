import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  textAt,
} from "../../src/core/object/json.ts";
import type { ControllerWorld } from "./controller-world.ts";

/** The pod that such a test is about. */
export const ONE = { apiVersion: "v1", kind: "Pod", name: "one" };

/** `Running ready main=running` or `Pending main=ErrImagePull r2`. */
export function briefPod(world: ControllerWorld): string {
  const live = world.get(ONE);
  if (live === undefined) return "gone";
  const ready = listAt(live, "status", "conditions").find(
    (each) => textAt(each, "type") === "Ready",
  );
  const states = [
    ...listAt(live, "status", "initContainerStatuses"),
    ...listAt(live, "status", "containerStatuses"),
  ].map((each) => {
    const state =
      textAt(each, "state", "waiting", "reason") ??
      textAt(each, "state", "terminated", "reason") ??
      "running";
    const restarts = numberAt(each, "restartCount") ?? 0;
    return `${textAt(each, "name")}=${state}${restarts === 0 ? "" : ` r${restarts}`}`;
  });
  return [
    textAt(live, "status", "phase"),
    ...(textAt(ready, "status") === "True" ? ["ready"] : []),
    ...states,
  ].join(" ");
}

/** Another image for its one container, in place. */
export function setImage(world: ControllerWorld, image: string): void {
  const [live] = listAt(world.get(ONE), "spec", "containers").filter(isJsonObject);
  world.patch(ONE, { spec: { containers: [{ ...live, image }] } });
}

export function containers(image: string, more: JsonObject = {}): JsonObject {
  return { containers: [{ name: "main", image, ...more }] };
}
