import { AgentError } from "../../src/core/agent-error.ts";
import type { TreeEntry } from "../../src/core/manifest/tree-entry.ts";
import type { SourcePort } from "../../src/ports/source-port.ts";

/** `file shop/web.yaml`, sorted. */
export function briefTree(tree: readonly TreeEntry[]): readonly string[] {
  return tree.map(({ kind, path }) => `${kind} ${path}`).toSorted();
}

/** The text of one file of a commit. */
export async function textAt(source: SourcePort, commit: string, path: string): Promise<string> {
  const entry = (await source.readTree(commit)).find((each) => each.path === path);
  if (entry === undefined) throw new Error(`no ${path} in ${commit}`);
  return await source.readText(entry.oid);
}

/** `code: message` of what a promise was rejected with; throws when it was not. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AgentError) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error("was not refused");
}
