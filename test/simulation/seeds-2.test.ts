import { describe, expect, test } from "vitest";
import { chunksOf, playSeeds } from "./play-seeds.ts";

describe("B2: no write of ours raises a dependent above its target, and every satisfiable stack gets in sync", () => {
  test.each(chunksOf(2))("seeds $from to $to", { timeout: 300_000 }, async (range) => {
    expect(await playSeeds(range)).toEqual([]);
  });
});
