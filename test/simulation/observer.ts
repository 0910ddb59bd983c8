import { textAt } from "../../src/core/object/json.ts";
import { isTerminating } from "../../src/core/object/live-object.ts";
import { isSettled, podsOf, type SimObject } from "./sim-object.ts";
import { readSpec, type SimEdge } from "./wish.ts";

/** How an object was at one moment. */
export interface Moment {
  readonly serial: number;
  readonly isThere: boolean;
  /** Of the live spec; below all when nothing is there. */
  readonly spec: number;
  /** Of its pods; above all, and below all, when there is none. */
  readonly lowest: number;
  readonly highest: number;
  /** What its status says that it runs at least, of kinds whose pods nobody sees. */
  readonly said: number;
  readonly isSettled: boolean;
  readonly revision: string;
  /** Nothing of it is stored any more; one that is terminating still is. */
  readonly isGone: boolean;
  /** What the live object says that it comes after. */
  readonly targets: readonly number[];
  /** What its pods of older templates come after. */
  readonly oldTargets: readonly number[];
}

/** What Git wants of an object. */
export interface Wanted {
  readonly version: number;
  readonly revision: string;
}

/** A write of ours as the observer sees it. */
export interface SeenWrite {
  readonly object: SimObject;
  /** How the object was just before. */
  readonly before: Moment;
  /** What was written. */
  readonly version: number;
  /** The object's edges in Git at the commit that was in force when the write was decided. */
  readonly edges: readonly SimEdge[];
  /** Live objects with a lockstep edge to it. */
  readonly dependents: readonly SimObject[];
  readonly target: (index: number) => SimObject | undefined;
  readonly wanted: (index: number) => Wanted | undefined;
  /** When this writer last read the object before it wrote; what was different since then it could not know. */
  readonly readAt: (object: SimObject) => number;
  /** The writer changes what it last wrote: gates besides the skew rule count. */
  readonly isChange: boolean;
}

/**
 * Looks at every write of ours with eyes of its own: it knows the truth, and nothing of the code that decides. What changed
 * between the writer's own read and its write excuses it: no API can tell of several objects at one moment.
 */
export class Observer {
  readonly #history = new Map<SimObject, Moment[]>();

  note(object: SimObject, serial: number): void {
    const list = this.#history.get(object) ?? [];
    list.push(momentOf(object, serial));
    this.#history.set(object, list);
  }

  /** Nobody decides any more on what was before. */
  forget(): void {
    for (const [object, list] of this.#history) this.#history.set(object, list.slice(-1));
  }

  judge(write: SeenWrite): readonly string[] {
    const { version } = write;
    const name = nameOf(write.object);
    // What the write itself made of it is the last moment, and no excuse.
    const before = this.since(write.object, write.readAt(write.object)).filter(
      ({ serial }) => serial <= write.before.serial,
    );
    const ceil = Math.max(write.before.spec, write.before.highest, ...before.map(ceilAt));
    const floor = Math.min(write.before.spec, write.before.lowest, write.before.said);
    return [
      ...(version > ceil ? this.#judgeRise(write, version) : []),
      ...(write.before.isThere && version < floor ? this.#judgeFall(write, version) : []),
      ...(write.isChange ? this.#judgeGates(write) : []),
    ].map((text) => `${name} to ${version}: ${text}`);
  }

  #judgeRise(write: SeenWrite, version: number): readonly string[] {
    return write.edges.flatMap(({ target: index, gate }) => {
      const target = write.target(index);
      if (gate !== "lockstep" || target === undefined) return [];
      const since = this.since(target, write.readAt(target));
      const spec = Math.max(...since.map((each) => (each.isThere ? each.spec : -1)));
      const pods = Math.max(...since.map((each) => (each.isThere ? each.lowest : -1)));
      const floor = Math.min(spec, pods);
      return floor < version ? [`rises above ${nameOf(target)}, which runs ${floor}`] : [];
    });
  }

  #judgeFall(write: SeenWrite, version: number): readonly string[] {
    return write.dependents.flatMap((object) => {
      const since = this.since(object, write.readAt(object));
      const spec = Math.min(...since.map((each) => each.spec));
      const pods = Math.min(...since.map((each) => each.highest));
      const ceil = Math.max(spec, pods);
      return ceil > version ? [`falls below ${nameOf(object)}, which runs ${ceil}`] : [];
    });
  }

  #judgeGates(write: SeenWrite): readonly string[] {
    const { said } = write.before;
    const known = Number.isFinite(said) ? said : Number.NEGATIVE_INFINITY;
    const isLower = write.version < Math.max(ceilAt(write.before), known);
    return write.edges.flatMap((edge) => {
      const target = write.target(edge.target);
      if (target === undefined || (edge.gate === "lockstep" && isLower)) return [];
      const since = this.since(target, write.readAt(target));
      const wanted = write.wanted(edge.target);
      const isGoingDown = since.some((each) => ceilAt(each) > (wanted?.version ?? ceilAt(each)));
      // Whoever goes down may have to wait for dependents to go first: that order is the skew rule's.
      const isExcused = edge.gate !== "range" && isGoingDown;
      return isExcused || since.some((each) => isOpen(edge, each, wanted?.revision))
        ? []
        : [`goes although ${nameOf(target)} is not ${edge.gate}`];
    });
  }

  /** How the object was since then, what it was at that time included. */
  since(object: SimObject, serial: number): readonly Moment[] {
    const list = this.#history.get(object) ?? [];
    const first = list.findLastIndex((each) => each.serial <= serial);
    return list.slice(Math.max(first, 0));
  }
}

function isOpen(edge: SimEdge, moment: Moment, wanted: string | undefined): boolean {
  if (!moment.isThere) return false;
  switch (edge.gate) {
    case "exists":
      return true;
    // What the skew rule says of versions is judged apart: here, that the target's own change comes first.
    case "lockstep":
    case "rolled-out":
      return moment.isSettled && (wanted === undefined || moment.revision === wanted);
    case "range":
      return (
        Math.min(moment.spec, moment.lowest) >= edge.from &&
        Math.max(moment.spec, moment.highest) <= edge.to
      );
  }
}

/** The highest version that it runs or is told to; below all when nothing is there. */
export function ceilAt(moment: Moment): number {
  return Math.max(moment.spec, moment.highest);
}

function nameOf({ role }: SimObject): string {
  return `o${role.index}`;
}

/** How an object is now. */
export function momentOf(object: SimObject, serial: number): Moment {
  const { live } = object;
  if (live === undefined) return nothingAt(serial);
  const spec = readSpec(live);
  const versions = podsOf(object).map((pod) => pod.version);
  return {
    serial,
    isThere: !isTerminating(live),
    spec: spec.version,
    lowest: Math.min(...versions),
    highest: Math.max(...versions),
    said: Number(textAt(live, "status", "version")?.split(".")[1] ?? Number.POSITIVE_INFINITY),
    isSettled: isSettled(object),
    revision: spec.revision,
    isGone: false,
    targets: spec.targets,
    oldTargets: podsOf(object)
      .filter((pod) => pod.revision !== spec.revision)
      .flatMap((pod) => pod.targets),
  };
}

/** A moment at which an object is not there: below every version. */
export function nothingAt(serial: number): Moment {
  const none = Number.NEGATIVE_INFINITY;
  return {
    serial,
    isThere: false,
    spec: none,
    lowest: none,
    highest: none,
    said: none,
    isSettled: false,
    revision: "",
    isGone: true,
    targets: [],
    oldTargets: [],
  };
}
