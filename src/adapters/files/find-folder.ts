import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Parsed } from "../../core/problem.ts";
import { explainUnreadable } from "../../core/wording/explain-unreadable.ts";

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
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const what = explainUnreadable(code, "folder");
    if (what === undefined) throw error;
    return { ok: false, problems: [{ where: written, what, expected: "a folder with manifests" }] };
  }
  const expected = `its folder, ${dirname(written)}`;
  return { ok: false, problems: [{ where: written, what: "it is a file", expected }] };
}
