import { describe, expect, test } from "vitest";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, OLD, runningAt } from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

function settings(x: string): ReturnType<typeof manifest> {
  return manifest("ConfigMap/shop/a", { rest: `data: {x: '${x}', y: '1'}` });
}

function observed(x: string): ReturnType<typeof manifest> {
  return manifest("ConfigMap/shop/a", {
    annotations: { "lockstep.dev/mode": "observe" },
    rest: `data: {x: '${x}', y: '1'}`,
  });
}

function pair(version: string): readonly ReturnType<typeof manifest>[] {
  return [
    manifest("Elasticsearch/shop/es", { spec: `version: ${version}` }),
    manifest("Kibana/shop/kb", { spec: `{version: ${version}, elasticsearchRef: {name: es}}` }),
  ];
}

describe("planPass, a commit that says what others made of an object", () => {
  const before = [settings("1")];
  const live = [editObject(appliedAt(settings("1"), OLD), "kubectl-edit", { data: { x: "2" } })];

  test("is applied, and nothing counts as taken back", () => {
    const { lines, plan } = decide(lookOf({ git: [settings("2")], before, live }));
    expect(lines).toEqual(["apply ConfigMap/shop/a change [ApplyingChanges]"]);
    expect(plan.objects[0]?.drifts).toEqual([]);
  });

  test("takes back what it does not say", () => {
    const more = live.map((each) => editObject(each, "kubectl-edit", { data: { y: "3" } }));
    const { plan } = decide(lookOf({ git: [settings("2")], before, live: more }));
    expect(plan.objects[0]?.drifts.map(({ drift, action }) => `${drift.path} ${action}`)).toEqual([
      "/data/y reverted",
    ]);
  });

  test("protects nothing while it is held: the value goes back to what was last applied", () => {
    const earlier = pair("8.19.2");
    const [es, kb] = earlier.map((each) => runningAt(each, OLD, "8.19.2"));
    const raised = editObject(kb ?? {}, "kubectl-edit", { spec: { version: "9.1.0" } });
    const look = lookOf({ git: pair("9.1.0"), before: earlier, live: [es ?? {}, raised] });
    const kibana = decide(look).plan.objects.find(({ ref }) => ref.id.kind === "Kibana");
    expect(kibana?.drifts.map(({ drift, action }) => `${drift.path} ${action}`)).toEqual([
      "/spec/version reverted",
    ]);
  });

  test("under observe, what differs from it later is told against what Git says by now", () => {
    const [edited] = live;
    const again = editObject(edited ?? {}, "kubectl-edit", { data: { x: "3" } });
    const { plan } = decide(
      lookOf({ git: [observed("2")], before: [observed("1")], live: [again] }),
    );
    expect(plan.objects[0]?.drifts.map(({ drift }) => drift)).toMatchObject([
      { path: "/data/x", class: "changed", desired: "2", live: "3", manager: "kubectl-edit" },
    ]);
    const dropped = manifest("ConfigMap/shop/a", {
      annotations: { "lockstep.dev/mode": "observe" },
      rest: "data: {y: '1'}",
    });
    const added = decide(lookOf({ git: [dropped], before: [observed("1")], live: [again] })).plan;
    expect(added.objects[0]?.drifts.map(({ drift }) => drift)).toMatchObject([
      { path: "/data/x", class: "added", live: "3" },
    ]);
  });
});
