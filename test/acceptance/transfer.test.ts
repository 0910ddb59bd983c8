import { expect, test } from "vitest";
import { type JsonObject, objectAt, textAt, valueAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import type { Target } from "../support/kube-client.ts";
import {
  deployment,
  manifestFiles,
  marked,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { entriesOf, entryOf, ownersOf } from "../support/managed-fields.ts";
import { person } from "../support/person.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const PAUSED = { paused: true };
const WEB = deployment("web", { spec: PAUSED });
async function updateAs(as: string, target: Target, merge: JsonObject): Promise<void> {
  await admin().patch(target, { merge }, { as });
}

async function applyAs(as: string, { namespace = "", name }: Target, data: JsonObject) {
  await admin().apply(settings(name, data, { namespace }), { as, force: true });
}

describeReal("Starting states of ownership", () => {
  test("A5: what an earlier name of ours applied is taken over by one guarded patch, and then goes when Git drops it", async () => {
    const stack = await openTestStack();
    const target = targetIn(stack.namespace, settings("a", {}));
    await stack.commit(manifestFiles(settings("a", { one: "1", two: "2", three: "3" })));
    await stack.sync();
    const live = await admin().get(target);
    const entries = [{ ...entryOf(live, "lockstep Apply"), manager: "oldstep" }];
    const resourceVersion = textAt(live, "metadata", "resourceVersion") ?? "";
    await updateAs("somebody", target, { metadata: { managedFields: entries, resourceVersion } });
    await applyAs("peer", target, { two: "2" });
    await stack.commit(manifestFiles(settings("a", { one: "1", three: "3" })));
    const renamed = await openTestStack({ like: stack, renamedFrom: ["oldstep"] });
    const mark = await auditMark();

    expect((await renamed.sync()).inSync).toBe(true);

    const sent = await auditSince(mark, {
      user: renamed.user.name,
      namespace: renamed.namespace,
      isWrite: true,
    });
    expect(sent.filter(({ resource }) => resource === "configmaps").map(briefEntry)).toEqual([
      "patch configmaps/a 200",
      "patch configmaps/a 200",
    ]);
    const after = await admin().get(target);
    expect([after["data"], entriesOf(after)]).toEqual([
      { one: "1", three: "3" },
      ["lockstep Apply"],
    ]);
    await renamed.commit(manifestFiles(settings("a", { one: "1" })));
    await renamed.sync();
    expect((await admin().get(target))["data"]).toEqual({ one: "1" });
  });

  test("A2: what people's kubectl commands own as well goes when Git drops it", async () => {
    const stack = await openTestStack();
    const target = targetIn(stack.namespace, WEB);
    await stack.commit(manifestFiles(WEB));
    await stack.pass();
    const where = `--namespace=${stack.namespace}`;
    const on = ["deployment/web", where];
    await person(["label", ...on, "by-label=1"]);
    await person(["annotate", ...on, "by-annotate=1"]);
    await person(["set", "env", ...on, "BY_SET=1"]);
    await person(["patch", ...on, "--patch", '{"spec":{"minReadySeconds":7}}']);
    await person(["scale", ...on, "--replicas=3"]);
    await person(["edit", ...on], {
      editor: "sed -i 's/revisionHistoryLimit: 10/revisionHistoryLimit: 4/'",
    });
    const full = marked(
      deployment("web", {
        spec: { ...PAUSED, minReadySeconds: 7, replicas: 3, revisionHistoryLimit: 4 },
        pod: {
          containers: [{ name: "web", image: "web:1.0.0", env: [{ name: "BY_SET", value: "1" }] }],
        },
      }),
      { labels: { "by-label": "1" }, annotations: { "by-annotate": "1" } },
    );
    await stack.commit(manifestFiles(full));
    await untilSeen(stack, target);
    await stack.pass();
    const shared = await admin().get(target);
    expect(ownersOf(shared, "spec.replicas")).toEqual(["lockstep Apply", "kubectl Update scale"]);

    await stack.commit(manifestFiles(WEB));
    await untilSeen(stack, target);
    await stack.pass();

    const after = await admin().get(target);
    expect(after["spec"]).toMatchObject({ replicas: 1, revisionHistoryLimit: 10 });
    expect(JSON.stringify([after["spec"], valueAt(after, "metadata", "labels")])).not.toMatch(
      /BY_SET|by-label|minReadySeconds/,
    );
    expect(valueAt(after, "metadata", "annotations", "by-annotate")).toBeUndefined();
  });

  test("F10: what the server merged of the oldest of twelve managers is told as unknown, and goes only by a path rule", async () => {
    const config = ["ownership: { allow: [{ manager: many-1 }], revert: [/data/m2] }"];
    const stack = await openTestStack({ config });
    const a = settings("a", { keep: "1" });
    const target = targetIn(stack.namespace, a);
    await stack.commit(manifestFiles(a));
    await stack.sync();
    for (let index = 0; index < 12; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the server keeps them apart by time
      await updateAs(`many-${index}`, target, { data: { [`m${index}`]: "1" } });
    }
    const merged = await admin().get(target);
    const inBucket = ["m0", "m1", "m2", "m10", "m11"].filter((key) =>
      ownersOf(merged, `data.${key}`).includes("ancient-changes Update"),
    );
    await untilSeen(stack, target);

    const status = await stack.sync();

    const after = await admin().get(target);
    expect(inBucket.length).toBeGreaterThan(1);
    const staying = inBucket.filter((key) => key !== "m2");
    expect(Object.keys(objectAt(after, "data") ?? {}).toSorted()).toEqual(
      ["keep", ...new Set([...staying, ...(inBucket.includes("m1") ? [] : ["m1"])])].toSorted(),
    );
    const told = status.drift.filter(({ manager }) => manager === "ancient-changes");
    expect(told.map((each) => `${each.path} ${each.attribution} ${each.action}`)).toEqual(
      inBucket
        .map((key) => `/data/${key} unknown ${key === "m2" ? "reverted" : "observed"}`)
        .toSorted(),
    );
  });

  test("F12: a peer that applied the whole object is told as a co-owner, and keeps nothing that Git drops", async () => {
    const stack = await openTestStack();
    const a = settings("a", { one: "1", two: "2" });
    const target = targetIn(stack.namespace, a);
    await stack.commit(manifestFiles(a));
    await stack.sync();
    await applyAs("peer", target, { one: "1", two: "2" });
    await untilSeen(stack, target);

    const { drift } = await stack.pass();

    expect(drift.map((each) => `${each.class} ${each.path} by ${each.manager}`)).toEqual([
      "coowned /data by peer",
    ]);
    expect(entriesOf(await admin().get(target))).toContain("peer Apply");
    await stack.commit(manifestFiles(settings("a", { one: "1" })));
    await stack.sync();
    expect((await admin().get(target))["data"]).toEqual({ one: "1" });
  });

  test("F16: a forged name is believed no further than the rule of that name goes; our own name, by update, is foreign", async () => {
    const stack = await openTestStack({
      config: ["ownership: { allow: [{ manager: tuner, paths: [/metadata/annotations] }] }"],
    });
    const a = settings("a", { one: "1" });
    const target = targetIn(stack.namespace, a);
    await stack.commit(manifestFiles(a));
    await stack.sync();
    await updateAs("lockstep", target, { data: { ours: "?" } });
    await updateAs("tuner", target, {
      data: { tuned: "?" },
      metadata: { annotations: { t: "1" } },
    });
    await untilSeen(stack, target);

    const { drift } = await stack.sync();

    const after = await admin().get(target);
    expect([after["data"], valueAt(after, "metadata", "annotations", "t")]).toEqual([
      { one: "1" },
      "1",
    ]);
    expect(drift.map((each) => `${each.path} by ${each.manager} ${each.attribution}`)).toEqual([
      "/data/ours by lockstep recorded",
      "/data/tuned by tuner recorded",
    ]);
  });
});
