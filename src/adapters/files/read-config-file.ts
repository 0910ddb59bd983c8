import { readFile } from "node:fs/promises";
import { refuseConfigFile } from "../../core/config/refuse-config-file.ts";
import type { Parsed } from "../../core/problem.ts";
import { explainUnreadable } from "../../core/wording/explain-unreadable.ts";

/** The text of the configuration file, `undefined` when there is no such file; a problem when it cannot be read. */
export async function readConfigFile(path: string): Promise<Parsed<string | undefined>> {
  try {
    return { ok: true, value: await readFile(path, "utf8") };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return { ok: true, value: undefined };
    const what = explainUnreadable(code, "file");
    if (what === undefined) throw error;
    return { ok: false, problems: [refuseConfigFile(path, what)] };
  }
}
