import { objectKey } from "../object/object-id.ts";
import type { Link } from "./find-cycles.ts";

/** Objects that a cycle's text spells out. */
const SPELLED_MAX = 12;

/** A cycle for people: `A → B (…) → A (…)`, with what there is to say of each link. */
export function spellCycle<L extends Link>(
  links: readonly L[],
  describe: (link: L) => string,
): string {
  const hops = links.map((link) => ` → ${objectKey(link.target)} (${describe(link)})`);
  const start = links.slice(0, 1).map(({ dependent }) => objectKey(dependent));
  if (hops.length <= SPELLED_MAX) return [...start, ...hops].join("");
  const left = ` → … ${hops.length - SPELLED_MAX} more …`;
  return [...start, ...hops.slice(0, SPELLED_MAX - 1), left, ...hops.slice(-1)].join("");
}
