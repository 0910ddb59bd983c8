import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { AdoptableDrift } from "../../src/core/adopt/adoption.ts";
import { parsePath } from "../../src/core/adopt/parse-path.ts";
import { planAdoption } from "../../src/core/adopt/plan-adoption.ts";
import type { Manifest } from "../../src/core/manifest/manifest.ts";
import { parseFile } from "../../src/core/manifest/parse-file.ts";
import { parseYaml } from "../../src/core/manifest/parse-yaml.ts";
import { type Json, type Step, valueAt } from "../../src/core/object/json.ts";
import type { PathElement } from "../../src/core/ownership/field-path.ts";
import { formatPath } from "../../src/core/ownership/format-path.ts";
import { changedLines, commentsAbove, ownLines } from "../support/changed-lines.ts";
import { drawLiveEdit, type LiveEdit } from "../support/draw-live-edit.ts";
import { drawYaml } from "../support/draw-yaml.ts";
import { runs } from "../support/property-runs.ts";

const FILE = "stack/gadgets.yaml";

function documentsOf(text: string): readonly Json[] {
  return [...parseYaml(text)].flatMap(({ value, problems }) => {
    expect(problems).toEqual([]);
    return value === null ? [] : [value];
  });
}

/** The documents with the edit made, by other means than the code that is judged. */
function edited(values: readonly Json[], { document, steps, live }: LiveEdit): readonly Json[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy that only this test changes
  const copies = JSON.parse(JSON.stringify(values)) as Record<Step, never>[];
  let here: Record<Step, unknown> = copies[document] ?? {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all but the last step lead to maps and lists
  for (const step of steps.slice(0, -1)) here = here[step] as Record<Step, unknown>;
  const last = steps.at(-1) ?? "";
  if (live !== undefined) here[last] = live;
  else if (Array.isArray(here)) here.splice(Number(last), 1);
  else delete here[last];
  return copies;
}

function manifestsOf(text: string): readonly Manifest[] {
  const parsed = parseFile({ path: FILE, text });
  if (!parsed.ok) throw new Error(JSON.stringify([text, parsed.problems]));
  return parsed.value.manifests;
}

function driftOf(edit: LiveEdit, values: readonly Json[], id: Manifest["id"]): AdoptableDrift {
  const desired = valueAt(values[edit.document], ...edit.steps);
  const there = edit.live === undefined ? "removed" : "changed";
  const drift = {
    id,
    class: desired === undefined ? "added" : there,
    path: formatPath(edit.path),
  } as const;
  return { ...drift, desired, live: edit.live };
}

/** What others read from the same anchor, and a number that YAML cannot say, are the only reasons. */
function isExplained(outcome: string, { live }: AdoptableDrift, text: string): boolean {
  if (outcome === "already" || /1e\+21/.test(JSON.stringify(live ?? ""))) return true;
  return /[&*]x\d/.test(text) && ["shared-anchor", "merged"].includes(outcome);
}

test("an adopt edit says the live value, nothing else, and touches no other line", () => {
  const told = new Map<string, number>();
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const text = drawYaml(draw);
      const manifests = manifestsOf(text);
      const values = documentsOf(text);
      const edit = drawLiveEdit(draw, values);
      const manifest = manifests[edit.document];
      if (manifest === undefined) throw new Error(text);
      const drift = driftOf(edit, values, manifest.id);
      const plan = planAdoption({ manifests, files: new Map([[FILE, text]]), drifts: [drift] });
      const after = plan.files.get(FILE);
      const outcome = plan.refused[0]?.reason ?? "edited";
      told.set(outcome, (told.get(outcome) ?? 0) + 1);
      if (after === undefined) {
        if (!isExplained(outcome, drift, text)) {
          throw new Error(`${outcome} ${JSON.stringify(drift)}\n${text}`);
        }
        return;
      }
      expect(documentsOf(after)).toEqual(edited(values, edit));
      const own = ownLines(text, edit);
      const changed = changedLines(text, after);
      if (changed.first < own.first || changed.last > own.last) {
        throw new Error(`${JSON.stringify({ own, changed, drift })}\n${text}\n-----\n${after}`);
      }
      const kept = commentsAbove(text, edit);
      const shown = after.split(/\r?\n/).filter((line) => /^\s*#/.test(line));
      expect(shown).toEqual(expect.arrayContaining([...kept]));
    }),
    { ...runs(300), endOnFailure: true },
  );
  const all = [...told.values()].reduce((sum, count) => sum + count, 0);
  expect((told.get("edited") ?? 0) / all).toBeGreaterThan(0.75);
});

test("several edits of one file at once: what is said to be edited is, and nothing else", () => {
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const text = drawYaml(draw);
      const manifests = manifestsOf(text);
      const values = documentsOf(text);
      const edits = apart(Array.from({ length: 4 }, () => drawLiveEdit(draw, values)));
      const drifts = edits.map((edit) => {
        const id = manifests[edit.document]?.id ?? NO_ID;
        return { ...driftOf(edit, values, id), edit };
      });
      const plan = planAdoption({ manifests, files: new Map([[FILE, text]]), drifts });
      // Removals last, and of one list from its end, so that no index moves.
      const done = plan.edited
        .map(({ drift }) => drift.edit)
        .toSorted(
          (a, b) => Number(a.live === undefined) - Number(b.live === undefined) || compare(b, a),
        );
      const expected = done.reduce((all, edit) => edited(all, edit), values);
      expect(documentsOf(plan.files.get(FILE) ?? text)).toEqual(expected);
      expect(plan.edited.length + plan.refused.length).toBe(drifts.length);
    }),
    { ...runs(150), endOnFailure: true },
  );
});

const NO_ID: Manifest["id"] = { group: "", kind: "", namespace: "", name: "" };

function compare(a: LiveEdit, b: LiveEdit): number {
  return Number(a.steps.at(-1)) - Number(b.steps.at(-1)) || 0;
}

/** Those of which none lies at or below the place of another one, and which add nothing to one list. */
function apart(edits: readonly LiveEdit[]): readonly LiveEdit[] {
  return edits.filter((edit, index) =>
    edits.slice(0, index).every((other) => {
      const [a, b] = [edit, other].map(
        ({ document, steps }) => `${JSON.stringify([document, ...steps]).slice(0, -1)},`,
      );
      return a === undefined || b === undefined || !(a.startsWith(b) || b.startsWith(a));
    }),
  );
}

test("a path reads back as it was written", () => {
  const atom = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom("a/b~c", "[x]", "1", "true"),
  );
  const element: fc.Arbitrary<PathElement> = fc.oneof(
    fc.string().map((name): PathElement => ({ kind: "field", name })),
    fc.constantFrom("[x", "a/b", "~", "").map((name): PathElement => ({ kind: "field", name })),
    fc
      .array(fc.tuple(fc.string(), atom), { minLength: 1, maxLength: 3 })
      .map((keys): PathElement => ({ kind: "key", keys: new Map(keys) })),
    atom.map((value): PathElement => ({ kind: "value", value })),
  );
  fc.assert(
    fc.property(fc.array(element), (path) => {
      const read = parsePath(formatPath(path));
      expect(read === undefined ? undefined : formatPath(read)).toBe(formatPath(path));
      expect(read?.map(({ kind }) => kind)).toEqual(path.map(({ kind }) => kind));
    }),
    runs(200),
  );
});
