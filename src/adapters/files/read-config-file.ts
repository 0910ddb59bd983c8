import { readFile } from "node:fs/promises";
import type { Parsed } from "../../core/problem.ts";

/** Why a file cannot be read, in words. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ["EISDIR", "it is a folder"],
  ["EACCES", "it may not be read"],
]);

/** The text of the configuration file, `undefined` when there is no such file; a problem when it cannot be read. */
export async function readConfigFile(path: string): Promise<Parsed<string | undefined>> {
  try {
    return { ok: true, value: await readFile(path, "utf8") };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return { ok: true, value: undefined };
    const what = REASONS.get(code);
    if (what === undefined) throw error;
    const expected = "a configuration file; name another one with --config";
    return { ok: false, problems: [{ where: path, what, expected }] };
  }
}
