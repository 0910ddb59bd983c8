import { type JsonObject, listAt, textAt } from "../../core/object/json.ts";
import { StatusError } from "../status-error.ts";
import { SERVICES } from "./collections.ts";
import { randomNumber } from "./random-number.ts";
import type { World } from "./resource.ts";

const NETWORK = "10.0.0.";

/** Addresses below are left to those who name one: the server gives them out last. */
const FIRST = 17;

const LAST = 254;

/** An address of 10.0.0.0/24 that no Service has. @throws {StatusError} 500 when there is none. */
export function freeAddress(world: World): string {
  const used = usedAddresses(world.store.list(SERVICES).items);
  const size = LAST - FIRST + 1;
  const start = randomNumber(world, size);
  for (let step = 0; step < size; step += 1) {
    const address = `${NETWORK}${FIRST + ((start + step) % size)}`;
    if (!used.has(address)) return address;
  }
  throw new StatusError(500, {
    reason: "InternalError",
    message: "Internal error occurred: failed to allocate a serviceIP: range is full",
  });
}

/** Why a Service cannot have an address, in the server's words. @param others - All other Services. */
export function addressFault(address: string, others: readonly JsonObject[]): string | undefined {
  if (!/^10\.0\.0\.\d{1,3}$/.test(address)) {
    return `failed to allocate IP ${address}: the provided network does not match the current range`;
  }
  return usedAddresses(others).has(address)
    ? `failed to allocate IP ${address}: provided IP is already allocated`
    : undefined;
}

function usedAddresses(services: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(
    services.flatMap((each) => [
      textAt(each, "spec", "clusterIP") ?? "",
      ...listAt(each, "spec", "clusterIPs").map(String),
    ]),
  );
}
