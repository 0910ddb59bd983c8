import type { PlayedState } from "./play-state.ts";
import { plannedLines, type SentWrite, writeLines } from "./sent-writes.ts";

/**
 * Where the plan and the pass differ, one line each; none when the plan lists exactly what was sent. What the server
 * refused only at its write takes those along that come after it: they are planned, and not sent.
 */
export function judgeState({
  state,
  plan,
  sentByPlan,
  sentByPass,
}: PlayedState): readonly string[] {
  const planned = plannedLines(plan);
  const sent = writeLines(sentByPass);
  const cut = findCut(state.edges, sentByPass);
  const missing = planned.filter((line) => !sent.includes(line) && !cut.has(idOf(line)));
  const more = sent.filter((line) => !planned.includes(line));
  return [
    ...sentByPlan.map(({ id, verb }) => `the plan itself wrote: ${id} ${verb}`),
    ...missing.map((line) => `planned, not sent: ${line}`),
    ...more.map((line) => `sent, not planned: ${line}`),
    ...findDisorder(state.edges, sentByPass),
    ...findUnforeseen(state, sentByPass),
  ];
}

function idOf(line: string): string {
  return line.slice(0, line.indexOf(" "));
}

/** What comes after a write that the server refused. */
function findCut(
  edges: readonly (readonly [string, string])[],
  sent: readonly SentWrite[],
): ReadonlySet<string> {
  const cut = new Set(sent.filter(({ entry }) => entry.code >= 400).map(({ id }) => id));
  const refused = new Set(cut);
  for (let size = -1; size < cut.size; ) {
    size = cut.size;
    for (const [dependent, target] of edges) if (cut.has(target)) cut.add(dependent);
  }
  return new Set([...cut].filter((id) => !refused.has(id)));
}

/** A dependent is written when all is answered that was sent for its target. */
function findDisorder(
  edges: readonly (readonly [string, string])[],
  sent: readonly SentWrite[],
): readonly string[] {
  return edges.flatMap(([dependent, target]) => {
    const places = sent.map(({ id, verb }, index) => ({ id, verb, index }));
    const first = places.find(({ id }) => id === dependent)?.index;
    const last = places.findLast(({ id }) => id === target)?.index;
    const isInOrder = first === undefined || last === undefined || last < first;
    return isInOrder ? [] : [`${dependent} was written before its target ${target}`];
  });
}

/**
 * Refusals that a dry run would have shown. It could not be asked where the namespace is made or changed in this very pass, and says nothing
 * while a transfer is to take away what may be its cause.
 */
function findUnforeseen(
  { config }: PlayedState["state"],
  sent: readonly SentWrite[],
): readonly string[] {
  if (config.includes("apply: { preflight: false }")) return [];
  const written = new Set(sent.flatMap(({ id }) => (id.startsWith("Namespace/") ? [id] : [])));
  const moved = new Set(sent.flatMap(({ id, verb }) => (verb === "transfer" ? [id] : [])));
  return sent
    .filter(({ entry }) => entry.code >= 400)
    .filter(({ id, entry }) => !moved.has(id) && !written.has(`Namespace/${entry.namespace}`))
    .map(({ id, verb, entry }) => `a dry run would have told: ${id} ${verb} ${entry.code}`);
}
