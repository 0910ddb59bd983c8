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
