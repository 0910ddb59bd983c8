import { type Json, textAt } from "../object/json.ts";
import { adoptBranchOf, fillBranch } from "./fill-branch.ts";

/** What each source, ledger and pull request of the file is, with defaults filled in. */
export interface StackBranches {
  readonly index: number;
  /** Of the repository, equal for equal ones. */
  readonly url: string;
  readonly source: string;
  readonly ledger: string;
  readonly adopt: string;
}

/** The branches of a stack as it is written in the file. */
export function findStackBranches(config: Json, stack: Json, index: number): StackBranches {
  const names = {
    cluster: textAt(config, "cluster", "name") ?? "",
    stack: textAt(stack, "name") ?? "",
  };
  return {
    index,
    url: (textAt(stack, "source", "url") ?? "").replace(/(?:\.git)?\/*$/, ""),
    source: textAt(stack, "source", "branch") ?? "main",
    ledger: fillBranch(textAt(stack, "reports", "branch") ?? "lockstep/{cluster}/{stack}", names),
    adopt: adoptBranchOf(names),
  };
}

/** Git cannot have both `a` and `a/b`: a ref is a file or a folder. */
export function isSameRef(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
