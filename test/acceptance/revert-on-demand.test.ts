import { expect, test } from "vitest";
import { type JsonObject, textAt, valueAt } from "../../src/core/object/json.ts";
import { annotationOf } from "../../src/core/object/live-object.ts";
import type { ClusterPort } from "../../src/ports/cluster-port.ts";
import { auditMark, briefEntry } from "../support/audit-log.ts";
import { passes, passUntil, writesSince } from "../support/follow-stack.ts";
import { interpose } from "../support/interpose.ts";
import {
  deployment,
  idIn,
  manifestFiles,
  marked,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { entriesOf, ownersOf } from "../support/managed-fields.ts";
import { annotate } from "../support/person-words.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack, type TestStackOptions } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const SKY = settings("sky", { day: "blue", night: "black" });
const REVERT = "lockstep.dev/revert";

/** A stack that is only observed, with one ConfigMap that an enforcing agent made before. */
async function openObserved(options: TestStackOptions = {}): Promise<TestStack> {
  const stack = await openTestStack();
  await stack.commit(manifestFiles(SKY));
  await stack.sync();
  return openTestStack({ like: stack, config: ["mode: observe"], ...options });
}

async function skyOf({ namespace }: TestStack): Promise<JsonObject> {
  return admin().get(targetIn(namespace, SKY));
}

async function paint(stack: TestStack, as: string, data: JsonObject): Promise<void> {
  await admin().patch(targetIn(stack.namespace, SKY), { merge: { data } }, { as });
}

/** A person asks, and the agent's watch has seen it. */
async function ask(stack: TestStack, what: string): Promise<void> {
  const target = targetIn(stack.namespace, SKY);
  await annotate(target, `${REVERT}=${what}`);
  await untilSeen(stack, target);
}

/** Passes until the annotation is gone from the server. */
async function untilAnswered(stack: TestStack): Promise<JsonObject> {
  await passUntil(stack, "the request is answered", ({ objects }) =>
    objects.every(({ conditions }) => conditions.every(({ type }) => type !== "RevertRequested")),
  );
  const live = await skyOf(stack);
  expect(annotationOf(live, REVERT)).toBeUndefined();
  return live;
}

describeReal("A revert on demand", () => {
  test("F13: under observe it takes everything back once, touches nothing else, and then only looks on", async () => {
    const stack = await openObserved();
    await stack.pass();
    await paint(stack, "anna", { day: "red", cloud: "white" });
    const mark = await auditMark();
    await ask(stack, "all");
    const live = await untilAnswered(stack);

    expect(live["data"]).toEqual({ day: "blue", night: "black" });
    expect(entriesOf(live)).toEqual(["lockstep Apply"]);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([
      "patch configmaps/sky 200",
      "patch configmaps/sky 200",
      "patch configmaps/sky 200",
    ]);
    const told = stack.stack.status.drift.filter(({ action }) => action === "reverted");
    expect(told.map(({ path, manager }) => `${path} ${manager}`).toSorted()).toEqual([
      "/data/cloud anna",
      "/data/day anna",
    ]);

    const later = await auditMark();
    await paint(stack, "anna", { day: "red" });
    await untilSeen(stack, targetIn(stack.namespace, SKY));
    await passes(stack, 3);
    expect((await writesSince(stack, later)).map(briefEntry)).toEqual([]);
    expect(textAt(await skyOf(stack), "data", "day")).toBe("red");
  });

  test("F13: one manager's changes go back, what others changed or added stays theirs", async () => {
    const stack = await openTestStack();
    const web = deployment("web", { spec: { replicas: 1, minReadySeconds: 1 } });
    await stack.commit(manifestFiles(web));
    await stack.sync();
    const target = targetIn(stack.namespace, web);
    await admin().patch(
      target,
      { merge: { spec: { minReadySeconds: 9 }, metadata: { labels: { by: "anna" } } } },
      { as: "anna" },
    );
    const container = { name: "web", image: "web:1.0.1", env: [{ name: "B", value: "ben" }] };
    await admin().patch(
      target,
      { strategic: { spec: { template: { spec: { containers: [container] } } } } },
      { as: "ben" },
    );
    await annotate(target, `${REVERT}=anna`);
    const observer = await openTestStack({ like: stack, config: ["mode: observe"] });
    await passUntil(observer, "the request is answered", ({ writes }) => writes === 3);

    const live = await admin().get(target);
    expect(annotationOf(live, REVERT)).toBeUndefined();
    expect(valueAt(live, "spec", "minReadySeconds")).toBe(1);
    expect(valueAt(live, "metadata", "labels", "by")).toBeUndefined();
    expect(valueAt(live, "spec", "template", "spec", "containers", 0)).toMatchObject(container);
    const place = 'spec.template.spec.containers[{"name":"web"}].image';
    expect(ownersOf(live, place)).toEqual(["ben Update"]);
    expect(entriesOf(live).filter((each) => each.startsWith("anna"))).toEqual([]);
    await passes(observer, 2);
    const id = idIn(stack.namespace, web);
    const open = observer.stack.status.drift.filter((each) => each.id === id);
    expect(
      open.filter(({ action }) => action === "observed").map(({ manager }) => manager),
    ).toEqual(["ben", "ben"]);
  });

  test("F13: somebody who changed nothing of what Git has: only the request goes", async () => {
    const stack = await openObserved();
    await stack.pass();
    await paint(stack, "anna", { day: "red" });
    const mark = await auditMark();
    await ask(stack, "kubectl-annotate");
    const live = await untilAnswered(stack);
    expect(textAt(live, "data", "day")).toBe("red");
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual(["patch configmaps/sky 200"]);
  });

  test("F13: a name that owns nothing of it is no request: it stays, and says whom it may name; so does each word of ours that is not understood", async () => {
    const stack = await openObserved();
    await stack.pass();
    await paint(stack, "anna", { day: "red" });
    const mark = await auditMark();
    const target = targetIn(stack.namespace, SKY);
    await annotate(target, "lockstep.dev/mode=off");
    await ask(stack, "ana");
    const status = await passUntil(stack, "it is named", ({ objects }) =>
      objects.some(({ conditions }) => conditions.some(({ type }) => type === "NotUnderstood")),
    );
    await passes(stack, 3);
    const words = status.objects.flatMap(({ conditions }) =>
      conditions.filter(({ type }) => type === "NotUnderstood").map(({ message }) => message),
    );
    expect(words).toEqual([
      [
        'annotation lockstep.dev/revert is "ana", which owns nothing of it; expected "all" or who owns something of the object: anna, kubectl-annotate',
        'annotation lockstep.dev/mode is "off" on the live object; it counts in Git only',
      ].join("; "),
    ]);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([]);
    expect(annotationOf(await skyOf(stack), REVERT)).toBe("ana");

    await annotate(target, `${REVERT}=anna`);
    const live = await untilAnswered(stack);
    expect(live["data"]).toEqual({ day: "blue", night: "black" });
  });

  test("F13: create-only goes back to how it was made, and stays so", async () => {
    const stack = await openTestStack();
    const made = marked(SKY, { annotations: { "lockstep.dev/mode": "create-only" } });
    await stack.commit(manifestFiles(made));
    await stack.sync();
    await paint(stack, "anna", { day: "red" });
    await ask(stack, "all");
    const live = await untilAnswered(stack);
    expect(live["data"]).toEqual({ day: "blue", night: "black" });
  });

  test("F13: who dies between the revert and the answer reverts once more, and loses nothing", async () => {
    let patches = 0;
    function dieAtAnswer(cluster: ClusterPort): ClusterPort {
      return interpose(cluster, {
        beforePatch: async () => {
          patches += 1;
          // The first is the transfer of ownership, the second the answer.
          if (patches === 2) throw new Error("killed");
          return Promise.resolve();
        },
      });
    }
    const stack = await openObserved({ wrapCluster: dieAtAnswer });
    await stack.pass();
    await paint(stack, "anna", { cloud: "white" });
    await ask(stack, "all");
    await expect(stack.pass()).rejects.toThrow("killed");
    expect((await skyOf(stack))["data"]).toEqual({ day: "blue", night: "black" });
    expect(annotationOf(await skyOf(stack), REVERT)).toBe("all");

    await paint(stack, "anna", { cloud: "grey" });
    const restarted = await openTestStack({ like: stack, config: ["mode: observe"] });
    const live = await untilAnswered(restarted);
    expect(live["data"]).toEqual({ day: "blue", night: "black" });
  });

  test("F13: a write between the revert and the answer is no part of what was answered", async () => {
    let isDone = false;
    const writers: (() => Promise<void>)[] = [];
    const stack = await openObserved({
      wrapCluster: (cluster) =>
        interpose(cluster, {
          beforePatch: async () => {
            if (isDone) return;
            isDone = true;
            await writers[0]?.();
          },
        }),
    });
    await stack.pass();
    // A changed value needs no transfer: the first patch is the answer.
    await paint(stack, "anna", { day: "red" });
    writers.push(async () => paint(stack, "ben", { night: "white" }));
    await ask(stack, "all");
    const live = await untilAnswered(stack);
    expect(live["data"]).toEqual({ day: "blue", night: "black" });
  });

  test("F13: under enforce the request is answered too, and off does not look", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(SKY));
    await stack.sync();
    await ask(stack, "all");
    await untilAnswered(stack);
    const off = await openTestStack({ like: stack, config: ["mode: off"] });
    await off.pass();
    await ask(off, "all");
    const mark = await auditMark();
    await passes(off, 3);
    expect((await writesSince(off, mark)).map(briefEntry)).toEqual([]);
    expect(annotationOf(await skyOf(stack), REVERT)).toBe("all");
  });
});
