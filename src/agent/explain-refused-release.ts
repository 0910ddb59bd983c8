import type { ClusterError, ClusterErrorCode } from "../core/cluster-error.ts";

/** Why something was not let go, and what a person can do. */
export function explainRefusedRelease({ code, message, retry }: ClusterError): string {
  const help = HELP.get(code) ?? (retry === "after-wait" ? "repeat this later" : undefined);
  return help === undefined ? message : `${message}; ${help}`;
}

const HELP: ReadonlyMap<ClusterErrorCode, string> = new Map([
  ["forbidden", "grant that, or repeat this as somebody who may"],
  ["unauthorized", "repeat this with credentials that it accepts"],
  ["conflict", "somebody writes it all the time: stop that, then repeat this"],
  ["unknown-kind", "repeat this once it does"],
]);
