import { isJsonObject, type JsonObject } from "../../core/object/json.ts";
import { zeroOf } from "../schema/zero-value.ts";
import type { TrackedResource } from "./tracked-resource.ts";

/**
 * What a new object is compared with. A built-in kind is a Go struct, whose inner structs are there before anybody fills
 * them; of a custom one there is nothing.
 */
export function zeroObject({ isCustom, schema }: TrackedResource): JsonObject {
  const zero = isCustom ? {} : zeroOf(schema);
  return isJsonObject(zero) ? zero : {};
}
