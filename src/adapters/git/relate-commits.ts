import type { Relation } from "../../ports/source-port.ts";

/** Commits walked on each side; farther apart is `unknown`. */
const COMMITS_MAX = 10_000;

/** The parents of a commit; `undefined` when the history that we hold ends before it. */
type ReadParents = (commit: string) => Promise<readonly string[] | undefined>;

/** How `commit` stands to `other`, from the history that we hold: `ancestor` = `commit` comes before `other`. */
export async function relateCommits(
  pair: { readonly commit: string; readonly other: string },
  readParents: ReadParents,
): Promise<Relation> {
  const { commit, other } = pair;
  if (commit === other) return "same";
  const below = await search({ from: other, wanted: commit }, readParents);
  if (below === "found") return "ancestor";
  const above = await search({ from: commit, wanted: other }, readParents);
  if (above === "found") return "descendant";
  return below === "nowhere" && above === "nowhere" ? "diverged" : "unknown";
}

async function search(
  walk: { readonly from: string; readonly wanted: string },
  readParents: ReadParents,
): Promise<"found" | "nowhere" | "cut-off"> {
  const seen = new Set([walk.from]);
  let isCutOff = false;
  // A set keeps the order of insertion and hands out what is added on the way.
  for (const commit of seen) {
    if (commit === walk.wanted) return "found";
    if (seen.size > COMMITS_MAX) return "cut-off";
    // oxlint-disable-next-line no-await-in-loop -- the next commits are known only from this one
    const parents = await readParents(commit);
    if (parents === undefined) isCutOff = true;
    for (const parent of parents ?? []) seen.add(parent);
  }
  return isCutOff ? "cut-off" : "nowhere";
}
