import type { ObjectStatus } from "../report/status-document.ts";

/** Versions in words: one when Git and the cluster agree, else both; empty when the object has none. */
export function describeVersion({ declared, running }: ObjectStatus["version"]): string {
  const runs = running.length === 0 ? "" : `runs ${running.join(" and ")}`;
  if (declared === null) return runs;
  if (runs === "") return `Git says ${declared}`;
  return running.every((version) => version === declared)
    ? declared
    : `${runs}, Git says ${declared}`;
}
