import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Manifest } from "../../src/core/manifest/manifest.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import { objectKey } from "../../src/core/object/object-id.ts";
import { learnOutcomes } from "../../src/core/plan/learn-outcomes.ts";
import type { WriteStep } from "../../src/core/plan/plan.ts";
import { planPass } from "../../src/core/plan/plan-pass.ts";
import { decide } from "../support/decide.ts";
import { manifest, yaml } from "../support/graph-builders.ts";
import {
  appliedAt,
  keyFrom,
  keyOf,
  lookOf,
  NEW,
  type WrittenLook,
} from "../support/look-builder.ts";
import { planLines } from "../support/plan-lines.ts";
import { runs } from "../support/property-runs.ts";
import { applyObject, editObject, patchOwners } from "../support/server-side-apply.ts";

/** Each run decides a whole pass, often twice. */
const RUNS = runs(50);

const NAMES = ["a", "b", "c", "d", "e"];

interface Written {
  readonly name: string;
  /** Names that it comes after; cycles happen. */
  readonly after: readonly string[];
  readonly state: "absent" | "applied" | "edited" | "added" | "unowned";
  readonly isPreflighted: boolean;
}

const written: fc.Arbitrary<readonly Written[]> = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.record({
          name: fc.constant(name),
          after: fc.uniqueArray(fc.constantFrom(...NAMES.filter((each) => each < name), "z"), {
            maxLength: 2,
          }),
          state: fc.constantFrom("absent", "applied", "edited", "added", "unowned"),
          isPreflighted: fc.boolean(),
        }),
      ),
    ),
  );

function manifestOf({ name, after }: Written): Manifest {
  const edges = after.map((each) => `ConfigMap/shop/${each}@exists`).join(", ");
  const rest = "data: {x: '1'}";
  return manifest(`ConfigMap/shop/${name}`, edges === "" ? { rest } : { after: edges, rest });
}

function liveOf(each: Written): readonly JsonObject[] {
  const wanted = manifestOf(each);
  switch (each.state) {
    case "absent":
      return [];
    case "applied":
      return [appliedAt(wanted, NEW)];
    case "edited":
      return [editObject(appliedAt(wanted, NEW), "kubectl-edit", yaml("data: {x: '9'}"))];
    case "added":
      return [editObject(appliedAt(wanted, NEW), "kubectl-edit", yaml("data: {y: '9'}"))];
    case "unowned":
      return [applyObject(undefined, wanted.body, "kubectl")];
  }
}

function worldOf(all: readonly Written[]): WrittenLook {
  return {
    git: all.map(manifestOf),
    live: all.flatMap(liveOf),
    absent: all
      .filter(({ state }) => state === "absent")
      .map(({ name }) => `ConfigMap/shop/${name}`),
    seen: { "ConfigMap/shop/z": { kind: "absent" } },
    rules: { isPreflighted: all[0]?.isPreflighted === true },
  };
}

describe("planPass", () => {
  test("the plan and its questions do not depend on the order of the manifests", () => {
    fc.assert(
      fc.property(written, fc.nat(), (all, turn) => {
        const world = worldOf(all);
        const pivot = turn % all.length;
        const turned = [...world.git.slice(pivot), ...world.git.slice(0, pivot)].toReversed();
        const [one, other] = [decide(lookOf(world)), decide(lookOf({ ...world, git: turned }))];
        expect(other.lines).toEqual(one.lines);
        expect(other.asked).toEqual(one.asked);
      }),
      RUNS,
    );
  });

  test("no question is asked twice in one pass", () => {
    fc.assert(
      fc.property(written, (all) => {
        const { asked } = decide(lookOf(worldOf(all)));
        expect(asked).toEqual([...new Set(asked)]);
      }),
      RUNS,
    );
  });

  test("after a pass whose writes all succeeded, the next one asks nothing and writes nothing", () => {
    fc.assert(
      fc.property(written, (all) => {
        const world = worldOf(all);
        const first = decide(lookOf(world));
        const results = new Map(
          first.plan.objects.flatMap(({ ref, step }) =>
            step === undefined ? [] : [[objectKey(ref.id), writtenBy(step)] as const],
          ),
        );
        const memory = learnOutcomes(first.plan, results, first.look);
        const live = new Map([
          ...(world.live ?? []).map((object) => [keyOf(object), object] as const),
          ...[...results].map(([key, { object }]) => [key, object] as const),
        ]);
        const absent = (world.absent ?? []).filter((id) => !live.has(keyFrom(id)));
        const next = planPass(lookOf({ ...world, live: [...live.values()], absent, memory }));
        expect(planLines(next).filter((line) => !/^(?:keep|hold) /.test(line))).toEqual([]);
        expect(next.objects).toHaveLength(all.length);
      }),
      RUNS,
    );
  });
});

function writtenBy(step: WriteStep): { readonly kind: "written"; readonly object: JsonObject } {
  const isMoved = step.live !== undefined && step.transfer.length > 0;
  const onto = isMoved ? patchOwners(step.live, step.transfer) : step.live;
  return { kind: "written", object: applyObject(onto, step.intent) };
}
