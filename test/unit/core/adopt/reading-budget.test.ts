import { describe, expect, test } from "vitest";
import { type EditedParts, editParts } from "../../../../src/core/adopt/edit-parts.ts";
import { planAdoption } from "../../../../src/core/adopt/plan-adoption.ts";
import { READING_MAX } from "../../../../src/core/adopt/reading-budget.ts";
import type { Json } from "../../../../src/core/object/json.ts";
import { FILE, HEAD, manifestsOf } from "../../../support/adopt-text.ts";

/** Which of the objects, a member of its `m` (all of it without one), and what it is to say. */
type Asked = readonly [object: number, name: string | undefined, live: Json];

interface Edited extends EditedParts {
  /** Characters. */
  readonly read: number;
  readonly count: number;
}

function times<Each>(count: number, draw: (index: number) => Each): readonly Each[] {
  return Array.from({ length: count }, (_, index) => draw(index));
}

function lines(count: number, draw: (index: number) => string): string {
  return times(count, (index) => `  ${draw(index)}\n`).join("");
}

function edit(text: string, asked: readonly Asked[], readingMax = READING_MAX): Edited {
  const manifests = manifestsOf(text);
  const budget = { left: readingMax };
  const wishes = asked.map(([object, name, live]) => {
    const below = name === undefined ? [] : [{ kind: "field" as const, name }];
    const path = [{ kind: "field" as const, name: "m" }, ...below];
    return {
      wish: { path, live, desired: undefined, isAddition: false },
      place: manifests[object]?.place ?? { file: FILE, line: 1, column: 1 },
    };
  });
  const edited = editParts(FILE, { text, manifests }, { wishes, budget });
  const count = edited.outcomes.filter(({ outcome }) => outcome === "edited").length;
  return { ...edited, read: readingMax - budget.left, count };
}

const FILL = "x".repeat(40);
const ANCHORED = `${HEAD}m:\n${lines(400, (at) => `a${at}: &a${at} ${FILL}\n  b${at}: *a${at}\n  c${at}: 1`)}`;
const MANY = times(500, (at) => `---\n${HEAD.replace("name: a", `name: a${at}`)}m: {a: 1}\n`).join(
  "",
);
const PIECES = `${HEAD}m:\n${lines(50, (at) => `k${at}: {v: 1} # why`)}fill:\n${lines(4_000, (at) => `f${at}: ${FILL}`)}`;

describe("what is read of a large file", () => {
  test.each<{ name: string; text: string; asked: readonly Asked[]; most: number }>([
    { name: "one of many documents: once", text: MANY, asked: [[400, "a", 2]], most: 1 },
    {
      name: "a hundred of many documents: once, and each of these four times",
      text: MANY,
      asked: times(100, (at) => [at * 5, "a", 2]),
      most: 2,
    },
    {
      name: "a hundred values beside anchors: three times",
      text: ANCHORED,
      asked: times(100, (at) => [0, `c${at}`, 2]),
      most: 3,
    },
    {
      name: "one value of many pieces: three times",
      text: PIECES,
      asked: [[0, undefined, Object.fromEntries(times(50, (at) => [`k${at}`, { v: 2 }]))]],
      most: 3,
    },
    {
      name: "members that are added: three times",
      text: PIECES,
      asked: times(50, (at) => [0, `n${at}`, at]),
      most: 3,
    },
  ])("$name", ({ text, asked, most }) => {
    const { read, count, text: after } = edit(text, asked);
    expect(count).toBe(asked.length);
    expect(after.split("# why")).toHaveLength(text.split("# why").length);
    expect(Math.round(read / text.length)).toBeLessThanOrEqual(most);
  });

  test("a value that others read too is tried once", () => {
    const { read, outcomes } = edit(ANCHORED, [[0, "a7", "y"]]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["shared-anchor"]);
    expect(Math.round(read / ANCHORED.length)).toBe(2);
  });

  test("where each has to be tried by itself there is an end, and what is left is too large", () => {
    const most = 20 * ANCHORED.length;
    const { read, count, outcomes } = edit(
      ANCHORED,
      times(400, (at) => [0, `b${at}`, at]),
      most,
    );
    expect(count).toBeGreaterThan(5);
    expect(outcomes.at(-1)?.outcome).toBe("too-large");
    expect(read).toBeLessThanOrEqual(most + 4 * ANCHORED.length);
  });
});

test("what several files may cost together is spent by each of them", () => {
  const text = `${HEAD}a: old\n`;
  const [manifest] = manifestsOf(text);
  if (manifest === undefined) throw new Error("a manifest");
  const { id } = manifest;
  const drifts = [{ id, class: "changed", path: "/a", desired: "old", live: "new" }] as const;
  const request = { manifests: [manifest], files: new Map([[FILE, text]]), drifts };
  const budget = { left: 10 * text.length };
  expect(planAdoption({ ...request, budget }).edited).toHaveLength(1);
  expect(budget.left).toBeLessThan(10 * text.length);
  const spent = planAdoption({ ...request, budget: { left: 0 } });
  expect(spent.refused.map(({ reason }) => reason)).toEqual(["too-large"]);
});
