import { readdirSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../contract/kubectl-talks");

/** A talk with kubectl. */
export interface TalkFile {
  readonly name: string;
  readonly path: string;
}

/** The talks about one theme, in order of their names. */
export function talksAbout(theme: string): readonly TalkFile[] {
  return readdirSync(join(FOLDER, theme))
    .toSorted()
    .map((file) => ({ name: file.replace(".txt", ""), path: join(FOLDER, theme, file) }));
}
