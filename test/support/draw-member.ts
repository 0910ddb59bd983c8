import { isJsonObject, type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { mergePatch } from "../../src/embedded/requests/merge-patch.ts";
import type { Dice } from "../simulation/dice.ts";
import type { DrawnObject } from "./drawn-kinds.ts";
import { marked } from "./kube-manifests.ts";

/** What happens to a live object between the two commits, and how often. */
const ACTS = {
  nothing: 5,
  change: 2,
  add: 2,
  remove: 1,
  "change and add": 1,
  "own it too": 1,
  "apply it client-side": 1,
  delete: 2,
  "strip its labels": 1,
  "give it to another stack": 1,
  "add a finalizer": 1,
  "delete it with a finalizer": 1,
} as const;

export type Act = keyof typeof ACTS;

/** One object of a state. */
export interface Member {
  /** As Git has it at the first commit, and at the second; `undefined`: not at all. */
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  readonly drawn: DrawnObject;
  /** Somebody made it before the stack came. */
  readonly isTheirs: boolean;
  readonly act: Act;
}

/** What holds for all objects of a state. */
export interface Scene {
  readonly dice: Dice;
  /** The stack's. */
  readonly namespace: string;
  readonly hasHistory: boolean;
  readonly hasNamespace: boolean;
  /** Nobody else touches anything, and nothing gets stuck: mostly Git drops something. */
  readonly isCalm: boolean;
  /** By id, in the order in which they were drawn. */
  readonly members: Map<string, Member>;
}

/** One of the keys, as often as its number says. */
export function drawWeighted<Key extends string>(
  dice: Dice,
  weights: Readonly<Record<Key, number>>,
): Key {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the record names its keys
  const keys = Object.keys(weights) as Key[];
  const [first, ...more] = keys.flatMap((key) => Array.from({ length: weights[key] }, () => key));
  if (first === undefined) throw new Error("nothing to draw from");
  return dice.pick([first, ...more]);
}

/** The fate of one object. `annotations` are Git's, at both commits. */
export function drawMember(scene: Scene, drawn: DrawnObject, annotations: JsonObject): Member {
  const { dice, isCalm } = scene;
  const isKept = dice.chance(0.25);
  const kept = isKept ? { "lockstep.dev/prune": "disabled" } : {};
  const body = marked(drawn.body, { annotations: { ...annotations, ...kept } });
  const isOld = scene.hasHistory && dice.chance(0.8);
  const act = drawWeighted(dice, ACTS);
  const written = { ...drawn, body };
  return {
    before: isOld ? maybeStuck(scene, body, 0.1) : undefined,
    after: drawNext(scene, written, act),
    drawn,
    isTheirs: scene.hasNamespace && dice.chance(0.12),
    act: isCalm ? "nothing" : act,
  };
}

/** The second commit's text. */
function drawNext(scene: Scene, drawn: DrawnObject, act: Act): JsonObject | undefined {
  const { dice, hasHistory, isCalm } = scene;
  const dropped = isCalm ? 40 : 20;
  const fate = drawWeighted(dice, {
    dropped: hasHistory ? dropped : 0,
    same: 35,
    next: 35,
    refused: isCalm ? 0 : 9,
  });
  const body = marked(drawn.body, { annotations: leavesOf(drawn.body, act, dice) });
  switch (fate) {
    case "dropped":
      return undefined;
    case "same":
      return maybeStuck(scene, body, 0.05);
    case "next":
      return maybeStuck(scene, merged(body, drawn.next), 0.35);
    case "refused":
      return merged(body, drawn.refused);
  }
}

/** What Git may say beside: a Job may be made anew, an object may be taken over. */
function leavesOf({ kind }: JsonObject, act: Act, dice: Dice): JsonObject {
  if (kind === "Job" && dice.chance(0.5)) return { "lockstep.dev/recreate": "allowed" };
  const isGiven = act === "give it to another stack" && dice.chance(0.4);
  return isGiven ? { "lockstep.dev/take-over": "another" } : {};
}

/** A workload whose pods never get ready. */
function maybeStuck({ dice, isCalm }: Scene, body: JsonObject, chance: number): JsonObject {
  const pods = objectAt(body, "spec", "template");
  if (pods === undefined || isCalm || !dice.chance(chance)) return body;
  const annotations = { "test.lockstep.dev/ready": "never" };
  return merged(body, { spec: { template: { metadata: { annotations } } } });
}

function merged(body: JsonObject, patch: JsonObject): JsonObject {
  const result = mergePatch(body, patch);
  return isJsonObject(result) ? result : body;
}
