import { expect, test } from "vitest";
import { type JsonObject, textAt, valueAt } from "../../src/core/object/json.ts";
import type { DriftStatus } from "../../src/core/report/status-document.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { deployment, idIn, manifestFiles, service, targetIn } from "../support/kube-manifests.ts";
import { comparableText, entriesOf, entryOf, ownersOf } from "../support/managed-fields.ts";
import { person } from "../support/person.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack, type TestStackOptions } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const WEB = deployment("web", { metadata: { labels: { team: "blue" } } });
const LOGIN = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "login" },
  data: { user: "YWRh" },
};
const MOUNTED = "/spec/template/spec/containers/[name=web]/volumeMounts/[mountPath=~1scratch]";
const VOLUME = "/spec/template/spec/volumes/[name=scratch]";

/** A stack in sync that has applied these manifests. */
async function openSynced(
  manifests: readonly JsonObject[],
  options: TestStackOptions = {},
): Promise<TestStack> {
  const stack = await openTestStack(options);
  await stack.commit(manifestFiles(...manifests));
  expect((await stack.sync()).inSync).toBe(true);
  return stack;
}

/** A volume with its mount by `kubectl patch`, a label by server-side apply, an annotation by `kubectl edit`. */
async function addThreeThings({ namespace, name }: Target): Promise<void> {
  const where = [`--namespace=${namespace}`];
  const pod = {
    containers: [{ name: "web", volumeMounts: [{ name: "scratch", mountPath: "/scratch" }] }],
    volumes: [{ name: "scratch", emptyDir: {} }],
  };
  const patch = JSON.stringify({ spec: { template: { spec: pod } } });
  await person(["patch", "deployment", name, ...where, `--patch=${patch}`]);
  const labelled = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels: { costs: "4711" } },
  };
  const apply = ["apply", "--server-side", "--field-manager=costs", "--filename=-"];
  await person([...apply, ...where], { input: JSON.stringify(labelled) });
  const editor = "sed -i 's/^  annotations:$/  annotations:\\n    note: by-hand/'";
  await person(["edit", "deployment", name, ...where], { editor });
}

function onSecret({ namespace, name }: Target): readonly string[] {
  return ["patch", "secret", name, `--namespace=${namespace}`];
}

function briefDrift({ class: kind, path, live, manager, operation, action }: DriftStatus): string {
  return `${kind} ${path} = ${JSON.stringify(live)} by ${manager} ${operation}: ${action}`;
}

