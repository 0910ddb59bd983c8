import { readFile } from "node:fs/promises";

/** The version of this program, as its package says. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
  const found = /"version": "([^"]+)"/.exec(text);
  return found?.[1] ?? "0.0.0";
}
