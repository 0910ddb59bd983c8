import { isAttributable } from "../ownership/foreign-rules.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import type { Drift } from "./drift.ts";

type Attribution = Pick<Drift, "manager" | "operation" | "at" | "attribution" | "sharedWith">;

/** Names the owners of a drifted path: the one that wrote last, then the others. Nobody: `unknown`. */
export function attribute(owners: readonly ManagerEntry[]): Attribution {
  const [last, ...others] = owners.toSorted((a, b) => compareTimes(b.time, a.time));
  if (last === undefined) {
    return { manager: "", operation: "", at: "", attribution: "unknown", sharedWith: [] };
  }
  const isKnown = isAttributable(last);
  const known = others.length === 0 ? "recorded" : "shared";
  return {
    manager: last.manager,
    operation: last.operation,
    at: last.time ?? "",
    attribution: isKnown ? known : "unknown",
    sharedWith: others.map((entry) => entry.manager),
  };
}

/** RFC 3339 with whole seconds in UTC sorts as text; none is the oldest, as the server sorts. */
function compareTimes(a: string | undefined, b: string | undefined): number {
  const [left, right] = [a ?? "", b ?? ""];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
