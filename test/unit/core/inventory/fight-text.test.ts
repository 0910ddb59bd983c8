import { describe, expect, test } from "vitest";
import type { ObjectFights } from "../../../../src/core/drift/fight.ts";
import { readFights, renderFights } from "../../../../src/core/inventory/fight-text.ts";
import { utf8Size } from "../../../../src/core/object/utf8-size.ts";
import { every, HOUR_MS, playFight } from "../../../support/play-fight.ts";

const ID = "ConfigMap/shop/a";
const { fights } = playFight(every(15_000, HOUR_MS), HOUR_MS);

describe("fights in the stack's parent", () => {
  test("what was written is read back, but for when it was last seen", () => {
    const read = readFights(renderFights(new Map([[ID, fights]]))).get(ID);
    expect(read?.paths.get("/data/x")).toEqual({
      ...fights.paths.get("/data/x"),
      seenMs: fights.paths.get("/data/x")?.lastMs,
    });
    expect(renderFights(new Map([[ID, read ?? fights]]))).toBe(
      renderFights(new Map([[ID, fights]])),
    );
  });

  test("nobody fights: nothing is written", () => {
    expect(renderFights(new Map())).toBe("");
    expect(readFights("")).toEqual(new Map());
  });

  test("the order in which objects are looked at does not show", () => {
    const both: (readonly [string, ObjectFights])[] = [
      ["ConfigMap/shop/b", fights],
      [ID, fights],
    ];
    expect(renderFights(new Map(both))).toBe(renderFights(new Map(both.toReversed())));
  });

  test("however many fight, it stays small, and the newest are kept", () => {
    const many = Array.from({ length: 500 }, (_, index) => {
      const moves = every(15_000, HOUR_MS, (move) => ({
        path: `/data/${"é".repeat(200)}${move}`,
        managers: [`m${move}${"x".repeat(100)}`],
      })).map((move) => ({ ...move, atMs: move.atMs + index }));
      return [
        `ConfigMap/shop/c${index}`,
        index < 3 ? playFight(moves, HOUR_MS).fights : fights,
      ] as const;
    });
    const [, [, newest] = ["", fights]] = many.toSorted(
      ([, a], [, b]) => (b.whole?.lastMs ?? 0) - (a.whole?.lastMs ?? 0),
    );
    const text = renderFights(new Map(many));
    expect(utf8Size(text)).toBeLessThanOrEqual(60_100);
    const kept = [...readFights(text).values()].map(({ whole }) => whole?.lastMs ?? 0);
    expect(kept.length).toBeGreaterThan(2);
    expect(Math.max(...kept)).toBeGreaterThanOrEqual(newest.whole?.lastMs ?? 0);
  });

  test("an object with long names of paths and managers keeps what it has room for, and takes none of another's", () => {
    const [first] = fights.paths.values();
    if (first === undefined) throw new Error("nobody fights");
    const managers = Array.from({ length: 10 }, (_, index) => '"'.repeat(118 + index));
    const recentMs = Array.from({ length: 99 }, (_, index) => first.lastMs - index);
    const long = { ...first, managers, recentMs, lastMs: first.lastMs + 1 };
    const paths = Array.from(
      { length: 20 },
      (_, index) => [`/data/${"é".repeat(290)}${index}`, long] as const,
    );
    const hostile = { whole: long, paths: new Map(paths) };
    const read = readFights(
      renderFights(
        new Map([
          ["ConfigMap/shop/b", hostile],
          [ID, fights],
        ]),
      ),
    );
    expect(read.get(ID)?.paths.size).toBe(1);
    expect(read.get("ConfigMap/shop/b")?.whole?.count).toBe(first.count);
    expect(read.get("ConfigMap/shop/b")?.paths.size).toBeGreaterThan(2);
  });

  test.each([
    ["no JSON", "fights"],
    ["another form", '[{"id":"a"}]'],
    [
      "a number that is none",
      renderFights(new Map([[ID, fights]])).replace(/"count":\d+/, '"count":-1'),
    ],
    ["nested deep", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
  ])("somebody wrote %s there: it counts as none", (_title, text) => {
    expect(readFights(text)).toEqual(new Map());
  });
});
