import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Parsed } from "../../core/problem.ts";

/** Why a folder cannot be looked into, in words. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "there is no such folder"],
  ["ENOTDIR", "there is no such folder"],
  ["EACCES", "it may not be read"],
]);

/**
 * The absolute path of a folder that a person named; a problem when there is none.
 *
 * @param written As typed, relative to the working directory.
 */
export async function findFolder(written: string): Promise<Parsed<string>> {
  const path = resolve(written);
  try {
    if ((await stat(path)).isDirectory()) return { ok: true, value: path };
  } catch (error) {
    const what = error instanceof Error && "code" in error ? REASONS.get(error.code) : undefined;
    if (what === undefined) throw error;
    return { ok: false, problems: [{ where: written, what, expected: "a folder with manifests" }] };
  }
  const expected = `its folder, ${dirname(written)}`;
  return { ok: false, problems: [{ where: written, what: "it is a file", expected }] };
}
