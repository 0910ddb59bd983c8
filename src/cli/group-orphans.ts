import type { OrphanStatus } from "../core/report/status-document.ts";
import { explainOrphan } from "../core/wording/explain-orphan.ts";

/** What becomes of some orphans, and which those are. */
export type OrphanGroup = readonly [text: string, ids: readonly [string, ...string[]]];

/** Orphans by what becomes of them, in the order of the first of each: what holds many at once is told once. */
export function groupOrphans(
  orphans: readonly OrphanStatus[],
  tense: "done" | "planned" = "done",
): readonly OrphanGroup[] {
  const groups = new Map<string, [string, ...string[]]>();
  for (const orphan of orphans) {
    const text = explainOrphan(orphan, tense);
    const known = groups.get(text);
    if (known === undefined) groups.set(text, [orphan.id]);
    else known.push(orphan.id);
  }
  return [...groups];
}
