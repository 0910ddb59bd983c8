import { expect, test } from "vitest";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf } from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const kept = manifest("ConfigMap/shop/kept");
const gone = manifest("ConfigMap/shop/gone");

test.each([
  ["argocd.argoproj.io/sync-wave", "soon"],
  ["config.kubernetes.io/depends-on", ""],
  ["kapp.k14s.io/change-rule", "upsert sometime"],
  ["lockstep.dev/after", "nothing"],
])("%s that somebody else wrote on an orphan holds no delete", (key, value) => {
  const annotations = { annotations: { [key]: value } };
  const live = [appliedAt(kept), editObject(appliedAt(gone), "kubectl", { metadata: annotations })];
  const { plan } = decide(lookOf({ git: [kept], before: [kept, gone], live }));
  expect(plan.orphans.map(({ action, reason }) => `${action}: ${reason}`)).toEqual([
    "prune: Git no longer has it",
  ]);
});
