import type { TreeEntry } from "../core/manifest/tree-entry.ts";
import { SourceError } from "../core/source-error.ts";
import type { Stack } from "./stack.ts";

/** Reads the text of a file of a commit; `undefined` where none is, at a link, and for what is too large. @throws {SourceError} */
export function openManifestFiles(
  stack: Stack,
  revision: string,
): (path: string) => Promise<string | undefined> {
  const { source } = stack.setup.ports;
  let entries: Promise<readonly TreeEntry[]> | undefined;
  return async (path) => {
    entries ??= source.readTree(revision);
    const found = (await entries).find((entry) => entry.path === path);
    return found?.kind === "file" ? await readText(stack, found.oid) : undefined;
  };
}

/** What is too large to be read is not edited either. */
async function readText({ setup }: Stack, oid: string): Promise<string | undefined> {
  try {
    return await setup.ports.source.readText(oid);
  } catch (error) {
    if (error instanceof SourceError && error.code === "too-large") return undefined;
    throw error;
  }
}
