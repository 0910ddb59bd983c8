import { textAt } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { objectKey } from "../object/object-id.ts";
import { compareText } from "../ownership/compare-text.ts";
import { decideOnce } from "./decide-once.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { Look } from "./look.ts";
import type { ObjectPlan, Orphan, Plan } from "./plan.ts";
import { ask, buildWorld, type World } from "./world.ts";

/**
 * Decides what one pass does. Pure: equal input gives an equal plan. While the plan has questions, the caller answers them,
 * adds the answers to the look and decides again: preview and apply ask the same and so decide the same.
 */
export function planPass(look: Look): Plan {
  const world = buildWorld(look);
  for (const item of world.cases.values()) {
    for (const question of item.questions) ask(world, question);
  }
  const isSeen = world.questions.size === 0;
  const objects = isSeen ? inOrder(world).map((item) => decideNext(item, world)) : [];
  const times = objects.flatMap((each) => each.lookAgainAtMs ?? []);
  return {
    revision: look.desired.revision,
    questions: [...world.questions.values()],
    objects,
    orphans: findOrphans(look, world),
    lookAgainAtMs: times.length === 0 ? undefined : Math.min(...times),
  };
}

function decideNext(item: ObjectCase, world: World): ObjectPlan {
  const plan = decideOnce(item, world);
  world.decided.set(item.key, plan);
  return plan;
}

/** Targets before their dependents: what is decided first counts for what comes after. */
function inOrder(world: World): readonly ObjectCase[] {
  return [...world.cases.values()].toSorted((a, b) => a.tier - b.tier || compareText(a.key, b.key));
}

function findOrphans(look: Look, world: World): readonly Orphan[] {
  return [...look.members]
    .filter((key) => !world.cases.has(key))
    .toSorted(compareText)
    .flatMap((key) => {
      const sighting = look.sightings.get(key);
      if (sighting?.kind !== "present") return [];
      const { object } = sighting;
      const ref = { id: idOf(object), apiVersion: textAt(object, "apiVersion") ?? "" };
      const reason = `Git no longer has ${objectKey(ref.id)}; nothing is deleted until pruning is built`;
      return [{ ref, reason }];
    });
}
