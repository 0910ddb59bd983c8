import type { Mode } from "../mode.ts";
import type { ObjectKey } from "../object/object-id.ts";
import { describeGraph, type GraphDocument } from "./describe-graph.ts";
import type { Graph } from "./edge.ts";
import { groupBy } from "./group-by.ts";

type Link = GraphDocument["edges"][number];

/**
 * A graph for people: `text` by tier with what each object waits for, or a Mermaid flowchart in which an arrow leads
 * from what comes first to what comes after, dotted where nothing waits. Names come from manifests and are escaped.
 */
export function renderGraph(
  graph: Graph,
  format: "text" | "mermaid",
  modes?: ReadonlyMap<ObjectKey, Mode>,
): string {
  const document = describeGraph(graph, modes);
  switch (format) {
    case "text":
      return renderText(document, graph);
    case "mermaid":
      return renderMermaid(document);
  }
}

function renderText({ nodes, edges }: GraphDocument, { cycles }: Graph): string {
  const known = new Set(nodes.map(({ id }) => id));
  const linksOf = groupBy(edges, ({ from }) => from);
  const lines = [...groupBy(nodes, ({ tier }) => tier)].flatMap(([tier, members]) => [
    `tier ${tier}`,
    ...members.flatMap(({ id, mode }) => [
      `  ${id}${mode === undefined ? "" : ` (mode ${mode})`}`,
      ...(linksOf.get(id) ?? []).map((link) => `    ${linkText(link, known)}`),
    ]),
  ]);
  return joinLines([...lines, ...cycles.map(({ text }) => `cycle: ${text}`)].map(printable));
}

function linkText(link: Link, known: ReadonlySet<string>): string {
  const { to, origin, informational } = link;
  const notes = [
    informational ? "not waited for" : gateWords(link),
    origin,
    ...(known.has(to) ? [] : ["not in Git"]),
  ];
  return `${informational ? "refers to" : "after"} ${to} (${notes.join("; ")})`;
}

/** A gate on a version says when there is none: `rolled-out` is then no more than `ready`. */
function gateWords({ gate, unversioned }: Link): string {
  if (!unversioned) return gate;
  return gate === "rolled-out"
    ? `${gate}: no version is declared, ready is enough`
    : `${gate}: no version is declared`;
}

/** Control and format characters could move a terminal's cursor or hide text. */
function printable(line: string): string {
  return line.replaceAll(/[\p{C}\u2028\u2029]/gu, "\uFFFD");
}

const OUTSIDE = "not in Git";

function renderMermaid({ nodes, edges, cycles }: GraphDocument): string {
  const known = new Set(nodes.map(({ id }) => id));
  const outside = [...new Set(edges.map(({ to }) => to))].filter((id) => !known.has(id)).toSorted();
  const names = new Map([...known, ...outside].map((id, index) => [id, `n${index}`]));
  function box(id: string, mode?: Mode): string {
    const text = mode === undefined ? id : `${id}, mode ${mode}`;
    return `    ${names.get(id)}["${escapeLabel(text)}"]`;
  }
  const tiers = [...groupBy(nodes, ({ tier }) => tier)].flatMap(([tier, members]) => [
    `  subgraph tier${tier}["tier ${tier}"]`,
    ...members.map(({ id, mode }) => box(id, mode)),
    "  end",
  ]);
  const rest =
    outside.length === 0
      ? []
      : [`  subgraph outside["${OUTSIDE}"]`, ...outside.map((id) => box(id)), "  end"];
  const arrows = edges.map((link) => {
    const { from, to, informational } = link;
    const arrow = informational ? "-.->" : `-->|"${escapeLabel(gateWords(link))}"|`;
    return `  ${names.get(to)} ${arrow} ${names.get(from)}`;
  });
  const knotted = [...new Set(cycles.flat())].map((id) => names.get(id)).join(",");
  const styles =
    knotted === ""
      ? []
      : ["  classDef cycle stroke:#c00,stroke-width:3px", `  class ${knotted} cycle`];
  return joinLines(["flowchart LR", ...tiers, ...rest, ...arrows, ...styles]);
}

/** Every character that Mermaid, Markdown or HTML could take for its own becomes a Mermaid character code. */
function escapeLabel(text: string): string {
  return printable(text).replaceAll(
    /[^\p{L}\p{N} ./_-]/gu,
    (character) => `#${character.codePointAt(0) ?? 0};`,
  );
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
