import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  valueAt,
} from "../../core/object/json.ts";
import { type Managers, NOBODY } from "./field-manager.ts";
import { managersOf, readManagers } from "./read-managers.ts";
import { recordUpdate } from "./record-update.ts";
import { trackScaleUpdate } from "./track-scale.ts";
import type { Endpoint } from "./tracked-part.ts";
import type { TrackedResource } from "./tracked-resource.ts";
import { withManagers } from "./with-managers.ts";
import { zeroObject } from "./zero-object.ts";

interface Update extends Endpoint {
  /** `undefined` for a create. */
  readonly live: JsonObject | undefined;
  /** With its defaults. */
  readonly next: JsonObject;
  readonly manager: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * `next` with `metadata.managedFields` as the server stores them after a create, an update or a patch other than apply.
 * An object whose ownership was reset stays without until the first apply. Through the subresource `scale`, `live` and `next` are
 * the object that is scaled.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export function trackUpdate(update: Update): JsonObject {
  const { live, resource, subresource } = update;
  if (subresource === "scale" && live !== undefined) return trackScaleUpdate({ ...update, live });
  const next = withManagers(update.next, []);
  const managers = chooseManagers(update);
  if (managers.size === 0 && live !== undefined) return next;
  const before = live === undefined ? zeroObject(resource) : withManagers(live, []);
  const owners = recordUpdate(managers, { ...update, live: before, next });
  return withManagers(next, [...owners.values()]);
}

/** The list of the body counts, unless it is missing or not understood, or came through a subresource. */
function chooseManagers({ live, next, subresource, resource }: Update): Managers {
  const given = valueAt(next, "metadata", "managedFields");
  if (subresource === "") {
    if (isReset(given, resource)) return NOBODY;
    const managers = readManagers(given);
    if (managers !== undefined && managers.size > 0) return managers;
  }
  return managersOf(live);
}

/**
 * An empty list resets a built-in kind only: of a custom object it is not told from none.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#clearing-managedfields
 */
function isReset(given: Json | undefined, { isCustom }: TrackedResource): boolean {
  if (!isJsonList(given)) return false;
  const [first, ...others] = given;
  if (first === undefined) return !isCustom;
  return others.length === 0 && isJsonObject(first) && Object.keys(first).length === 0;
}
