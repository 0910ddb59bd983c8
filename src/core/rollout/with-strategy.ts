import { type JsonObject, numberAt, textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";

/** Adds to a verdict that waits why it may do so for ever: a partition, or a strategy that leaves old pods in place. */
export function withStrategy(body: JsonObject, verdict: Verdict): Verdict {
  if (verdict.kind !== "waiting") return verdict;
  const partition = numberAt(body, "spec", "updateStrategy", "rollingUpdate", "partition") ?? 0;
  if (textAt(body, "spec", "updateStrategy", "type") === "OnDelete") {
    return { ...verdict, message: `${verdict.message} (update strategy OnDelete)` };
  }
  return partition === 0
    ? verdict
    : { ...verdict, message: `${verdict.message} (partition ${partition})` };
}
