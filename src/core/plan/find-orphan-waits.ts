import type { JsonObject } from "../object/json.ts";
import { type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import { compareText } from "../ownership/compare-text.ts";
import type { LiveDependent } from "./find-live-dependents.ts";
import type { OrphanKnot } from "./find-orphan-knots.ts";
import type { SiblingUse } from "./find-sibling-use.ts";
import type { World } from "./world.ts";

/** Objects that are named in one reason. */
const WAITS_MAX = 5;

/** Who may need an orphan. */
export interface Needs {
  readonly world: World;
  /** All orphans; `keep`: why it stays. */
  readonly orphans: ReadonlyMap<
    ObjectKey,
    {
      readonly ref: { readonly id: ObjectId };
      readonly object: JsonObject;
      readonly keep: string | undefined;
    }
  >;
  readonly dependents: ReadonlyMap<ObjectKey, readonly LiveDependent[]>;
  readonly uses: ReadonlyMap<ObjectKey, readonly SiblingUse[]>;
  readonly knots: ReadonlyMap<ObjectKey, OrphanKnot>;
}

/** What has to happen before an orphan goes. */
export interface OrphanWait {
  readonly reason: string;
  readonly behind: readonly string[];
  /** The objects that have to go, or to let go of it. */
  readonly waits: readonly ObjectKey[];
}

/**
 * Dependents go before their targets, and who stays has to live without it. The members of a knot wait for whatever one of them
 * waits for.
 */
export function findOrphanWaits(key: ObjectKey, needs: Needs): OrphanWait | undefined {
  const knot = needs.knots.get(key);
  const together = knot?.keys ?? [key];
  const within = new Set(together);
  const dependents = together
    .flatMap((each) => needs.dependents.get(each) ?? [])
    .filter(({ id }) => !within.has(objectKey(id)));
  const waits = dependents.flatMap((dependent): Wait[] => {
    const reason = waitFor(dependent, needs);
    return reason === undefined ? [] : [{ by: objectKey(dependent.id), reason }];
  });
  const known = new Set(dependents.map(({ id }) => objectKey(id)));
  const uses = together
    .flatMap((each) => needs.uses.get(each) ?? [])
    .filter(({ by }) => !known.has(by));
  const found = [...waits, ...uses];
  const all = [...new Set(found.map(({ reason }) => reason))].toSorted(compareText);
  if (all.length === 0) return undefined;
  const more = all.length > WAITS_MAX ? [`and for ${all.length - WAITS_MAX} more`] : [];
  const goes = knot === undefined ? [] : [`goes together with the others of ${knot.text}`];
  return {
    reason: [...goes, ...all.slice(0, WAITS_MAX), ...more].join("; "),
    behind: [...new Set([...uses, ...dependents].map(({ stack }) => stack))].filter(isNamed),
    waits: [...new Set(found.map(({ by }) => by))],
  };
}

type Wait = Pick<SiblingUse, "by" | "reason">;

function isNamed(stack: string): boolean {
  return stack !== "";
}

function waitFor({ id, isInGit, origin }: LiveDependent, needs: Needs): string | undefined {
  const key = objectKey(id);
  const other = needs.orphans.get(key);
  if (other !== undefined) {
    return other.keep === undefined
      ? `waits for ${key}: it goes first`
      : `waits for ${key}: it stays and depends on it (${origin})`;
  }
  if (isInGit) return `waits for ${key}: Git says that it depends on it (${origin})`;
  return needs.world.cases.has(key)
    ? `waits for ${key}: it still depends on it (${origin})`
    : undefined;
}
