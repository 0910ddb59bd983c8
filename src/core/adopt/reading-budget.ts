import { parseFile } from "../manifest/parse-file.ts";
import type { WrittenManifest } from "../manifest/written-manifest.ts";
import { type OpenText, openText } from "./open-text.ts";

/** What is left to be read for one file, in characters: reading back is what takes the time of an edit. */
export interface ReadingBudget {
  left: number;
}

/** Characters that are read and read again for one file: some seconds at most. */
export const READING_MAX = 8 * 1024 * 1024;

/** A text with what the agent reads in it. */
export interface ReadText {
  readonly path: string;
  readonly open: OpenText;
  readonly manifests: readonly WrittenManifest[];
}

/** `openText`, for its price. */
export function openAgain(text: string, budget: ReadingBudget): OpenText | undefined {
  budget.left -= text.length;
  return openText(text);
}

/** The manifests of a text, `undefined` when it has problems; for the price of a reading. */
export function readManifests(
  path: string,
  text: string,
  budget: ReadingBudget,
): readonly WrittenManifest[] | undefined {
  budget.left -= text.length;
  const parsed = parseFile({ path, text });
  return parsed.ok ? parsed.value.manifests : undefined;
}
