import * as fc from "fast-check";
import type { Json, JsonObject } from "../../src/core/object/json.ts";
import type { Verb, Write } from "./history.ts";
import type { KindContent } from "./kind-content.ts";

const WRITES = 20;
/** Of scales, so many that no two are the same: the real server writes the same scale again only when the second is another. */
const REPLICAS = { min: 10, max: 9999 };
const MANAGERS = ["alice", "bob", "carol", "dave"] as const;
const WEIGHTS: Readonly<Record<Verb, number>> = {
  apply: 10,
  force: 8,
  try: 1,
  create: 2,
  update: 4,
  merge: 4,
  strategic: 4,
  json: 4,
  "apply-status": 2,
  "force-status": 1,
  "merge-status": 2,
  scale: 1,
  "forget-managers": 1,
  delete: 1,
};
const OPERATIONS = ["add", "add", "replace", "replace", "remove", "test", "copy", "move"] as const;

/** Twenty writes by four managers to one object. */
export function historyOf(kind: KindContent): fc.Arbitrary<readonly Write[]> {
  const write = fc.record({
    manager: fc.constantFrom(...MANAGERS),
    verb: verbsOf(kind),
    content: kind.content,
    status: kind.status ?? fc.constant({}),
    operations: fc.array(operationOf(kind), { minLength: 1, maxLength: 2 }),
    replicas: fc.integer(REPLICAS),
  });
  return fc.array(write, { minLength: WRITES, maxLength: WRITES });
}

function verbsOf(kind: KindContent): fc.Arbitrary<Verb> {
  const verbs = keysOf(WEIGHTS).filter(
    (verb) =>
      (kind.status !== undefined || !verb.endsWith("-status")) &&
      (kind.hasScale || verb !== "scale"),
  );
  return fc.oneof(
    ...verbs.map((verb) => ({ weight: WEIGHTS[verb], arbitrary: fc.constant(verb) })),
  );
}

function keysOf(weights: Readonly<Record<Verb, number>>): readonly Verb[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record above are the verbs
  return Object.keys(weights) as Verb[];
}

function operationOf(kind: KindContent): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      op: fc.constantFrom(...OPERATIONS),
      path: fc.constantFrom(...kind.pointers),
      from: fc.constantFrom(...kind.pointers),
      value: fc.constantFrom<Json>(...kind.values),
    })
    .map(({ op, path, from, value }) => {
      if (op === "remove") return { op, path };
      return op === "copy" || op === "move" ? { op, from, path } : { op, path, value };
    });
}
