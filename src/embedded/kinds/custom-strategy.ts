import { type JsonObject, objectAt } from "../../core/object/json.ts";
import { checkValues } from "../schema/check-values.ts";
import { decodeTyped } from "../schema/decode-typed.ts";
import { fillDefaults } from "../schema/default-values.ts";
import type { Schema } from "../schema/schema.ts";
import { makeStrategy } from "./make-strategy.ts";
import type { Strategy } from "./resource.ts";
import { withinTime } from "./within-time.ts";

/** What a CRD says about one of its versions, as far as writes care. */
export interface CustomKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: Schema;
  readonly isNamespaced: boolean;
  readonly hasStatus: boolean;
}

/**
 * The strategy of custom resources: defaults and checks are those of the CRD's schema.
 *
 * @param timeMsMax how long each of them may take, in milliseconds; without it, and at most, what `withinTime` gives a request in all.
 */
export function customStrategy(kind: CustomKind, timeMsMax?: number): Strategy {
  return makeStrategy({
    setDefaults: (object) =>
      withinTime(
        () => fillDefaults(withPlainMetadata(object, kind.schema), kind.schema),
        timeMsMax,
      ),
    prepareCreate: (object) => (kind.hasStatus ? withoutStatus(object) : object),
    validate: (object) => withinTime(() => checkValues(object, kind.schema), timeMsMax),
    generation: "spec",
  });
}

/** Metadata goes through the same Go struct in all kinds, which knows neither nulls nor empty maps. */
function withPlainMetadata(object: JsonObject, schema: Schema): JsonObject {
  const type = schema.properties.get("metadata");
  const metadata = objectAt(object, "metadata");
  if (type === undefined || metadata === undefined) return object;
  return { ...object, metadata: decodeTyped(metadata, type).object };
}

function withoutStatus(object: JsonObject): JsonObject {
  const { status: _, ...rest } = object;
  return rest;
}
