import type { JsonObject } from "../object/json.ts";
import type { ObjectId } from "../object/object-id.ts";

/** An object whose references are read: a manifest, or a live object. */
export interface GraphObject {
  readonly id: ObjectId;
  readonly body: JsonObject;
  /** Where its problems are: `shop/web.yaml:12:5`; for a live object its id. */
  readonly where: string;
}