describeReal("Foreign field managers", () => {
  test("F1: a volume with its mount, a label, an annotation and a Secret's key are reported with path, manager, operation and time", async () => {
    const synced = await openSynced([WEB, LOGIN]);
    const web = targetIn(synced.namespace, WEB);
    const login = targetIn(synced.namespace, LOGIN);
    await addThreeThings(web);
    const secret = JSON.stringify({ stringData: { token: "hunter2hunter2" } });
    await person([...onSecret(login), `--patch=${secret}`]);
    const stack = await openTestStack({ like: synced, config: ["mode: observe"] });
    const mark = await auditMark();

    const { drift } = await stack.pass();

    expect(drift.map(briefDrift)).toEqual([
      'added /metadata/annotations/note = "by-hand" by kubectl-edit Update: observed',
      'added /metadata/labels/costs = "4711" by costs Apply: observed',
      `added ${MOUNTED} = {"mountPath":"/scratch","name":"scratch"} by kubectl-patch Update: observed`,
      `added ${VOLUME} = {"emptyDir":{},"name":"scratch"} by kubectl-patch Update: observed`,
      'added /data/token = "(secret)" by kubectl-patch Update: observed',
    ]);
    const [liveWeb, liveLogin] = [await admin().get(web), await admin().get(login)];
    const times = drift.map(({ id, manager, operation }) =>
      textAt(
        entryOf(id.startsWith("Secret") ? liveLogin : liveWeb, `${manager} ${operation}`),
        "time",
      ),
    );
    expect(drift.map(({ at }) => at)).toEqual(times);
    expect(drift.map(({ id }) => id)).toEqual([
      ...Array<string>(4).fill(idIn(stack.namespace, WEB)),
      idIn(stack.namespace, LOGIN),
    ]);
    expect(await writesSince(stack, mark)).toEqual([]);
    const told = JSON.stringify([stack.stack.status, stack.logged]);
    expect(told).not.toContain("hunter2");
    expect(told).not.toContain(Buffer.from("hunter2hunter2").toString("base64"));
  });

  test("F2: additions of three managers are gone after one sync, and nothing else of the object has changed", async () => {
    const stack = await openSynced([WEB], {
      config: ["ownership: { allow: [{ manager: tuner }, { manager: tuner-update }] }"],
    });
    const web = targetIn(stack.namespace, WEB);
    const tuned = { metadata: { annotations: { tuned: "yes" } } };
    await admin().patch(web, { merge: tuned }, { as: "tuner-update" });
    const { apiVersion, kind, ...metadata } = web;
    await admin().apply(
      { apiVersion, kind, metadata: { ...metadata, labels: { tuned: "yes" } } },
      { as: "tuner" },
    );
    const before = await admin().get(web);
    await addThreeThings(web);
    expect(comparableText(await admin().get(web))).not.toBe(comparableText(before));
    await untilSeen(stack, web);

    const status = await stack.sync();

    const after = await admin().get(web);
    expect(comparableText(after)).toBe(comparableText(before));
    expect(valueAt(entryOf(after, "lockstep Apply"), "fieldsV1")).toEqual(
      valueAt(entryOf(before, "lockstep Apply"), "fieldsV1"),
    );
    for (const name of ["tuner Apply", "tuner-update Update"]) {
      expect(entryOf(after, name)).toEqual(entryOf(before, name));
    }
    expect(entriesOf(after).toSorted()).toEqual(entriesOf(before).toSorted());
    expect(status.drift.map(briefDrift)).toEqual([
      'added /metadata/annotations/note = "by-hand" by kubectl-edit Update: reverted',
      'added /metadata/labels/costs = "4711" by costs Apply: reverted',
      `added ${MOUNTED} = {"mountPath":"/scratch","name":"scratch"} by kubectl-patch Update: reverted`,
      `added ${VOLUME} = {"emptyDir":{},"name":"scratch"} by kubectl-patch Update: reverted`,
    ]);
    await untilSeen(stack, web);
    const mark = await auditMark();
    await passes(stack, 3);
    expect(await writesSince(stack, mark)).toEqual([]);
  });

  test.each([
    {
      how: "an update",
      manager: "kubectl-set Update",
      change: async ({ namespace }: Target) =>
        person(["set", "image", "deployment/web", "web=web:6.6.6", `--namespace=${namespace}`]),
    },
    {
      how: "a forced apply",
      manager: "pusher Apply",
      change: async ({ namespace }: Target) =>
        person(
          [
            "apply",
            "--server-side",
            "--force-conflicts",
            "--field-manager=pusher",
            "--filename=-",
            `--namespace=${namespace}`,
          ],
          {
            input: JSON.stringify(
              deployment("web", { pod: { containers: [{ name: "web", image: "web:6.6.6" }] } }),
            ),
          },
        ),
    },
  ])(
    "F3: a value of Git that is changed by $how goes back, and the other manager owns it no more",
    async ({ manager, change }) => {
      const stack = await openSynced([WEB]);
      const web = targetIn(stack.namespace, WEB);
      const image = 'spec.template.spec.containers[{"name":"web"}].image';
      const before = await admin().get(web);
      await change(web);
      expect(ownersOf(await admin().get(web), image)).toEqual([manager]);
      await untilSeen(stack, web);

      const status = await stack.sync();

      const after = await admin().get(web);
      expect(comparableText(after)).toBe(comparableText(before));
      expect(ownersOf(after, image)).toEqual(["lockstep Apply"]);
      expect(status.drift.filter((each) => each.class === "changed").map(briefDrift)).toEqual([
        `changed /spec/template/spec/containers/[name=web]/image = "web:6.6.6" by ${manager}: reverted`,
      ]);
    },
  );

  test("F1: defaults that came with a person's own create are no drift when the object is taken over; what the person added is", async () => {
    const stack = await openTestStack();
    const web = service("web");
    const target = targetIn(stack.namespace, web);
    const byHand = service("web", { sessionAffinity: "ClientIP" }, { labels: { made: "by-hand" } });
    const where = `--namespace=${stack.namespace}`;
    await person(["create", "--filename=-", where], { input: JSON.stringify(byHand) });
    await stack.commit(manifestFiles(web));

    const status = await stack.sync();

    expect(status.drift.filter((each) => each.class === "added").map(briefDrift)).toEqual([
      'added /metadata/labels/made = "by-hand" by kubectl-create Update: reverted',
      'added /spec/sessionAffinity = "ClientIP" by kubectl-create Update: reverted',
      'added /spec/sessionAffinityConfig = {"clientIP":{"timeoutSeconds":10800}} by kubectl-create Update: reverted',
    ]);
    expect((await admin().get(target))["spec"]).toMatchObject({ sessionAffinity: "None" });
    expect(status.inSync).toBe(true);
  });
});
