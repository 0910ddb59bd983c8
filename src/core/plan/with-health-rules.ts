import { idOf } from "../object/live-object.ts";
import { kindKey } from "../object/object-id.ts";
import type { Look } from "./look.ts";

/** The look with the config's health rules beside the readings of their kinds. */
export function withHealthRules(look: Look): Look {
  const { health } = look.rules;
  if (health.size === 0) return look;
  const readings = [...look.readings].map(([key, reading]) => {
    const rule = health.get(kindKey(idOf(reading.object)));
    return [key, rule === undefined ? reading : { ...reading, rule }] as const;
  });
  return { ...look, readings: new Map(readings) };
}
