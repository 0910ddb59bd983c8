import { afterEach, beforeEach, expect, test } from "vitest";
import { stringify } from "yaml";
import { type JsonObject, listAt, objectAt, textAt } from "../../src/core/object/json.ts";
import { uidOf } from "../../src/core/object/live-object.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { checkSchema } from "../support/check-schema.ts";
import { eventually } from "../support/eventually.ts";
import type { Files } from "../support/git-repository.ts";
import type { Target } from "../support/kube-client.ts";
import {
  deployment,
  idIn,
  manifestFiles,
  marked,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { kubectl } from "../support/kubectl.ts";
import { entriesOf, entryOf } from "../support/managed-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { type LockstepResult, lockstep, startLockstep } from "../support/run-lockstep.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const WEB = deployment("web", { metadata: { annotations: { team: "red" } } });
const SKY = settings("sky", { colour: "blue", only: "here" });

/** The manifest as a file, left alone by the agent. Without the quotes it would mean "no". */
function offFile(manifest: JsonObject): Files {
  const off = marked(manifest, { annotations: { "lockstep.dev/mode": "off" } });
  const [path = ""] = Object.keys(manifestFiles(off));
  return { [path]: stringify(off, { version: "1.1" }) };
}

describeReal("lockstep release", () => {
  let place: Workplace;
  beforeEach(async () => {
    place = await openWorkplace();
  });
  afterEach(async () => place.close());

  async function run(...typed: readonly string[]): Promise<LockstepResult> {
    return lockstep(typed, { folder: place.folder });
  }

  async function live(manifest: JsonObject): Promise<JsonObject> {
    return admin().get(targetIn(place.namespace, manifest));
  }

  /** The uids of the pods and ReplicaSets. */
  async function running(): Promise<readonly string[]> {
    const { namespace } = place;
    const pods = await admin().list({ apiVersion: "v1", kind: "Pod", namespace });
    const sets = await admin().list({ apiVersion: "apps/v1", kind: "ReplicaSet", namespace });
    return [...pods, ...sets].map(uidOf).toSorted();
  }

  async function writesOf(mark: number): Promise<readonly string[]> {
    const entries = await auditSince(mark, { user: place.user.name, isWrite: true });
    return entries
      .filter(({ resource, namespace }) => resource !== "leases" && namespace === place.namespace)
      .map(briefEntry)
      .filter((each) => !each.includes("events"));
  }

  test("F15: our entry and marks leave the object, its values, pods and everybody else's entries stay; Git may drop it, or have it again", async () => {
    await place.commit(manifestFiles(WEB, SKY));
    expect((await run("sync")).code).toBe(0);
    await kubectl(["-n", place.namespace, "set", "env", "deployment/web", "A=1"]);
    expect((await run("sync")).code).toBe(0);
    await place.commit({ ...offFile(WEB), ...manifestFiles(SKY) });
    expect((await run("sync")).code).toBe(0);
    await kubectl(["-n", place.namespace, "annotate", "deployment/web", "seen=here"]);
    const before = await live(WEB);
    const pods = await running();
    const mark = await auditMark();

    const released = await run("release", idIn(place.namespace, WEB));

    expect([released.code, released.stdout.includes("let go Deployment.apps")]).toEqual([0, true]);
    expect(await writesOf(mark)).toEqual(["patch deployments/web 200"]);
    const after = await live(WEB);
    expect(after["spec"]).toEqual(before["spec"]);
    expect(marksOf(after)).toEqual([]);
    expect(entriesOf(after)).not.toContain("lockstep Apply");
    const manager = "kubectl-annotate Update";
    expect(entryOf(before, manager)).toBeDefined();
    expect(entryOf(after, manager)).toEqual(entryOf(before, manager));

    expect((await run("sync")).code).toBe(0);
    await kubectl(["-n", place.namespace, "label", "deployment/web", "by=hand"]);
    await place.commit({ "deployment-web.yaml": null });
    expect((await run("sync")).code).toBe(0);
    expect(marksOf(await live(WEB))).toEqual([]);
    expect(await running()).toEqual(pods);

    await place.commit(manifestFiles(deployment("web")));
    const again = await run("sync");
    expect(again.code).toBe(0);
    const back = await live(WEB);
    expect(textAt(back, "metadata", "labels", "by")).toBeUndefined();
    expect(textAt(back, "metadata", "annotations", "seen")).toBeUndefined();
    expect(textAt(back, "metadata", "annotations", "team")).toBeUndefined();
    expect(entriesOf(back)).toContain("lockstep Apply");
    expect(entriesOf(back).filter((each) => each.includes("released"))).toEqual([]);
    expect(await running()).toEqual(pods);
  });

  test("F15: what only Lockstep owned is no reset: later changes of others are recorded, and nobody is refused", async () => {
    await place.commit(manifestFiles(SKY));
    await run("sync");
    await place.commit(offFile(SKY));
    expect(await run("release", idIn(place.namespace, SKY))).toMatchObject({ code: 0 });
    const target = targetIn(place.namespace, SKY);
    await admin().patch(target, { merge: { data: { cloud: "white" } } }, { as: "person" });
    expect(entriesOf(await live(SKY))).toContain("person Update");
    const other = {
      ...SKY,
      metadata: { name: "sky", namespace: place.namespace },
      data: { colour: "grey" },
    };
    const applied = await admin().apply(other, { as: "other-tool" });
    expect(applied["data"]).toEqual({ colour: "grey", only: "here", cloud: "white" });

    await place.commit(manifestFiles(settings("sky", { colour: "blue" })));
    expect((await run("sync")).code).toBe(0);
    expect((await live(SKY))["data"]).toEqual({ colour: "blue" });
  });

  test("F15: what Git would have the agent take again is not let go, and it says what to do", async () => {
    await place.commit(manifestFiles(SKY));
    await run("sync");
    const mark = await auditMark();
    const object = await run("release", idIn(place.namespace, SKY));
    expect(object).toMatchObject({ code: 2, stdout: "" });
    expect(object.stderr).toContain("configmap-sky.yaml:1:1");
    expect(object.stderr).toContain('lockstep.dev/mode: "off"');
    const stack = await run("release", "shop");
    expect(stack).toMatchObject({ code: 2, stdout: "" });
    expect(stack.stderr).toContain("mode: off for it, or its removal from the configuration");
    expect(await writesOf(mark)).toEqual([]);
  });

  test("F15: one that is gone is a success, as is one of nobody; a wrong id is a problem", async () => {
    await place.commit(manifestFiles(SKY));
    await run("sync");
    await place.commit(offFile(SKY));
    await run("sync");
    await admin().delete(targetIn(place.namespace, SKY));
    const gone = await run("release", idIn(place.namespace, SKY), "--output", "json");
    expect(gone.code).toBe(0);
    const document = checkSchema("release-document", gone.stdout);
    expect(listAt(document, "objects").map((each) => textAt(each, "outcome"))).toEqual(["gone"]);
    const nobody = await run("release", `ServiceAccount/${place.namespace}/default`);
    expect([nobody.code, nobody.stdout.includes("nothing of it")]).toEqual([0, true]);
    const problems = await Promise.all(
      ["Nothing/x/y", "ConfigMap/sky", "configmap/x/sky", ""].map(async (id) => run("release", id)),
    );
    expect(problems.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    expect(await run("release")).toMatchObject({ code: 2, stdout: "" });
  });

  test("F15: what is written wrongly is named, and nothing is written", async () => {
    await place.commit(manifestFiles(SKY));
    await run("sync");
    const { namespace } = place;
    const mark = await auditMark();
    const [object, stack, strange, wanted] = [
      await run("release", `ConfigMap/${namespace}/skyy`),
      await run("release", "shpo"),
      await run("release", `ConfigMap/${namespace}/quite-another`, "--output", "json"),
      await run("release", "shop-of-nobody", "--dry-run"),
    ];
    expect([object, stack, strange, wanted].map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    expect(object.stderr).toContain(`did you mean ConfigMap/${namespace}/sky?`);
    expect(stack.stderr).toContain("there is no stack shpo; did you mean shop?");
    expect(strange.stdout).toContain("neither in the cluster nor in Git");
    const entries = await auditSince(mark, { user: place.user.name, isWrite: true });
    expect(entries.map(briefEntry)).toEqual([]);
    await admin().delete(targetIn(namespace, SKY));
    const missing = await run("release", idIn(namespace, SKY));
    expect([missing.code, missing.stderr.includes("is in Git")]).toEqual([2, true]);
  });

  test("F15: a dry run says what would be let go, and writes nothing", async () => {
    await place.commit(manifestFiles(SKY, WEB));
    await run("sync");
    await place.configure({ stack: { mode: "off" } });
    const mark = await auditMark();
    const { code, stdout } = await run("release", "shop", "--dry-run", "--output", "json");
    expect(code).toBe(0);
    expect(checkSchema("release-document", stdout)).toEqual({
      stack: "shop",
      dryRun: true,
      objects: [SKY, WEB].map((each) => ({
        id: idIn(place.namespace, each),
        outcome: "released",
        message: "",
      })),
    });
    const entries = await auditSince(mark, { user: place.user.name, isWrite: true });
    expect(entries.map(briefEntry)).toEqual([]);
  });

  test("F15: a stack that is not in the configuration is let go whole, then its parent; with it again nothing restarts", async () => {
    await place.commit(manifestFiles(SKY, WEB));
    await run("sync");
    const pods = await eventually("it runs", async () => {
      const found = await running();
      return found.length === 2 ? found : undefined;
    });
    const other = { name: "other", source: { url: "repository.git", path: "none" } };
    await place.configure({ stack: other });
    const released = await run("release", "shop");
    expect([released.code, released.stdout.includes("2 objects let go")]).toEqual([0, true]);
    expect([marksOf(await live(SKY)), marksOf(await live(WEB))]).toEqual([[], []]);
    await eventually("its parent is gone", async () =>
      (await admin().find(parentIn(place))) === undefined ? true : undefined,
    );
    const again = await run("release", "shop");
    expect([again.code, again.stderr.includes("there is no stack shop")]).toEqual([2, true]);

    await place.configure();
    expect((await run("sync")).code).toBe(0);
    expect(marksOf(await live(WEB))).toHaveLength(3);
    expect(await running()).toEqual(pods);
  });

  test("F15: beside a running agent it waits until that one leaves the object alone, and it is not taken again", async () => {
    await place.commit(manifestFiles(SKY, WEB));
    const agent = startLockstep(["run"], { folder: place.folder });
    await eventually("the agent is in sync", async () => (await run("status")).code === 0);
    const commit = await place.commit({ ...offFile(SKY), ...manifestFiles(WEB) });
    const released = await run("release", idIn(place.namespace, SKY));
    expect(released).toMatchObject({ code: 0 });
    await place.commit({ ...manifestFiles(WEB), "configmap-sky.yaml": null });
    await eventually("the agent has the next commit", async () => {
      const { stdout } = await run("status", "--output", "json");
      const [stack] = listAt(checkSchema("status-document", stdout), "stacks");
      return (
        textAt(stack, "revision") !== commit && textAt(stack, "tip") === textAt(stack, "revision")
      );
    });
    expect(marksOf(await live(SKY))).toEqual([]);
    agent.signal("SIGTERM");
    await agent.ended;
  });
});

/** What Lockstep writes on an object. */
function marksOf(object: JsonObject): readonly string[] {
  const keys = ["labels", "annotations"].flatMap((field) =>
    Object.keys(objectAt(object, "metadata", field) ?? {}),
  );
  return keys.filter((key) => key.includes("lockstep.dev") || key.includes("applyset"));
}

function parentIn({ agentNamespace: namespace }: Workplace): Target {
  return { apiVersion: "v1", kind: "ConfigMap", namespace, name: "lockstep-shop" };
}
