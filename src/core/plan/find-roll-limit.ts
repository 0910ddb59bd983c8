import { type ObjectKey, objectKey } from "../object/object-id.ts";
import { findSources } from "../restart/find-sources.ts";
import { readMarks } from "../restart/restart-marks.ts";
import { templateOf } from "../restart/restart-rules.ts";
import { sourceId } from "../restart/source-view.ts";
import type { Blocker } from "../rollout/blocker.ts";
import { assessRolledOut } from "../rollout/rolled-out.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { IntendedWrite } from "./intended-write.ts";
import { findParty, type World } from "./world.ts";

/** The origin of a blocker that is a workload which rolls for a source's sake. */
const ORIGIN = "limit:secrets.rollAtOnce";

/**
 * What keeps a restart waiting: no more workloads than the config says roll at the same time for the sake of a source. Those that do
 * not come up with a content hold up the others that are to get it, too. One that is not rolled out itself waits for nobody: the new
 * content may be what it needs, and no more of them roll than before.
 */
export function findRollLimit(
  item: ObjectCase,
  world: World,
  { kind }: Pick<IntendedWrite, "kind">,
): readonly Blocker[] {
  if (kind === "revert" || !item.restart.isDue || !item.restart.isAlone) return [];
  if (!isRolledOut(item, world)) return [];
  const { rollAtOnce } = world.look.rules.restarts;
  const rolling = [...world.cases.values()].filter(
    (other) => other.key !== item.key && isInTheWay(other, item, world),
  );
  if (rolling.length < rollAtOnce) return [];
  return rolling.slice(0, rollAtOnce).map(({ manifest }) => ({
    to: manifest.id,
    gate: "rolled-out",
    origin: ORIGIN,
    reason: "RollingOut",
    want: `at most ${rollAtOnce} restart at the same time`,
    have: "it restarts, too",
  }));
}

function isInTheWay(other: ObjectCase, item: ObjectCase, world: World): boolean {
  const plan = world.decided.get(other.key);
  if (plan?.step?.why === "restart") return true;
  if (!isRolling(other, world)) return false;
  return plan?.phase !== "Stalled" || sharesSource(other, item, world);
}

/** It was given a content and is not rolled out. */
function isRolling({ key, live, manifest }: ObjectCase, world: World): boolean {
  const { manager, renamedFrom, restarts } = world.look.rules;
  const template = templateOf(manifest.id, restarts);
  if (template === undefined || live === undefined || !world.look.readings.has(key)) return false;
  const { bySlot } = readMarks(live, { names: [manager, ...renamedFrom], template });
  if (![...bySlot.values()].some(({ content }) => content !== undefined)) return false;
  return !isRolledOut({ manifest }, world);
}

function isRolledOut({ manifest }: Pick<ObjectCase, "manifest">, world: World): boolean {
  const party = { ...findParty(world, manifest.id), change: "none", isDrifted: false } as const;
  const options = { paths: world.look.rules.versionPaths, trust: "status" } as const;
  return assessRolledOut(party, options).kind === "ok";
}

function sharesSource(other: ObjectCase, item: ObjectCase, { look }: World): boolean {
  const template = templateOf(other.manifest.id, look.rules.restarts) ?? [];
  const { namespace } = other.manifest.id;
  const used = findSources(other.manifest.body, template, look.rules.restarts).map(
    (source): ObjectKey => objectKey(sourceId(source, namespace)),
  );
  return used.some((key) => item.restart.changed.includes(key));
}
