import { isJsonObject, type JsonObject, listAt, numberAt } from "../../core/object/json.ts";
import { StatusError } from "../status-error.ts";
import { SERVICES } from "./collections.ts";
import { randomNumber } from "./random-number.ts";
import type { World } from "./resource.ts";

const FIRST = 30_000;

const LAST = 32_767;

/** Ports at the start are left to those who name one: the server gives them out last. */
const NAMED = 86;

/** A port that no Service has on the nodes. @param taken - Others of the same Service. @throws {StatusError} 500 when there is none. */
export function freeNodePort(world: World, taken: readonly number[]): number {
  const used = new Set([...usedNodePorts(world.store.list(SERVICES).items), ...taken]);
  const size = LAST - FIRST - NAMED + 1;
  const start = randomNumber(world, size);
  for (let step = 0; step < size; step += 1) {
    const port = FIRST + NAMED + ((start + step) % size);
    if (!used.has(port)) return port;
  }
  throw new StatusError(500, {
    reason: "InternalError",
    message: "Internal error occurred: failed to allocate a nodePort: range is full",
  });
}

/** Why a Service cannot have a port on the nodes, in the server's words. @param others - All other Services. */
export function nodePortFault(port: number, others: readonly JsonObject[]): string | undefined {
  if (port < FIRST || port > LAST) {
    return `provided port is not in the valid range. The range of valid ports is ${FIRST}-${LAST}`;
  }
  return usedNodePorts(others).has(port) ? "provided port is already allocated" : undefined;
}

function usedNodePorts(services: readonly JsonObject[]): ReadonlySet<number> {
  return new Set(
    services.flatMap((each) => [
      numberAt(each, "spec", "healthCheckNodePort") ?? 0,
      ...listAt(each, "spec", "ports")
        .filter(isJsonObject)
        .map((port) => numberAt(port, "nodePort") ?? 0),
    ]),
  );
}
