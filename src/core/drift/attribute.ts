import { isAttributable } from "../ownership/foreign-rules.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import type { Drift } from "./drift.ts";

type Attribution = Pick<Drift, "manager" | "operation" | "at" | "attribution" | "sharedWith">;

/**
 * Names the owners of a drifted path: the one that wrote it, as far as the entries tell, then the others. Nobody, or an entry into which the server merged
 * those of several managers among them: `unknown`, for then the writer may be none of the others.
 *
 * @param beside Who wrote part of what is shown at the path, too, and is not to blame for it.
 */
export function attribute(
  owners: readonly ManagerEntry[],
  beside: readonly ManagerEntry[] = [],
): Attribution {
  const [last, ...rest] = owners.toSorted(compareOwners);
  const others = [...rest, ...beside];
  if (last === undefined) return UNATTRIBUTED;
  const known = others.length === 0 ? "recorded" : "shared";
  return {
    manager: last.manager,
    operation: last.operation,
    at: last.time ?? "",
    attribution: isAttributable(last) ? known : "unknown",
    sharedWith: others.map((entry) => entry.manager),
  };
}

/**
 * Names who wrote a value. An update owns a value alone when it changed or added it, and keeps it until somebody else does; an
 * apply may have joined somebody who let go since, and leaves no trace of that. So without an update among the owners it is
 * `unknown`, with the name of who holds it now.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export function attributeValue(
  owners: readonly ManagerEntry[],
  beside: readonly ManagerEntry[] = [],
): Attribution {
  const said = attribute(owners, beside);
  const isTold = owners.some(({ operation }) => operation === "Update");
  return isTold ? said : { ...said, attribution: "unknown" };
}

/** Of what nobody owns: who took a field away leaves no entry for it. */
export const UNATTRIBUTED: Attribution = {
  manager: "",
  operation: "",
  at: "",
  attribution: "unknown",
  sharedWith: [],
};

/** A merged entry first, then an update, which wrote the value that the applies beside it found there, then the newest. */
function compareOwners(a: ManagerEntry, b: ManagerEntry): number {
  const merged = Number(isAttributable(a)) - Number(isAttributable(b));
  const applied = Number(a.operation === "Apply") - Number(b.operation === "Apply");
  return merged || applied || compareTimes(b.time, a.time);
}

/** RFC 3339 with whole seconds in UTC sorts as text; none is the oldest, as the server sorts. */
function compareTimes(a: string | undefined, b: string | undefined): number {
  const [left, right] = [a ?? "", b ?? ""];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
