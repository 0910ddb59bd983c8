import type { FoundDrift } from "../drift/drift-scene.ts";
import { type JsonObject, textAt } from "../object/json.ts";
import { resourceVersionOf, uidOf } from "../object/live-object.ts";
import type { Sighting } from "../object/sighting.ts";
import { isOfMainResource } from "../ownership/foreign-rules.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import type { VersionReadings } from "../ownership/rebase-paths.ts";
import type { ObjectCase } from "./describe-case.ts";
import { ask, type World } from "./world.ts";

/**
 * How a live object reads at the API versions at which its managers wrote, asked for only when something has to be moved
 * between versions: Git drops something, or an addition of another version is to be taken back. `undefined`: while it is
 * asked. A version that cannot be read, or shows another state of the object by now, is left out.
 */
export function readVersions(
  item: ObjectCase,
  seen: { readonly live: JsonObject; readonly found: readonly FoundDrift[] },
  world: World,
): VersionReadings | undefined {
  const { live, found } = seen;
  const isNeeded = item.isPending || found.some(isLeftAddition);
  const wanted = isNeeded ? otherVersionsOf(live) : [];
  if (wanted.length === 0) return NO_READINGS;
  const answers = wanted.map((apiVersion) => answerVersion(item, { live, apiVersion }, world));
  if (answers.includes(undefined)) return undefined;
  const read = answers.flatMap((sighting, index): readonly (readonly [string, JsonObject])[] => {
    const isUsable = sighting?.kind === "present" && isSameState(sighting.object, live);
    return isUsable ? [[wanted[index] ?? "", sighting.object]] : [];
  });
  return new Map([[item.ref.apiVersion, live], ...read]);
}

function answerVersion(
  item: ObjectCase,
  { live, apiVersion }: { readonly live: JsonObject; readonly apiVersion: string },
  world: World,
): Sighting | undefined {
  const ref = { id: item.ref.id, apiVersion };
  const key = [item.key, apiVersion, uidOf(live), resourceVersionOf(live)].join("\n");
  const sighting = world.look.versions.get(key);
  if (sighting === undefined) ask(world, { ask: "at-version", ref, key });
  return sighting;
}

export const NO_READINGS: VersionReadings = new Map();

function isLeftAddition({ drift, isRevertible }: FoundDrift): boolean {
  return drift.class === "added" && !isRevertible;
}

/** Of the main resource, beside the one at which it is read; none where all write at one. */
function otherVersionsOf(live: JsonObject): readonly string[] {
  const entries = readManagerEntries(live).entries.filter(isOfMainResource);
  const versions = new Set(entries.map(({ apiVersion }) => apiVersion));
  versions.delete(textAt(live, "apiVersion") ?? "");
  return [...versions];
}

function isSameState(object: JsonObject, live: JsonObject): boolean {
  return resourceVersionOf(object) === resourceVersionOf(live) && uidOf(object) === uidOf(live);
}
