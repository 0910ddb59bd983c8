import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../support/property-runs.ts";
import {
  edit,
  isConverged,
  roll,
  runPass,
  trueCeil,
  trueFloor,
  vanish,
  type Wish,
  type WorldObject,
  type WorldWrite,
} from "../support/rollout-world.ts";

/** What happens to the world between or in passes. */
type Happening =
  | { readonly kind: "commit"; readonly wishes: readonly Wish[]; readonly isSatisfiable: boolean }
  | { readonly kind: "pass"; readonly order: readonly number[] }
  | { readonly kind: "roll"; readonly objects: readonly number[]; readonly times: number }
  | { readonly kind: "edit"; readonly object: number; readonly wish: Wish }
  | { readonly kind: "delete"; readonly object: number };

const SIZE_MAX = 6;
const indexes = [...Array(SIZE_MAX).keys()];

const wish: fc.Arbitrary<Wish> = fc.record({
  version: fc.integer({ min: 1, max: 4 }),
  config: fc.integer({ min: 0, max: 1 }),
  bad: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
});
const wishes = fc.array(wish, { minLength: SIZE_MAX, maxLength: SIZE_MAX });
const order = fc.shuffledSubarray(indexes, { minLength: SIZE_MAX });
const someObject = fc.nat({ max: SIZE_MAX - 1 });

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("commit" as const),
      wishes,
      isSatisfiable: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean()),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("pass" as const), order }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("roll" as const),
      objects: fc.subarray(indexes, { minLength: 1 }),
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("edit" as const), object: someObject, wish }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), object: someObject }) },
);

/** Chains and other graphs of two to six objects: each depends on some of those before it. */
const graph: fc.Arbitrary<() => WorldObject[]> = fc
  .record({
    size: fc.oneof(fc.integer({ min: 2, max: 3 }), fc.integer({ min: 2, max: SIZE_MAX })),
    kinds: fc.array(fc.constantFrom("pods" as const, "status" as const), {
      minLength: SIZE_MAX,
      maxLength: SIZE_MAX,
    }),
    edges: fc.array(fc.boolean(), {
      minLength: SIZE_MAX * SIZE_MAX,
      maxLength: SIZE_MAX * SIZE_MAX,
    }),
    isChain: fc.boolean(),
    wishes,
  })
  .map(
    (drawn) => () =>
      indexes.slice(0, drawn.size).map((index) => ({
        index,
        kind: drawn.kinds[index] ?? "pods",
        targets: indexes
          .slice(0, index)
          .filter((at) => (drawn.isChain ? at === index - 1 : drawn.edges[index * SIZE_MAX + at])),
        git: drawn.wishes[index] ?? { version: 1, config: 0, bad: false },
        applied: undefined,
        live: undefined,
        pods: [],
      })),
  );

function commit(
  world: readonly WorldObject[],
  drawn: readonly Wish[],
  isSatisfiable: boolean,
): void {
  for (const each of world) {
    const asked = drawn[each.index] ?? each.git;
    const highest = Math.min(...each.targets.map((index) => world[index]?.git.version ?? 0));
    each.git = isSatisfiable ? { ...asked, version: Math.min(asked.version, highest) } : asked;
  }
}

function happen(
  world: readonly WorldObject[],
  what: Happening,
  onWrite: (write: WorldWrite) => void,
): void {
  switch (what.kind) {
    case "commit":
      commit(world, what.wishes, what.isSatisfiable);
      return;
    case "pass":
      runPass(world, what.order, onWrite);
      return;
    case "roll":
      for (const index of what.objects) rollTimes(world[index], what.times);
      return;
    case "edit":
      edit(world[what.object], what.wish);
      return;
    case "delete":
      vanish(world[what.object]);
  }
}

function rollTimes(object: WorldObject | undefined, times: number): void {
  if (object === undefined) return;
  for (let time = 0; time < times; time += 1) roll(object);
}

/** The edges that a write made worse: the dependent is above its target now and the write moved it there. */
function violations(
  world: readonly WorldObject[],
  { object: written, before }: WorldWrite,
): string[] {
  return world.flatMap((dependent) =>
    dependent.targets.flatMap((index) => {
      const target = world[index];
      if (target === undefined || dependent.live === undefined) return [];
      const isAbove = trueCeil(dependent) > trueFloor(target);
      const isRaised = written === dependent && trueCeil(dependent) > before.ceil;
      const isLowered = written === target && trueFloor(target) < before.floor;
      return isAbove && (isRaised || isLowered) ? [`${dependent.index} above ${index}`] : [];
    }),
  );
}

describe("B2: the skew rule in a small world", { timeout: 30_000 }, () => {
  const story = fc.array(happening, { minLength: 20, maxLength: 60 });

  test("no write of ours makes a dependent run above its target's lowest version", () => {
    fc.assert(
      fc.property(graph, story, (start, happenings) => {
        const world = start();
        const found: string[] = [];
        for (const what of happenings) {
          happen(world, what, (write) => found.push(...violations(world, write)));
        }
        expect(found).toEqual([]);
      }),
      { seed: 1, ...runs(350) },
    );
  });

  test("every satisfiable stack converges when commits stop", () => {
    fc.assert(
      fc.property(graph, story, wishes, order, (start, happenings, ...[last, passOrder]) => {
        const world = start();
        for (const what of happenings) happen(world, what, () => undefined);
        commit(
          world,
          last.map((each) => ({ ...each, bad: false })),
          true,
        );
        for (let round = 0; round < 80 && !world.every(isConverged); round += 1) {
          runPass(world, passOrder, () => undefined);
          for (const each of world) roll(each);
        }
        expect(world.filter((each) => !isConverged(each)).map((each) => each.index)).toEqual([]);
      }),
      { seed: 2, ...runs(80) },
    );
  });
});
