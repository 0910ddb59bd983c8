import { canonicalText } from "../object/json.ts";
import { objectKey } from "../object/object-id.ts";
import type { OfferedDrift } from "./offer.ts";

/** Which drift an offer is of: (object, path, manager, live value) as text. */
export function identityOf({ id, path, manager, live }: OfferedDrift): string {
  const value = live === undefined ? "" : canonicalText(live);
  return JSON.stringify([objectKey(id), path, manager, value]);
}
