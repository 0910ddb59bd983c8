import type { UnadoptedReason } from "../adopt/adoption.ts";

/** Why a live value is not written into Git, and what a person can do, in one sentence without its end. */
export function explainUnadopted(reason: UnadoptedReason): string {
  return SENTENCES[reason];
}

const SENTENCES: Readonly<Record<UnadoptedReason, string>> = {
  secret: "values of Secrets are never written into Git",
  rights:
    "RBAC and admission webhooks decide who may do what: reports.pullRequest.includeRights offers them, lockstep adopt --include-rights edits them",
  kustomize:
    "kustomize builds this object: change the base, the overlay or the patch that sets the value",
  "missing-object": "the whole object is gone: delete its manifest to keep it so",
  ownership: "Git and the cluster say the same, only who owns the field differs",
  "control-key":
    "the field is the agent's or the server's own, and is never taken from the cluster",
  "no-manifest": "no manifest of this object is in the file that had it",
  "no-file": "its file is not there, is a link, or is no text that can be written back",
  already: "the file says so already: commit and push it",
  "git-moved": "the file says something else by now than what the cluster was compared with",
  "not-in-file": "the file does not set it, so there is nothing to remove",
  "shared-anchor": "other places of the file read the same anchor, and would change with it",
  merged: "a merge key (<<) brings it in, and it cannot be taken out of that for one place",
  tagged: "a tag (such as !!str) says what the value has to be",
  "unclear-path": "the path cannot be followed in the file",
  "too-large":
    "the value or the file is too large, or it takes too many tries: edit it by hand, or in smaller files",
  "no-safe-edit": "the text cannot be changed so that it says this and nothing else",
};
