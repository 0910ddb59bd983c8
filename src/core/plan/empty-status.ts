import type { StackStatus } from "../report/status-document.ts";

/** The status of a stack before its first pass. */
export function emptyStatus(name: string): StackStatus {
  return {
    name,
    revision: "",
    tip: "",
    inSync: false,
    writes: 0,
    objects: [],
    drift: [],
    fights: [],
    orphans: [],
    cycles: [],
    problems: [],
    lints: [],
    refusals: [],
  };
}
