import { suggestKey } from "../config/suggest-key.ts";
import type { JsonObject } from "../object/json.ts";

/** The keys that say which object a manifest is. */
export const IDENTITY_KEYS: readonly string[] = ["apiVersion", "kind", "metadata"];

/** Keys without their case and dashes: `api_version` is no other word than `apiVersion`. */
const PLAIN_KEYS: readonly string[] = IDENTITY_KEYS.map(plain);

/** An object with the keys that its author most likely meant. */
export interface MendedObject {
  readonly value: JsonObject;
  /** By right key, the one that is written in its place. Empty when all are right or nothing is near. */
  readonly misspelt: ReadonlyMap<string, string>;
}

/** Puts `apiVersion`, `kind` and `metadata` right where they are missing and a key of another case or with a slip stands there. */
export function mendKeys(value: JsonObject): MendedObject {
  const written = Object.keys(value);
  const misspelt = new Map(
    IDENTITY_KEYS.filter((right) => !Object.hasOwn(value, right)).flatMap((right) => {
      const near = written.find((key) => isMeantAs(key, right));
      return near === undefined ? [] : [[right, near] as const];
    }),
  );
  if (misspelt.size === 0) return { value, misspelt };
  const meant = new Map([...misspelt].map(([right, near]) => [near, right]));
  const mended = Object.entries(value).map(([key, own]) => [meant.get(key) ?? key, own] as const);
  return { value: Object.fromEntries(mended), misspelt };
}

/** Whether two texts are the same key but for case and dashes. */
export function isSameKey(written: string, right: string): boolean {
  return plain(written) === plain(right);
}

/** Slips seldom hit the first letter, and `find:` or `version:` are words of their own. */
function isMeantAs(written: string, right: string): boolean {
  const key = plain(written);
  return key[0] === plain(right)[0] && suggestKey(key, PLAIN_KEYS) === plain(right);
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[_-]/g, "");
}
