import { type ObjectKey, objectKey } from "../object/object-id.ts";
import type { Phase } from "../report/status-document.ts";
import { findSources } from "../restart/find-sources.ts";
import { readMarks } from "../restart/restart-marks.ts";
import { templateOf } from "../restart/restart-rules.ts";
import { sourceId } from "../restart/source-view.ts";
import type { Blocker } from "../rollout/blocker.ts";
import { restsByStrategy } from "../rollout/rests-by-strategy.ts";
import { phaseOfRollout } from "./choose-phase.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { IntendedWrite } from "./intended-write.ts";
import { restsAsItIs } from "./rests-as-it-is.ts";
import type { World } from "./world.ts";

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
  if (!restsAsItIs(item.manifest.id, world)) return [];
  world.rolling ??= findRolling(world);
  const { rollAtOnce } = world.look.rules.restarts;
  const inTheWay = [...world.cases.values()].filter(
    (other) => other.key !== item.key && isInTheWay(other, item, world),
  );
  if (inTheWay.length < rollAtOnce) return [];
  return inTheWay.slice(0, rollAtOnce).map(({ manifest }) => ({
    to: manifest.id,
    gate: "rolled-out",
    origin: ORIGIN,
    reason: "RollingOut",
    want: `at most ${rollAtOnce} restart at the same time`,
    have: "it restarts, too",
  }));
}

function isInTheWay(other: ObjectCase, item: ObjectCase, world: World): boolean {
  if (world.decided.get(other.key)?.step?.why === "restart") return true;
  const rolling = world.rolling?.get(other.key);
  return rolling === "moves" || (rolling === "stalled" && sharesSource(other, item, world));
}

/** The workloads that were given a content and are not rolled out. What rests until a person acts does not roll. */
function findRolling(world: World): NonNullable<World["rolling"]> {
  return new Map(
    [...world.cases.values()].flatMap((item) => {
      const phase = phaseOfGiven(item, world);
      if (phase === undefined || phase === "Ready") return [];
      return [[item.key, phase === "Stalled" ? "stalled" : "moves"] as const];
    }),
  );
}

function phaseOfGiven(item: ObjectCase, world: World): Phase | undefined {
  const { manager, renamedFrom, restarts } = world.look.rules;
  const { key, live, manifest } = item;
  const template = templateOf(manifest.id, restarts);
  const reading = world.look.readings.get(key);
  if (template === undefined || live === undefined || reading === undefined) return undefined;
  const { bySlot } = readMarks(live, { names: [manager, ...renamedFrom], template });
  const isGiven = [...bySlot.values()].some(({ content }) => content !== undefined);
  return isGiven && !restsByStrategy(live) ? phaseOfRollout(item, reading, world).phase : undefined;
}

function sharesSource(other: ObjectCase, item: ObjectCase, { look }: World): boolean {
  const template = templateOf(other.manifest.id, look.rules.restarts) ?? [];
  const { namespace } = other.manifest.id;
  const used = findSources(other.manifest.body, template, look.rules.restarts).map(
    (source): ObjectKey => objectKey(sourceId(source, namespace)),
  );
  return used.some((key) => item.restart.changed.includes(key));
}
