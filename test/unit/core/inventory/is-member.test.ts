import { expect, test } from "vitest";
import { isMember } from "../../../../src/core/inventory/is-member.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import { appliedAt, NEW } from "../../../support/look-builder.ts";
import { applyObject, editObject, withStatus } from "../../../support/server-side-apply.ts";

const LABEL = "applyset.kubernetes.io/part-of";
const a = manifest("ConfigMap/shop/a", { rest: "data: {x: '1'}" });
const labelled = { ...a.body, metadata: { name: "a", labels: { [LABEL]: "applyset-shop-v1" } } };

test.each([
  { title: "applied by us", live: appliedAt(a, NEW), is: true },
  {
    title: "applied by us, then edited elsewhere",
    live: editObject(appliedAt(a, NEW), "kubectl-edit", yaml("data: {y: '2'}")),
    is: true,
  },
  {
    title: "applied by us, its label taken by somebody",
    live: editObject(appliedAt(a, NEW), "thief", yaml(`metadata: {labels: {${LABEL}: null}}`)),
    is: false,
  },
  {
    title: "applied by us under an earlier name",
    live: applyObject(undefined, labelled, "kubectl-lockstep"),
    is: true,
  },
  {
    title: "another set's",
    live: appliedAt(a, NEW, { rules: { applySetId: "applyset-other-v1" } }),
    is: false,
  },
  {
    title: "a copy that somebody applied with the label",
    live: applyObject(undefined, labelled, "kubectl"),
    is: false,
  },
  {
    title: "a copy that somebody created with the label",
    live: editObject(applyObject(undefined, a.body, "kubectl"), "kubectl-create", {
      metadata: { labels: { [LABEL]: "applyset-shop-v1" } },
    }),
    is: false,
  },
  {
    title: "labelled by an Update under our own name",
    live: editObject(applyObject(undefined, a.body, "kubectl"), "lockstep", {
      metadata: { labels: { [LABEL]: "applyset-shop-v1" } },
    }),
    is: false,
  },
  {
    title: "ours in everything but the label, which somebody else put on",
    live: editObject(applyObject(undefined, a.body), "kubectl-label", {
      metadata: { labels: { [LABEL]: "applyset-shop-v1" } },
    }),
    is: false,
  },
  { title: "labelled, without any ownership", live: labelled, is: false },
  { title: "with a status of its controller", live: withStatus(appliedAt(a, NEW), {}), is: true },
])("$title: a member? $is", ({ live, is }) => {
  expect(
    isMember(live, {
      applySetId: "applyset-shop-v1",
      earlierSets: new Set(["applyset-before-v1"]),
      manager: "lockstep",
      renamedFrom: ["kubectl-lockstep"],
    }),
  ).toBe(is);
});
