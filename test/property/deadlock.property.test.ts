import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Manifest } from "../../src/core/manifest/manifest.ts";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { objectKey } from "../../src/core/object/object-id.ts";
import type { ObjectPlan } from "../../src/core/plan/plan.ts";
import { decide } from "../support/decide.ts";
import { long, manifest } from "../support/graph-builders.ts";
import { appliedAt, lookOf, NEW, OLD, runningAt } from "../support/look-builder.ts";
import { runs } from "../support/property-runs.ts";
import { withStatus } from "../support/server-side-apply.ts";

const RUNS = runs(60);

/** Each comes after some of those before it. */
const NAMES = [
  "Elasticsearch/shop/a",
  "Elasticsearch/shop/b",
  "ConfigMap/shop/c",
  "Kibana/shop/d",
  "ConfigMap/shop/e",
  "Kibana/shop/f",
];
const GATES = ["", "", "@exists", "@9.0 - 9.1", "@>=9.1"];
/** Passes after which nothing is written any more. */
const PASSES_MAX = 20;

interface Written {
  readonly version: string;
  /** Of a Kibana. */
  readonly reference: "a" | "b";
  /** By place: the gate of an edge to that one; `undefined`: none. */
  readonly after: readonly (string | undefined)[];
}

function drawWritten(version: string): fc.Arbitrary<Written> {
  return fc.record({
    version: fc.oneof(
      { weight: 6, arbitrary: fc.constant(version) },
      fc.constantFrom("9.0.0", "9.1.0", "9.2.0"),
    ),
    reference: fc.constantFrom("a", "b"),
    after: fc.array(
      fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, fc.constantFrom(...GATES)),
      { minLength: NAMES.length, maxLength: NAMES.length },
    ),
  });
}

interface Member {
  /** `undefined`: it is new. */
  readonly before: Written | undefined;
  readonly now: Written;
}

/** What two commits say of each object. Mostly all go from one version to another, and plain objects are new. */
const members: fc.Arbitrary<readonly Member[]> = fc
  .tuple(fc.constantFrom("9.0.0", "9.2.0", "9.2.0"), fc.constantFrom("9.0.0", "9.1.0"))
  .chain(([was, is]) =>
    fc.tuple(
      ...NAMES.map((name) =>
        fc.record({
          before: fc.oneof(
            { weight: name.startsWith("Config") ? 1 : 5, arbitrary: drawWritten(was) },
            fc.constant(undefined),
          ),
          now: drawWritten(is),
        }),
      ),
    ),
  );

function manifestOf(index: number, { version, reference, after }: Written): Manifest {
  const name = NAMES[index] ?? "";
  const edges = NAMES.slice(0, index).flatMap((target, place) => {
    const gate = after[place];
    // A range is about versions.
    const isMeant = gate !== undefined && !(target.startsWith("Config") && /\d/.test(gate));
    return isMeant ? [`${long(target)}${gate}`] : [];
  });
  const order = edges.length === 0 ? {} : { after: edges.join(", ") };
  if (name.startsWith("Config")) {
    return manifest(name, { rest: `data: {x: '${version}'}`, ...order });
  }
  const refers = name.startsWith("Kibana") ? `, elasticsearchRef: {name: ${reference}}` : "";
  return manifest(name, { spec: `{version: ${version}${refers}}`, ...order });
}

/** Rolled out. */
function liveOf(wanted: Manifest, revision: string, version: string): JsonObject {
  return wanted.id.kind === "ConfigMap"
    ? appliedAt(wanted, revision)
    : runningAt(wanted, revision, version);
}

/** Written just now: it reports what it ran before, if anything. */
function rollingOf(wanted: Manifest, was: JsonObject | undefined): JsonObject {
  if (wanted.id.kind === "ConfigMap") return appliedAt(wanted, NEW);
  const version = textAt(was, "status", "version");
  return withStatus(appliedAt(wanted, NEW), {
    observedGeneration: 1,
    health: "yellow",
    ...(version === undefined ? {} : { version }),
  });
}

/** A cluster in which the writes of a pass are rolled out by the pass after the next. */
function openWorld(drawn: readonly Member[]): {
  readonly look: () => ReturnType<typeof lookOf>;
  readonly write: (keys: readonly string[]) => void;
  readonly isMoving: () => boolean;
} {
  const git = drawn.map(({ now }, index) => manifestOf(index, now));
  const before = drawn.map(({ before: was, now }, index) => manifestOf(index, was ?? now));
  const live = new Map<string, JsonObject>();
  for (const [index, wanted] of before.entries()) {
    const was = drawn[index]?.before;
    if (was !== undefined) live.set(objectKey(wanted.id), liveOf(wanted, OLD, was.version));
  }
  let moving = new Set<string>();
  return {
    look: () => {
      const absent = git.map(({ id }) => objectKey(id)).filter((key) => !live.has(key));
      return lookOf({ git, before, live: [...live.values()], absent });
    },
    write: (keys) => {
      for (const [index, wanted] of git.entries()) {
        const key = objectKey(wanted.id);
        if (moving.has(key)) live.set(key, liveOf(wanted, NEW, drawn[index]?.now.version ?? ""));
        if (keys.includes(key)) live.set(key, rollingOf(wanted, live.get(key)));
      }
      moving = new Set(keys);
    },
    isMoving: () => moving.size > 0,
  };
}

test("who is told of a deadlock is never written; and whoever waits for ever waits for such, or for who waits for nobody", () => {
  fc.assert(
    fc.property(members, (drawn) => {
      expect(play(drawn)).toEqual({ belied: [], unexplained: [] });
    }),
    RUNS,
  );
});

/** Makes passes until nothing moves any more. */
function play(drawn: readonly Member[]): {
  /** Told of a deadlock, and written afterwards. */
  readonly belied: readonly string[];
  /** Held for ever, and nobody says why. */
  readonly unexplained: readonly string[];
} {
  const world = openWorld(drawn);
  const told = new Set<string>();
  const belied: string[] = [];
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const { objects } = decide(world.look()).plan;
    const steps = objects.flatMap(({ ref, step }) => (step ? [objectKey(ref.id)] : []));
    belied.push(...steps.filter((key) => told.has(key)));
    for (const { conditions, ref } of objects) {
      if (conditions.some(({ type }) => type === "Deadlock")) told.add(objectKey(ref.id));
    }
    if (steps.length === 0 && !world.isMoving()) {
      return { belied, unexplained: findUnexplained(objects, told) };
    }
    world.write(steps);
  }
  throw new Error("it never ends");
}

/** Held objects whose chains lead neither to a deadlock nor to one that is not held. */
function findUnexplained(
  objects: readonly ObjectPlan[],
  told: ReadonlySet<string>,
): readonly string[] {
  const open = new Map(
    objects.flatMap((each) =>
      each.blockers.length === 0 || told.has(objectKey(each.ref.id))
        ? []
        : [[objectKey(each.ref.id) as string, each.blockers] as const],
    ),
  );
  for (let size = -1; size !== open.size; ) {
    size = open.size;
    for (const [key, blockers] of open) {
      const isExplained = blockers.some(
        ({ reason, to }) => reason === "VersionUnsatisfiable" || !open.has(objectKey(to)),
      );
      if (isExplained) open.delete(key);
    }
  }
  return [...open.keys()];
}
