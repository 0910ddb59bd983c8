import type { Json, Step } from "../object/json.ts";

/** A place in a text. Both count from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** What is wrong in a YAML text. Never repeats a value: the text may be a Secret. */
export interface YamlProblem extends TextPlace {
  readonly what: string;
  readonly expected: string;
  /** The key, when it is written twice in its map and that is all. Not to be shown: it may be a piece of a value. */
  readonly repeatedKey?: string;
}

/** One document of a YAML or JSON text. */
export interface YamlDocument {
  /** Null when `isBroken`. Values behind aliases are shared, not copied. */
  readonly value: Json;
  /** Whether it is no YAML at all; else `problems` are about what it says. */
  readonly isBroken: boolean;
  readonly problems: readonly YamlProblem[];
  /** Where the key or item at `steps` is written, or the nearest parent that is. */
  readonly placeOf: (steps: readonly Step[]) => TextPlace;
}
