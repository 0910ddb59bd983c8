import { describe, expect, test } from "vitest";
import { valueAt } from "../../../../src/core/object/json.ts";
import { kindKey } from "../../../../src/core/object/object-id.ts";
import { learnOutcomes } from "../../../../src/core/plan/learn-outcomes.ts";
import type { IgnoreRule } from "../../../../src/core/released/ignore-rule.ts";
import { decide } from "../../../support/decide.ts";
import { es, kb, running } from "../../../support/elastic-pair.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, NEW, NOW_MS, OLD } from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const IGNORE: IgnoreRule = {
  kinds: [],
  names: [],
  path: "/data/x",
  manager: undefined,
  untilMs: undefined,
};
const a = manifest("ConfigMap/shop/a", { rest: "data: {x: '1', y: '1'}" });
const a2 = manifest("ConfigMap/shop/a", { rest: "data: {x: '2', y: '1'}" });
const a3 = manifest("ConfigMap/shop/a", { rest: "data: {x: '2', y: '2'}" });
const rules = { ignore: [IGNORE] };
const owning = appliedAt(a, NEW);
/** As it is once the path was given up, and somebody changed it. */
const changed = editObject(appliedAt(a, OLD), "tool", yaml("data: {x: '9'}"));

describe("planPass, released paths", () => {
  test("what is created is sent whole", () => {
    const { plan, lines } = decide(lookOf({ git: [a], absent: ["ConfigMap/shop/a"], rules }));
    expect(lines).toEqual(["apply ConfigMap/shop/a create [Pending]"]);
    expect(valueAt(plan.objects[0]?.step?.intent, "data")).toEqual({ x: "1", y: "1" });
  });

  test("what is still ours is given up by a step of its own, with the values as they are", () => {
    const { plan, lines } = decide(lookOf({ git: [a], live: [owning], rules }));
    const step = plan.objects[0]?.step;
    expect([step?.why, lines]).toEqual([
      "release",
      ["apply ConfigMap/shop/a release with transfer [Ready]"],
    ]);
    expect(valueAt(step?.intent, "data")).toEqual({ y: "1" });
    expect(JSON.stringify(step?.transfer)).not.toContain('"f:x"');
    expect(plan.lints.map(({ what }) => what)).toEqual([
      "data.x of ConfigMap/shop/a counts only when the object is created: ignore leaves it to others",
    ]);
  });

  test("a commit that changes nothing else is no change, and the difference is told with what Git wants now", () => {
    const look = lookOf({ git: [a2], before: [a], live: [changed], rules });
    const { plan, lines } = decide(look);
    expect(lines).toEqual(["keep ConfigMap/shop/a: changed /data/x by tool ignored [Ready]"]);
    expect(plan.objects[0]?.drifts[0]?.drift.desired).toBe("2");
  });

  test("a change of another path goes without the released one", () => {
    const { plan } = decide(lookOf({ git: [a3], before: [a], live: [changed], rules }));
    const step = plan.objects[0]?.step;
    expect([step?.why, valueAt(step?.intent, "data"), valueAt(step?.expected, "data")]).toEqual([
      "change",
      { y: "2" },
      { x: "9", y: "2" },
    ]);
  });

  test("a rule that ends is looked at again when it ends, and no longer counts then", () => {
    const ending = { ignore: [{ ...IGNORE, untilMs: NOW_MS + 10 }] };
    const before = lookOf({ git: [a], before: [a], live: [changed], rules: ending });
    expect(decide(before).plan.lookAgainAtMs).toBe(NOW_MS + 10);
    const after = lookOf({
      git: [a],
      before: [a],
      live: [changed],
      rules: ending,
      nowMs: NOW_MS + 10,
    });
    expect(decide(after).lines).toEqual([
      "revert ConfigMap/shop/a: changed /data/x by tool reverted [Ready]",
    ]);
  });

  test("gates count the version that runs where Git's is ignored", () => {
    const ignore = [{ ...IGNORE, kinds: [kindKey(es("1.0.0").id)], path: "/spec/version" }];
    const git = [es("8.19.2"), kb("9.1.0")];
    const fresh = ["Elasticsearch/shop/es", "Kibana/shop/kb"];
    const seen = {
      git,
      before: [es("8.19.2"), kb("8.19.2")],
      live: running("9.1.0", "8.19.2"),
      fresh,
    };
    expect(decide(lookOf({ ...seen, rules: { ignore } })).lines).toEqual([
      "apply Elasticsearch/shop/es release with transfer: changed /spec/version ignored [Ready]",
      "apply Kibana/shop/kb change [ApplyingChanges]",
    ]);
    expect(decide(lookOf(seen)).lines[1]).toContain("VersionUnsatisfiable");
  });

  test("B18: a Job that ended and is gone is not run again, whatever was released while it lived", () => {
    const id = "Job.batch/shop/migrate";
    const job = manifest(id, { spec: "{tag: '1', note: a}" });
    const manager = { kind: "exact", text: "tool" } as const;
    const tooled = { ignore: [{ ...IGNORE, path: "/spec/note", manager }] };
    const done = { status: { conditions: [{ type: "Complete", status: "True" }] } };
    const noted = editObject(appliedAt(job, NEW), "tool", yaml("spec: {note: b}"));
    const first = decide(lookOf({ git: [job], live: [{ ...noted, ...done }], rules: tooled }));
    const memory = learnOutcomes(first.plan, new Map(), first.look);
    const gone = lookOf({ git: [job], absent: [id], rules: tooled, memory });
    expect(decide(gone).lines).toEqual([`keep ${id} [Done]`]);
  });
});
