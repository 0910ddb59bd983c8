import { isEmptySet } from "../ownership/field-set.ts";
import type { Drift } from "./drift.ts";
import type { FoundDrift } from "./drift-scene.ts";

/**
 * From whom a revert moved an addition to our entry, while the apply that takes it away did not come to pass: our entry owns it
 * since, and the list no longer says who wrote it.
 */
export type Transferred = Pick<
  Drift,
  "path" | "manager" | "operation" | "at" | "attribution" | "sharedWith"
>;

/** Of one object. */
const TRANSFERRED_MAX = 100;

/** What is to be remembered when of a revert of these drifts only the transfer was written. */
export function noteTransferred(drifts: readonly Drift[]): readonly Transferred[] {
  return drifts
    .filter((drift) => drift.class === "added" && drift.manager !== "")
    .slice(0, TRANSFERRED_MAX)
    .map(({ path, manager, operation, at, attribution, sharedWith }) => ({
      path,
      manager,
      operation,
      at,
      attribution,
      sharedWith,
    }));
}

/** Names whose addition it was. As long as it is ours alone nobody has written it since: it would be theirs. */
export function attributeTransferred(
  { drift, moves, claims }: FoundDrift,
  transferred: readonly Transferred[],
): Drift {
  const isOursAlone = moves.length === 0 && isEmptySet(claims) && drift.manager === "";
  if (drift.class !== "added" || !isOursAlone) return drift;
  const from = transferred.find(
    ({ path }) => drift.path === path || drift.path.startsWith(`${path}/`),
  );
  return from === undefined ? drift : { ...drift, ...from, path: drift.path };
}
