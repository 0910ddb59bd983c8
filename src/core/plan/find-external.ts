import type { Edge } from "../graph/edge.ts";
import { resourceVersionOf } from "../object/live-object.ts";
import { objectKey } from "../object/object-id.ts";
import type { Sighting } from "../object/sighting.ts";
import {
  type ExternalAnswer,
  type ExternalReading,
  type ExternalTarget,
  externalKey,
} from "../rollout/external-answer.ts";
import { ask, type World } from "./world.ts";

/**
 * What the target of an edge answered, when it is outside the cluster. Asks for it when nobody knows, or when it was asked
 * with another Secret; without a Secret there is nobody to ask. One that cannot be followed may still be read by name.
 */
export function findExternal(world: World, edge: Edge): ExternalAnswer | undefined {
  const target = targetOf(edge);
  const sighting = world.look.sightings.get(objectKey(edge.target));
  if (target === undefined || sighting === undefined) return undefined;
  if (sighting.kind === "absent" || sighting.kind === "not-served") return undefined;
  const key = externalKey(target);
  const reading = world.look.external.get(key);
  world.outside.set(key, target);
  if (reading === undefined || isOutdated(reading, sighting)) {
    ask(world, { ask: "external", ...target });
  }
  return reading?.answer;
}

/** Whether what opens the gates of these edges was answered just now; asks for what was not. */
export function isExternalFresh(world: World, edges: readonly Edge[]): boolean {
  const stale = edges
    .flatMap((edge) => targetOf(edge) ?? [])
    .filter((target) => world.look.external.get(externalKey(target))?.source === "cache");
  for (const target of stale) ask(world, { ask: "external", ...target });
  return stale.length === 0;
}

function targetOf({ target, external }: Edge): ExternalTarget | undefined {
  if (external === "") return undefined;
  return { ref: { id: target, apiVersion: "v1" }, kind: external };
}

function isOutdated(reading: ExternalReading, secret: Sighting): boolean {
  if (reading.source === "fresh" || secret.kind !== "present") return false;
  return reading.secretVersion !== resourceVersionOf(secret.object);
}
