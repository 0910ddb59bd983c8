import { canonicalText, type Json } from "../core/object/json.ts";
import type {
  BlockerStatus,
  DriftStatus,
  ObjectStatus,
  StackStatus,
  StatusDocument,
} from "../core/report/status-document.ts";
import { visibleText } from "../core/report/visible-text.ts";

/** Rows of a table; `/status.json` has all. */
const ROWS_MAX = 1000;

const STYLE =
  "body{font:14px/1.4 sans-serif;margin:1rem 2rem}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:2px 6px;text-align:left;vertical-align:top}td{overflow-wrap:anywhere}";

/** The status as one HTML page without scripts. Pure; whatever comes from the cluster or the repository is escaped. */
export function renderStatusPage(document: StatusDocument): string {
  const stacks = document.stacks.map(renderStack);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Lockstep</title><meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>
<body>
<h1>Lockstep</h1>
<p><a href="/status.json">status.json</a></p>
${(stacks.length === 0 ? ["<p>No stacks yet.</p>"] : stacks).join("\n")}
</body>
</html>
`;
}

function renderStack(stack: StackStatus): string {
  const state = stack.inSync ? "in sync" : "not in sync";
  const revision = stack.revision === "" ? "no commit yet" : stack.revision;
  return [
    `<h2>${escapeHtml(stack.name)}: ${state}</h2>`,
    `<p>${escapeHtml(revision)}</p>`,
    table(
      "Objects",
      ["Object", "Tier", "Phase", "Version", "Waits for"],
      stack.objects.map(objectCells),
    ),
    table(
      "Drift",
      ["Object", "Path", "Git", "Cluster", "Who", "When", "Done"],
      stack.drift.map(driftCells),
    ),
    table(
      "Problems",
      ["Where", "What", "Expected"],
      stack.problems.map(({ where, what, expected }) => [where, what, expected]),
    ),
    table(
      "Refusals",
      ["Object", "Code", "Message"],
      stack.refusals.map(({ id, code, message }) => [id, code, message]),
    ),
    table(
      "Cycles",
      ["Objects"],
      stack.cycles.map((ids) => [ids.join(" → ")]),
    ),
    table(
      "No longer in Git",
      ["Object", "Done", "Reason"],
      stack.orphans.map(({ id, action, reason }) => [id, action, reason]),
    ),
    table(
      "Lints",
      ["Where", "What"],
      stack.lints.map(({ where, what }) => [where, what]),
    ),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function objectCells(object: ObjectStatus): readonly string[] {
  const { id, tier, phase, version, conditions, blockers, cause } = object;
  const notes = [
    ...conditions.map(({ type, message }) => `${type}: ${message}`),
    cause?.message ?? "",
  ];
  const running = version.running.length === 0 ? "" : ` (runs ${version.running.join(", ")})`;
  return [
    id,
    String(tier),
    [phase, ...notes].filter((note) => note !== "").join("; "),
    `${version.declared ?? ""}${running}`,
    blockers.map(blockerText).join("; "),
  ];
}

function blockerText({ to, reason, want, have }: BlockerStatus): string {
  return `${to}: ${reason}, wants ${want}, has ${have}`;
}

function driftCells(drift: DriftStatus): readonly string[] {
  const { id, path, desired, live, manager, operation, at, action } = drift;
  return [
    id,
    path,
    valueText(desired),
    valueText(live),
    `${manager} ${operation}`.trim(),
    at,
    action,
  ];
}

function valueText(value: Json): string {
  return value === null ? "not set" : canonicalText(value);
}

/** Empty when there are no rows. */
function table(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return "";
  const head = columns.map((column) => `<th>${column}</th>`).join("");
  const body = rows
    .slice(0, ROWS_MAX)
    .map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`);
  const more =
    rows.length > ROWS_MAX ? `<p>${rows.length - ROWS_MAX} more are in status.json.</p>` : "";
  return `<h3>${title}</h3>\n<table>\n<tr>${head}</tr>\n${body.join("\n")}\n</table>${more}`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function escapeHtml(text: string): string {
  return visibleText(text).replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character) ?? "");
}
