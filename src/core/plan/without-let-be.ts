import { isJsonEqual, type Json, type JsonObject } from "../object/json.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { formatPath } from "../ownership/format-path.ts";
import { resolvePath } from "../ownership/resolve-path.ts";
import type { ReleasedPath } from "../released/released-path.ts";
import { replaceReleased } from "../released/replace-released.ts";
import type { Intent } from "./build-intent.ts";
import type { DriftDecision } from "./decide-drift.ts";
import type { ObjectCase } from "./describe-case.ts";

/**
 * An intent as it is sent to an object that exists: a write for something else does not take back what a rule lets somebody hold. It
 * has left our entry, so leaving it out changes nothing. Where Git changes that very value, Git's word counts again.
 */
export function withoutLetBe(
  { body, expected }: Pick<Intent, "body" | "expected">,
  { lastApplied, live }: Pick<ObjectCase, "lastApplied" | "live">,
  { letBe }: Pick<DriftDecision, "letBe">,
): Pick<Intent, "body" | "expected"> {
  if (lastApplied.kind !== "known" || live === undefined || letBe.length === 0) {
    return { body, expected };
  }
  const before = lastApplied.intent.body;
  const released = letBe.filter((place) => isSame(before, body, place)).map(asReleased);
  const how = { released, shape: undefined };
  return {
    body: replaceReleased(body, { ...how, choose: () => undefined }).body,
    expected: replaceReleased(expected, { ...how, choose: (path) => valueIn(live, path) }).body,
  };
}

function isSame(a: JsonObject, b: JsonObject, place: FieldPath): boolean {
  const [left, right] = [valueIn(a, place), valueIn(b, place)];
  return left !== undefined && right !== undefined && isJsonEqual(left, right);
}

function valueIn(body: JsonObject, place: FieldPath): Json | undefined {
  const found = resolvePath(body, place);
  return found.kind === "found" ? found.value : undefined;
}

function asReleased(place: FieldPath): ReleasedPath {
  return { kind: "place", path: formatPath(place), by: "ignore", holder: "ownership.allow" };
}
