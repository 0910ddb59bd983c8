import { shortCommit } from "../core/wording/short-commit.ts";
import { element, type PageNode } from "./page-node.ts";

/** A commit as people read it; the whole one is its title. */
export function commitElement(commit: string): PageNode {
  return element("code", { title: commit === "" ? undefined : commit }, shortCommit(commit));
}
