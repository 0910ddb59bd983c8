import type { ObjectStore } from "./object-store.ts";
import { parseGitCommit } from "./parse-git-commit.ts";

/** Whether the store has the commit with its root tree; the rest came in the same pack, which is checked as a whole. */
export async function holdsCommit(store: ObjectStore, id: string): Promise<boolean> {
  const found = await store.find(id);
  const commit = found?.type === "commit" ? parseGitCommit(found.bytes) : undefined;
  return commit !== undefined && (await store.find(commit.tree)) !== undefined;
}
