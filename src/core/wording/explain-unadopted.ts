import type { UnadoptedReason } from "../adopt/adoption.ts";

const WORDS: Readonly<Record<UnadoptedReason, string>> = {
  secret: "values of a Secret are never written into Git",
  rights: "it decides who may do what: change Git by hand",
  kustomize: "kustomize builds the object: no file says the value itself",
  "missing-object": "the object is gone: delete its manifest if that is meant",
  ownership: "Git and the cluster have the same value",
  "control-key": "Lockstep or the server writes it",
  "no-manifest": "Git has no manifest of the object",
  "no-file": "the manifest's file cannot be edited here",
  already: "Git has the value by now",
  "git-moved": "Git says something else by now",
  "not-in-file": "Git does not set it",
  "shared-anchor": "other places of the file read the same anchor",
  merged: "it comes from a merge key that other places read",
  tagged: "a YAML tag says what the value has to be",
  order: "only the order of the list differs",
  "unclear-path": "it cannot be told which place of the file it is",
  "too-large": "the file or the value is too large",
  "no-safe-edit": "no edit says exactly this and nothing else",
};

/** Why a live value is not written into Git, as half a sentence. */
export function explainUnadopted(reason: UnadoptedReason): string {
  return WORDS[reason];
}
