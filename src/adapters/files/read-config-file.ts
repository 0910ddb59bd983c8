import { readFile } from "node:fs/promises";
import type { Parsed } from "../../core/problem.ts";

/** Why a file cannot be read, in words. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["ENOTDIR", "there is no such file"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "it may not be read"],
]);

/** The text of the configuration file; a problem when a person named one that is not to be had. */
export async function readConfigFile(path: string): Promise<Parsed<string>> {
  try {
    return { ok: true, value: await readFile(path, "utf8") };
  } catch (error) {
    const what = error instanceof Error && "code" in error ? REASONS.get(error.code) : undefined;
    if (what === undefined) throw error;
    const expected = "a configuration file; name another one with --config";
    return { ok: false, problems: [{ where: path, what, expected }] };
  }
}
