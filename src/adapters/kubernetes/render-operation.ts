import type { Json, JsonObject } from "../../core/object/json.ts";
import type { JsonPatchOperation } from "../../ports/cluster-port.ts";

/** The value is JSON: it was read from the server or made of what was. */
export function renderOperation({ op, path, value }: JsonPatchOperation): JsonObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the port's type says less than its contract
  return value === undefined ? { op, path } : { op, path, value: value as Json };
}
