import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FoundDrift } from "../../src/core/drift/drift-scene.ts";
import { type DriftFinding, findDrift } from "../../src/core/drift/find-drift.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  textAt,
} from "../../src/core/object/json.ts";
import {
  differenceSets,
  EMPTY_SET,
  type FieldSet,
  isEmptySet,
  unionSets,
} from "../../src/core/ownership/field-set.ts";
import { formatFieldSet } from "../../src/core/ownership/format-field-set.ts";
import { planTransfer } from "../../src/core/ownership/plan-transfer.ts";
import { readManagerEntries } from "../../src/core/ownership/read-manager-entries.ts";
import { applyAs, bodyOf, mergeJson, updateAs } from "../support/ownership-model.ts";
import { runs } from "../support/property-runs.ts";

/** A tree whose field names say what they hold, as a schema would. */
const { tree } = fc.letrec<{ tree: JsonObject; item: JsonObject; map: JsonObject }>((tie) => ({
  tree: fc.record(
    {
      s: fc.constantFrom("1", "2"),
      n: fc.integer({ min: 0, max: 2 }),
      m: tie("map"),
      args: fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 2 }),
      items: fc.uniqueArray(tie("item"), {
        minLength: 1,
        maxLength: 3,
        selector: (item) => item["name"],
      }),
    },
    { requiredKeys: ["s"] },
  ),
  item: fc.record(
    { name: fc.constantFrom("x", "y", "z"), v: fc.constantFrom("1", "2"), m: tie("map") },
    { requiredKeys: ["name"] },
  ),
  map: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2"), {
    minKeys: 1,
    maxKeys: 2,
  }),
}));

interface Write {
  readonly manager: string;
  readonly how: "apply" | "update" | "delete";
  readonly config: JsonObject;
}

const write: fc.Arbitrary<Write> = fc.record({
  manager: fc.constantFrom("x", "y", "z"),
  how: fc.constantFrom("apply", "update", "delete"),
  config: tree,
});

/** Our apply of an intent, then the writes of others. */
const history = fc.record({ intent: tree, writes: fc.array(write, { maxLength: 5 }) });

function play(live: JsonObject, { manager, how, config }: Write): JsonObject {
  switch (how) {
    case "apply":
      return applyAs(manager, live, config);
    case "update":
      return updateAs(manager, live, mergeJson(bodyOf(live), config));
    case "delete": {
      const kept = Object.entries(bodyOf(live)).filter(([name]) => !Object.hasOwn(config, name));
      return updateAs(manager, live, Object.fromEntries(kept));
    }
  }
}

function look(live: JsonObject, intent: JsonObject): DriftFinding {
  return findDrift({
    id: { group: "", kind: "ConfigMap", namespace: "shop", name: "c" },
    live,
    intent,
    rules: { manager: "lockstep", renamedFrom: [], allow: [] },
    neverTouched: { revert: [], labels: [] },
    released: [],
    clean: intent,
    applied: applyAs("lockstep", live, intent),
  });
}

function valueDrifts(finding: DriftFinding): readonly FoundDrift[] {
  return finding.found.filter(({ concerns }) => concerns === "value");
}

function patched(live: JsonObject, found: readonly FoundDrift[]): JsonObject {
  const moves = found.flatMap((each) => each.moves);
  const { patch, left } = planTransfer({ live, manager: "lockstep", apiVersion: "v1", moves });
  expect(left).toEqual([]);
  const [list] = patch;
  if (list === undefined) return live;
  return { ...live, metadata: { ...objectAt(live, "metadata"), managedFields: list.value } };
}

/** Lists of named items in one order, so that bodies compare whatever the order of additions was. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(sorted).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, name === "args" ? child : sorted(child)]),
  );
}

function nameOf(value: Json): string {
  return textAt(value, "name") ?? "";
}

function ownedBy(live: JsonObject): ReadonlyMap<string, FieldSet> {
  const { entries } = readManagerEntries(live);
  return new Map(entries.map((entry) => [`${entry.manager}/${entry.operation}`, entry.fields]));
}

/** What an entry is to own after the transfer: a foreign one all but what was moved, ours all that it had and what was moved. */
function expectedAfter(who: string, fields: FieldSet, found: readonly FoundDrift[]): FieldSet {
  const isOurs = who === "lockstep/Apply";
  const moved = found
    .flatMap(({ moves }) => moves)
    .filter(({ entry }) => isOurs || `${entry.manager}/${entry.operation}` === who)
    .reduce((all, move) => unionSets(all, move.paths), EMPTY_SET);
  return isOurs ? unionSets(fields, moved) : differenceSets(fields, moved);
}

describe("drift and its revert, on a model of the API server", () => {
  test("an object that only we wrote has no drift", () => {
    fc.assert(
      fc.property(tree, (intent) => {
        expect(look(applyAs("lockstep", {}, intent), intent).found).toEqual([]);
      }),
    );
  });

  test("the transfer takes exactly the moved paths out of the foreign entries, and none gets lost", () => {
    fc.assert(
      fc.property(history, ({ intent, writes }) => {
        const live = writes.reduce(play, applyAs("lockstep", {}, intent));
        const found = look(live, intent).found;
        const after = ownedBy(patched(live, found));
        const ours = after.get("lockstep/Apply") ?? EMPTY_SET;
        for (const [who, fields] of ownedBy(live)) {
          const left = after.get(who) ?? EMPTY_SET;
          expect(formatFieldSet(left)).toEqual(formatFieldSet(expectedAfter(who, fields, found)));
          expect(isEmptySet(differenceSets(fields, unionSets(left, ours)))).toBe(true);
        }
      }),
    );
  });

  test("transfer and apply bring back exactly what Git says, whoever wrote what, and leave no drift", () => {
    fc.assert(
      fc.property(history, ({ intent, writes }) => {
        const live = writes.reduce(play, applyAs("lockstep", {}, intent));
        const reverted = applyAs(
          "lockstep",
          patched(live, valueDrifts(look(live, intent))),
          intent,
        );
        expect(sorted(bodyOf(reverted))).toEqual(sorted(intent));
        expect(valueDrifts(look(reverted, intent))).toEqual([]);
      }),
      runs(80),
    );
  });
});
