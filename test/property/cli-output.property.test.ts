import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fitLine } from "../../src/cli/fit-line.ts";
import type { Line, Span } from "../../src/cli/line.ts";
import { paintLine } from "../../src/cli/paint-line.ts";
import { choosePalette, PLAIN } from "../../src/cli/palette.ts";
import { parseArguments } from "../../src/cli/parse-arguments.ts";
import { progressFrame } from "../../src/cli/progress-frame.ts";
import { progressLines } from "../../src/cli/progress-lines.ts";
import { renderJson } from "../../src/cli/render-json.ts";
import { renderPlan } from "../../src/cli/render-plan.ts";
import { renderProblems } from "../../src/cli/render-problems.ts";
import { renderStatus } from "../../src/cli/render-status.ts";
import { textWidth } from "../../src/cli/text-width.ts";
import { redactAgain } from "../../src/core/report/redact-value.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { NOW_MS } from "../support/status-builder.ts";

/** Anything that moves a cursor, colours, hides or turns text. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u;

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom(
    "",
    "\u001B[2J\u001B[31m",
    "\u009B1A",
    "\r\n\n",
    "\u202Egpj.exe",
    "\u200B\u2066",
    "\uD800",
    "a\u0000b",
    "\u{E0041}",
  ),
);
const texts = fc.array(hostile, { maxLength: 2 });
const revision = fc.oneof(hostile, fc.constant("1a2b3c4d"));

const blocker = fc.record({
  to: hostile,
  gate: hostile,
  origin: hostile,
  reason: fc.oneof(
    hostile,
    fc.constantFrom("VersionBehind", "OwnedByOther", "RollingOut", "VersionUnsatisfiable"),
  ),
  want: hostile,
  have: hostile,
  since: hostile,
});

const object = fc.record({
  id: hostile,
  tier: fc.nat(3),
  phase: fc.constantFrom("Ready", "Stalled", "DelayingChanges", "ApplyingChanges", "Done"),
  action: fc.constantFrom("apply", "hold", "keep", "revert", "restart", "prune", "skip"),
  conditions: fc.array(
    fc.record({ type: fc.constant("Drifted"), since: hostile, message: hostile }),
    { maxLength: 1 },
  ),
  version: fc.record({ declared: fc.option(hostile), running: texts }),
  blockers: fc.array(blocker, { maxLength: 2 }),
  appliedRevision: revision,
  takesOver: texts,
  cause: fc.record({ pod: hostile, reason: hostile, message: hostile }),
});

const value = fc.oneof(hostile, fc.dictionary(hostile, hostile, { maxKeys: 2 })).map(redactAgain);

const drift = fc.record({
  id: hostile,
  class: fc.oneof(hostile, fc.constantFrom("changed", "added", "removed", "missing")),
  path: hostile,
  desired: value,
  live: value,
  manager: hostile,
  operation: hostile,
  at: hostile,
  attribution: hostile,
  sharedWith: texts,
  action: hostile,
});

const stack: fc.Arbitrary<StackStatus> = fc.record({
  name: hostile,
  revision,
  tip: revision,
  inSync: fc.boolean(),
  writes: fc.nat(),
  objects: fc.array(object, { maxLength: 4 }),
  drift: fc.array(drift, { maxLength: 2 }),
  fights: fc.constant([]),
  orphans: fc.array(fc.record({ id: hostile, action: hostile, reason: hostile }), { maxLength: 2 }),
  cycles: fc.array(texts, { maxLength: 1 }),
  problems: fc.array(fc.record({ where: hostile, what: hostile, expected: hostile }), {
    maxLength: 2,
  }),
  lints: fc.array(fc.record({ where: hostile, what: hostile }), { maxLength: 2 }),
  refusals: fc.array(fc.record({ id: hostile, code: hostile, message: hostile }), { maxLength: 2 }),
});

const view = { nowMs: NOW_MS, palette: PLAIN };

function harmfulIn(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => HARMFUL.test(line));
}

const TIMES = { nowMs: NOW_MS, startedAtMs: 0 };

test("no control or invisible character reaches the output, whatever names and values are", () => {
  fc.assert(
    fc.property(stack, stack, (previous, next) => {
      const rendered = [
        renderStatus({ stacks: [previous, next] }, view),
        renderPlan({ stacks: [next] }, view),
        renderProblems(next.problems, PLAIN),
        renderJson({ stacks: [next] }),
      ].flatMap((text) => text.split("\n"));
      const frame = progressFrame([next], { ...view, columns: 60, rows: 12 });
      expect(harmfulIn([...rendered, ...progressLines(previous, next, TIMES), ...frame])).toEqual(
        [],
      );
    }),
  );
});

test("with colours, the palette's codes are the only control characters", () => {
  const palette = choosePalette({ isTerminal: true, noColor: undefined, term: "xterm" });
  fc.assert(
    fc.property(stack, (next) => {
      // oxlint-disable-next-line no-control-regex -- the codes of the palette
      const coloured = /\u001B\[(?:31|32|33|2|1)m([^\u001B]*)\u001B\[0m/g;
      const text = renderStatus({ stacks: [next] }, { ...view, palette });
      expect(harmfulIn(text.replaceAll(coloured, "$1").split("\n"))).toEqual([]);
    }),
  );
});

test("JSON gives back the very document", () => {
  fc.assert(
    fc.property(stack, (next) => {
      expect(JSON.parse(renderJson(next))).toEqual(JSON.parse(JSON.stringify(next)));
    }),
  );
});

test("a fitted line is never wider than the room, and whole when it fits", () => {
  const span: fc.Arbitrary<Span> = fc.oneof(
    hostile,
    hostile.map((text) => ({ text, tone: "bad" as const })),
  );
  fc.assert(
    fc.property(fc.array(span, { maxLength: 4 }), fc.nat(40), (line: Line, columns) => {
      const fitted = paintLine(fitLine(line, columns), PLAIN);
      const whole = paintLine(line, PLAIN);
      expect(textWidth(fitted)).toBeLessThanOrEqual(columns);
      expect(fitted === whole || fitted.endsWith("…") || columns === 0).toBe(true);
    }),
  );
});

test("a frame keeps within the terminal", () => {
  fc.assert(
    fc.property(fc.array(stack, { maxLength: 3 }), fc.nat(80), fc.nat(12), (stacks, ...size) => {
      const [columns, rows] = size;
      const frame = progressFrame(stacks, { ...view, columns, rows });
      expect(frame.length).toBeLessThanOrEqual(Math.max(1, rows - 1));
      for (const line of frame) {
        expect(textWidth(line)).toBeLessThanOrEqual(Math.max(1, columns - 1));
      }
    }),
  );
});

test("no command line makes the parser throw", () => {
  const word = fc.oneof(
    hostile,
    fc.constantFrom("run", "sync", "plan", "graph", "validate", "help", "--help", "--version"),
    fc.constantFrom("--one-pass", "--timeout", "10m", "--output", "json", "--stack=a", "--", "-x"),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (argv) => {
      const parsed = parseArguments(argv, "0.1.0");
      expect(parsed.ok || parsed.problems.length > 0).toBe(true);
    }),
  );
});
