import { objectKey } from "../object/object-id.ts";
import { compareText } from "../ownership/compare-text.ts";
import { describeUnlisted } from "../released/describe-release.ts";
import {
  describeLeftOut,
  describeOtherAgents,
  describeUnseenSources,
} from "../restart/describe-sources.ts";
import { decideOnce } from "./decide-once.ts";
import { decidePrune } from "./decide-prune.ts";
import type { ObjectCase } from "./describe-case.ts";
import { type Deadlocks, findDeadlocks } from "./find-deadlocks.ts";
import { findIdleRules } from "./find-idle-rules.ts";
import type { Look } from "./look.ts";
import { markCase } from "./mark-case.ts";
import type { OrphanPlan } from "./orphan-plan.ts";
import type { ObjectPlan, Plan } from "./plan.ts";
import { findAskAgain } from "./unseen-kind.ts";
import { withHealthRules } from "./with-health-rules.ts";
import { ask, buildWorld, type World } from "./world.ts";

/** Lints of released paths that are told: a rule may concern every object. */
const LINTS_MAX = 200;

/**
 * Decides what one pass does. Pure: equal input gives an equal plan. While the plan has questions, the caller answers them,
 * adds the answers to the look and decides again: preview and apply ask the same and so decide the same.
 */
export function planPass(look: Look): Plan {
  const world = buildWorld(withHealthRules(look));
  for (const item of world.cases.values()) {
    for (const question of item.questions) ask(world, question);
  }
  const isSeen = world.questions.size === 0;
  const objects = isSeen ? inOrder(world).map((item) => decideNext(item, world)) : [];
  const orphans = isSeen ? decidePrune(world) : [];
  const deadlocks = findDeadlocks(world, orphans);
  const decided = [...objects, ...orphans].flatMap((each) => each.lookAgainAtMs ?? []);
  const times = [...decided, ...ignoreEnds(look), ...findAskAgain(objects, look.nowMs)];
  return {
    revision: look.desired.revision,
    questions: [...world.questions.values()],
    objects: objects.map((each) => tellDeadlock(each, deadlocks)),
    orphans: orphans.map((each) => tellOfOrphan(each, deadlocks)),
    outside: [...world.outside.values()],
    lints: [
      ...describeUnlisted(look.autoscalers.unlisted),
      ...describeUnseenSources(look.sources),
      ...describeOtherAgents(look.desired.manifests, look.rules.manager),
      ...describeLeftOut(look.desired.manifests, look.rules.restarts),
      ...findIdleRules(look, world.cases),
      ...[...world.cases.values()].flatMap(({ lints }) => lints),
    ].slice(0, LINTS_MAX),
    lookAgainAtMs: times.length === 0 ? undefined : Math.min(...times),
  };
}

function tellDeadlock(plan: ObjectPlan, deadlocks: Deadlocks): ObjectPlan {
  const message = deadlocks.get(objectKey(plan.ref.id));
  if (message === undefined) return plan;
  return { ...plan, conditions: [...plan.conditions, { type: "Deadlock", message }] };
}

/** An orphan has no conditions, only its reason. */
function tellOfOrphan(plan: OrphanPlan, deadlocks: Deadlocks): OrphanPlan {
  const message = deadlocks.get(objectKey(plan.ref.id));
  return message === undefined ? plan : { ...plan, reason: `${plan.reason}; ${message}` };
}

/** When a rule of `ignore` ends, its path is Git's again. */
function ignoreEnds({ nowMs, rules }: Look): readonly number[] {
  return rules.ignore.flatMap(({ untilMs }) =>
    untilMs !== undefined && untilMs > nowMs ? [untilMs] : [],
  );
}

function decideNext(unmarked: ObjectCase, world: World): ObjectPlan {
  const item = markCase(unmarked, world);
  world.cases.set(item.key, item);
  const plan = decideOnce(item, world);
  world.decided.set(item.key, plan);
  return plan;
}

/** Targets before their dependents: what is decided first counts for what comes after. */
function inOrder(world: World): readonly ObjectCase[] {
  return [...world.cases.values()].toSorted((a, b) => a.tier - b.tier || compareText(a.key, b.key));
}
