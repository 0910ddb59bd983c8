import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../contract/kubectl-talks");

/** Path of a talk with kubectl. */
export function talkFile(name: string): string {
  return join(FOLDER, `${name}.txt`);
}
