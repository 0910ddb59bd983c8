import { expect, test } from "vitest";
import { type JsonObject, textAt, valueAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import { startAgent } from "../support/killable-agent.ts";
import {
  deployment,
  idIn,
  manifestFiles,
  marked,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { kubectl } from "../support/kubectl.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const SKY = settings("sky", { colour: "blue" });
const SEA = settings("sea", { colour: "green" });

function withMode(object: JsonObject, mode: string): JsonObject {
  return marked(object, { annotations: { "lockstep.dev/mode": mode } });
}

async function colourOf(stack: TestStack, object: JsonObject): Promise<string | undefined> {
  return textAt(await admin().get(targetIn(stack.namespace, object)), "data", "colour");
}

/** `kubectl edit` by a person, seen by the agent's watch. */
async function edit(stack: TestStack, object: JsonObject, change: string): Promise<void> {
  const target = targetIn(stack.namespace, object);
  const { code, stderr } = await kubectl(
    ["-n", stack.namespace, "edit", target.kind.toLowerCase(), target.name],
    { editor: `sed -i ${change}` },
  );
  expect(stderr).toBe("");
  expect(code).toBe(0);
  await untilSeen(stack, target);
}

/** The drifts of an object, one line each: `changed /data/colour by kubectl-edit: observed (observe)`. */
function driftOf(stack: TestStack, object: JsonObject): readonly string[] {
  const id = idIn(stack.namespace, object);
  return stack.stack.status.drift
    .filter((each) => each.id === id)
    .map((each) => {
      const mode = each.mode === undefined ? "" : ` (${each.mode})`;
      return `${each.class} ${each.path} by ${each.manager}: ${each.action}${mode}`;
    });
}

/** A target and its dependent on a lockstep edge, both of that version; the target in that mode. */
function pair(version: string, mode: string): Parameters<TestStack["commit"]>[0] {
  const containers = [{ name: "web", image: `web:${version}` }];
  const db = withMode(deployment("db", { pod: { containers } }), mode);
  const after = { "lockstep.dev/after": "Deployment.apps/db@lockstep" };
  const web = deployment("web", { metadata: { annotations: after }, pod: { containers } });
  return manifestFiles(db, web);
}

describeReal("Modes", () => {
  test("F13: observe writes nothing to any object of the stack, and reports all that it would do", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(SKY, SEA));
    await stack.sync();
    const grey = settings("sky", { colour: "grey" });
    await stack.commit({ ...manifestFiles(grey, deployment("web")), "configmap-sea.yaml": null });
    const observer = await openTestStack({ like: stack, config: ["mode: observe"] });
    const mark = await auditMark();

    await observer.pass();
    await edit(observer, SKY, "s/blue/red/");
    const status = await observer.sync();
    await passes(observer, 3);

    expect((await writesSince(observer, mark)).map(briefEntry)).toEqual([]);
    expect(status.inSync).toBe(false);
    expect(driftOf(observer, SKY)).toEqual([
      "changed /data/colour by kubectl-edit: observed (observe)",
    ]);
    const plan = await observer.preview();
    expect(plan.objects.map(({ action, mode }) => `${action} ${mode}`)).toEqual([
      "apply observe",
      "apply observe",
    ]);
    expect(plan.orphans.map(({ action, reason }) => `${action}: ${reason}`)).toEqual([
      "keep: the mode observe deletes nothing",
    ]);
    expect((await writesSince(observer, mark)).map(briefEntry)).toEqual([]);

    // What was there before the switch is handled at the switch.
    const enforcer = await openTestStack({ like: stack });
    expect((await enforcer.sync()).inSync).toBe(true);
    expect(await colourOf(enforcer, SKY)).toBe("grey");
    expect(await admin().find(targetIn(stack.namespace, SEA))).toBeUndefined();
  });

  test("F13: an object's annotation and its kind say the mode, the object before the kind before the stack", async () => {
    const config = ["mode: observe", "modes: [{ kind: ConfigMap, mode: enforce }]"];
    const stack = await openTestStack({ config });
    const web = deployment("web");
    const off = "{ name: sea, annotations: { lockstep.dev/mode: 'off' } }";
    const sea = `{ apiVersion: v1, kind: ConfigMap, metadata: ${off}, data: { colour: green } }`;
    await stack.commit({ ...manifestFiles(SKY, web), "sea.yaml": sea });
    const mark = await auditMark();
    const status = await stack.sync();
    const treated = status.objects.map((each) => {
      return `${each.id.split("/").at(-1)} ${each.mode} (${each.modeFrom}) ${each.phase}`;
    });
    expect(treated.toSorted()).toEqual([
      "sea off (object) Skipped",
      "sky enforce (kind) Ready",
      "web observe (stack) Pending",
    ]);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual(["patch configmaps/sky 201"]);
  });

  test("F13: a foreign change made before the annotation goes is handled when it goes", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(SKY));
    await stack.sync();
    await stack.commit(manifestFiles(withMode(SKY, "observe")));
    const mark = await auditMark();
    await stack.pass();
    await edit(stack, SKY, "s/blue/red/");
    await passes(stack, 3);
    expect(driftOf(stack, SKY)).toEqual([
      "changed /data/colour by kubectl-edit: observed (observe)",
    ]);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([]);

    await stack.commit(manifestFiles(SKY));
    expect((await stack.sync()).inSync).toBe(true);
    expect(await colourOf(stack, SKY)).toBe("blue");
  });

  test("F13: a foreign change made before a running agent gets another configuration is handled then", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(SKY));
    await stack.sync();
    const agent = await startAgent(stack, { lines: ["mode: observe"] });
    await eventually("it has looked", () => agent.said().includes("in sync"));
    const mark = await auditMark();
    await edit(stack, SKY, "s/blue/red/");
    await eventually("it has seen the edit", () => agent.said().includes("left as it is"));
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([]);
    await agent.configure(["modes: [{ kind: ConfigMap, mode: enforce }]", "mode: observe"]);
    await eventually("it is as Git says", async () => (await colourOf(stack, SKY)) === "blue");
  });

  test("F13: create-only makes what is missing; what a user edited is never written again, nor deleted", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(withMode(SKY, "create-only"), SEA));
    expect((await stack.sync()).inSync).toBe(true);
    const mark = await auditMark();
    await edit(stack, SKY, "s/blue/red/");
    await passes(stack, 2);
    await stack.commit(manifestFiles(withMode(settings("sky", { colour: "grey" }), "create-only")));
    const restarted = await openTestStack({ like: stack });
    const status = await restarted.sync();
    await passes(restarted, 3);
    expect([status.inSync, await colourOf(stack, SKY)]).toEqual([true, "red"]);
    expect(driftOf(restarted, SKY)).toEqual([
      "changed /data/colour by kubectl-edit: observed (create-only)",
    ]);
    const note = "Git wants something else; create-only leaves it as it is";
    const id = idIn(stack.namespace, SKY);
    expect(restarted.object(id)?.conditions.map(({ message }) => message)).toContain(note);

    await restarted.commit({ "configmap-sky.yaml": null });
    expect((await restarted.sync()).orphans).toMatchObject([
      { id, action: "keep", reason: "the mode create-only that Git gave it deletes nothing" },
    ]);
    // Also an agent that never saw it in Git.
    const later = await openTestStack({ like: stack });
    expect((await later.sync()).orphans).toMatchObject([{ id, action: "keep" }]);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([]);

    await admin().delete(targetIn(stack.namespace, SKY));
    await later.commit(manifestFiles(withMode(SKY, "create-only")));
    await later.sync();
    expect(await colourOf(stack, SKY)).toBe("blue");
  });

  test("F13: off is neither looked at nor written, and says so", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(SKY, SEA));
    await stack.sync();
    const config = ["modes: [{ kind: ConfigMap, mode: off }]"];
    const off = await openTestStack({ like: stack, config });
    await off.pass();
    await edit(off, SKY, "s/blue/red/");
    await admin().delete(targetIn(stack.namespace, SEA));
    await off.commit(manifestFiles(settings("sky", { colour: "grey" })));
    const mark = await auditMark();
    const status = await off.sync();
    await passes(off, 2);
    const asked = await auditSince(mark, { user: off.user.name, namespace: stack.namespace });
    expect(asked.filter(({ verb }) => !["get", "list", "watch"].includes(verb))).toEqual([]);
    expect(status.objects.map(({ phase, mode }) => `${phase} ${mode}`)).toEqual([
      "Skipped off",
      "Skipped off",
    ]);
    expect([status.drift, await colourOf(stack, SKY)]).toEqual([[], "red"]);
  });

  test("F13: an annotation that is no mode is a problem of that object alone", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(withMode(SKY, "obsrve"), SEA));
    const status = await stack.sync();
    const id = idIn(stack.namespace, SKY);
    expect(status.refusals.map((each) => `${each.id} ${each.code}`)).toEqual([
      `${id} refused-component`,
    ]);
    expect(status.refusals[0]?.message).toContain('["lockstep.dev/mode"] is "obsrve"');
    expect(await admin().find(targetIn(stack.namespace, SKY))).toBeUndefined();
    expect(await colourOf(stack, SEA)).toBe("green");
  });

  test("F13: who depends on an observed target waits for what really runs, and says so", async () => {
    const stack = await openTestStack();
    await stack.commit(pair("1.0.0", "enforce"));
    expect((await stack.sync()).inSync).toBe(true);
    await stack.commit(pair("2.0.0", "observe"));
    const mark = await auditMark();
    const status = await stack.sync();
    const web = idIn(stack.namespace, deployment("web"));
    expect(status.inSync).toBe(false);
    expect(blockersOf(stack, web)).toEqual(["Deployment/db VersionBehind wants 2.0.0 has 1.0.0"]);
    expect(stack.object(web)?.blockers[0]?.note).toBe(
      "its mode observe (by its annotation) leaves it as it is",
    );
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([]);

    // A person rolls it out: then the way is free.
    await kubectl(["-n", stack.namespace, "set", "image", "deployment/db", "web=web:2.0.0"]);
    await passUntil(stack, "web follows", () => stack.object(web)?.phase === "Ready");
    const live = await admin().get(targetIn(stack.namespace, deployment("web")));
    expect(valueAt(live, "spec", "template", "spec", "containers", 0, "image")).toBe("web:2.0.0");
  });
});
