import type { JsonObject } from "../../src/core/object/json.ts";
import { type Dice, takeDice } from "../simulation/dice.ts";
import { FUZZ_KINDS, type FuzzKind, type Part } from "./kinds.ts";
import { mergeParts } from "./merge-parts.ts";

/** How an object comes to be before our first sync. */
const STARTS = [
  "none",
  "none",
  "none",
  "kubectl apply",
  "kubectl create",
  "our name, Update",
  "an earlier name",
  "a peer's apply",
  "unnamed client",
  "reset",
  "another version",
] as const;
export type Start = (typeof STARTS)[number];

/** What other people do to an object that we have. */
const ACTS = [
  "co-own a part",
  "co-own a part",
  "co-own all",
  "copy our entry",
  "copy our entry as legacy",
  "copy our entry as ancient-changes",
  "co-own at another version",
  "add by apply",
  "add by update",
  "add at another version",
  "change a part",
  "take a part anew",
  "allowed: add by update",
  "allowed: add by apply",
  "allowed: co-own a part",
  "reset",
  "strip our entry",
  "twelve managers",
  "write status",
  "scale",
  "add a finalizer",
  "forge our name",
] as const;
type Act = (typeof ACTS)[number];

/** Names that people's clients write under. */
const PEOPLE = ["kubectl-edit", "k9s", "Mozilla", "aaa", "zzz", "kubectl-patch"] as const;

/** One act with all that chance has a say in. */
export interface DrawnAct {
  readonly act: Act;
  readonly by: string;
  readonly part: Part;
  readonly addition: JsonObject;
}

/** One object's story, from its seed alone. */
export interface FuzzCase {
  readonly seed: number;
  readonly kind: FuzzKind;
  readonly name: string;
  readonly start: Start;
  /** What people made at first, what Git has at first, what it has in the end. */
  readonly theirs: JsonObject;
  readonly first: JsonObject;
  readonly last: JsonObject;
  readonly acts: readonly DrawnAct[];
}

export function drawCase(seed: number): FuzzCase {
  const dice = takeDice(seed);
  const kind = FUZZ_KINDS[seed % FUZZ_KINDS.length] ?? FUZZ_KINDS[0];
  const name = `o-${seed}`;
  const before = kind.parts.filter(() => dice.chance(0.8));
  const first = before.filter(() => dice.chance(0.9));
  const last = first.filter(() => dice.chance(0.4));
  const start = dice.pick(STARTS);
  const extra = drawOne(dice, kind.additions) ?? {};
  return {
    seed,
    kind,
    name,
    start,
    theirs: mergeParts(bodyOf(kind, name, before), extra),
    first: bodyOf(kind, name, first),
    last: bodyOf(kind, name, last),
    acts: Array.from({ length: dice.int(5) }, () => drawAct(dice, kind, first)),
  };
}

/** One line for a title or a message. */
export function briefCase({ seed, kind, start, acts }: FuzzCase): string {
  const told = acts.map(({ act, by, part }) => `${act} (${by}, ${part.owned})`).join("; ");
  return `seed ${seed}: ${kind.kind}, start: ${start}; then: ${told}`;
}

function drawAct(dice: Dice, kind: FuzzKind, parts: readonly Part[]): DrawnAct {
  return {
    act: dice.pick(ACTS),
    by: dice.pick(PEOPLE),
    part: drawOne(dice, parts) ?? { fields: {}, owned: "" },
    addition: drawOne(dice, kind.additions) ?? {},
  };
}

function drawOne<Item>(dice: Dice, items: readonly Item[]): Item | undefined {
  return items[dice.int(items.length)];
}

function bodyOf(kind: FuzzKind, name: string, parts: readonly Part[]): JsonObject {
  const start = { apiVersion: kind.apiVersion, kind: kind.kind, metadata: { name }, ...kind.base };
  return parts.map(({ fields }) => fields).reduce(mergeParts, start);
}
