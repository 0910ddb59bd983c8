import { expect, test } from "vitest";
import { type JsonObject, objectAt, textAt } from "../../src/core/object/json.ts";
import { uidOf } from "../../src/core/object/live-object.ts";
import type { ObjectStatus } from "../../src/core/report/status-document.ts";
import { EARLIER_TOOLS } from "../support/earlier-tools.ts";
import { eventually } from "../support/eventually.ts";
import { passUntil } from "../support/follow-stack.ts";
import {
  deployment,
  idIn,
  manifestFiles,
  service,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { admin, describeReal, freshNamespace } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";

const TEAM = { annotations: { team: "red" }, labels: { zone: "a" } };
const DB = {
  ...deployment("db"),
  kind: "StatefulSet",
  spec: { ...objectAt(deployment("db"), "spec"), serviceName: "db" },
};
const WEB = deployment("web", { metadata: TEAM });
const SERVICE = service("web");
const SKY = settings("sky", { colour: "blue", cloud: "white" });
/** In the order of the status. */
const GIT = [SKY, WEB, SERVICE, DB];
/** As the tool installed it: Git has dropped `old` since. */
const INSTALLED = [WEB, DB, SERVICE, settings("sky", { colour: "blue", cloud: "white", old: "x" })];

/** The uids of what a restart would replace or add to. */
async function running(namespace: string): Promise<readonly string[]> {
  const kinds = [
    { apiVersion: "v1", kind: "Pod" },
    { apiVersion: "apps/v1", kind: "ReplicaSet" },
    { apiVersion: "apps/v1", kind: "ControllerRevision" },
  ];
  const lists = await Promise.all(kinds.map(async (kind) => admin().list({ ...kind, namespace })));
  return lists.flat().map(uidOf).toSorted();
}

function keysOf(object: JsonObject): readonly string[] {
  return ["labels", "annotations"].flatMap((field) =>
    Object.keys(objectAt(object, "metadata", field) ?? {}),
  );
}

/** What is told of another agent. */
function agentIn({ conditions }: ObjectStatus): string {
  return conditions.find(({ type }) => type === "OtherAgent")?.message ?? "";
}

describeReal("Taking over", () => {
  test.each(EARLIER_TOOLS)(
    "B20: from $name: the plan says it, no pod restarts, the tool's marks go, and so does what Git drops",
    async ({ agent, manager, marks, ...tool }) => {
      const namespace = await freshNamespace();
      for (const manifest of INSTALLED) {
        // oxlint-disable-next-line no-await-in-loop -- in order, as the tools do
        await tool.install(namespace, manifest);
      }
      const before = await eventually("it runs", async () => {
        const found = await running(namespace);
        return found.length === 4 ? found : undefined;
      });
      const stack = await openTestStack({ namespace });
      await stack.commit(manifestFiles(...GIT));

      const plan = await stack.preview();
      expect(plan.objects.map(({ id, takesOver }) => [id, takesOver?.includes(manager)])).toEqual(
        GIT.map((each) => [idIn(namespace, each), true]),
      );
      expect(plan.objects.flatMap(({ restartsPods }) => restartsPods ?? [])).toEqual([
        false,
        false,
      ]);
      const told = plan.objects.map(agentIn);
      // None for a tool that does nothing by itself.
      expect(told.map((each) => each.split(" manages ")[0])).toEqual(GIT.map(() => agent));

      const synced = await stack.sync();
      expect(synced.inSync).toBe(true);
      expect(synced.objects.map(agentIn).join("")).toBe("");
      expect(await running(namespace)).toEqual(before);
      const taken = await Promise.all(
        GIT.map(async (each) => admin().get(targetIn(namespace, each))),
      );
      expect(taken.flatMap(keysOf).filter((key) => marks.includes(key))).toEqual([]);
      expect(objectAt(taken[0], "data")).toEqual({ colour: "blue", cloud: "white" });

      await stack.commit(manifestFiles(deployment("web"), settings("sky", { colour: "blue" })));
      expect((await stack.sync()).inSync).toBe(true);
      const web = await admin().get(targetIn(namespace, WEB));
      expect(keysOf(web).filter((key) => key === "team" || key === "zone")).toEqual([]);
      const sky = await admin().get(targetIn(namespace, SKY));
      expect(sky["data"]).toEqual({ colour: "blue" });
      expect(textAt(sky, "metadata", "labels", "lockstep.dev/stack")).toBe(stack.name);
      expect(await running(namespace)).toEqual(before);
    },
  );

  test("B20: the plan says when a take-over would replace pods, and the sync then does", async () => {
    const namespace = await freshNamespace();
    const [tool] = EARLIER_TOOLS;
    await tool?.install(namespace, WEB);
    const before = await eventually("it runs", async () => {
      const found = await running(namespace);
      return found.length === 2 ? found : undefined;
    });
    const observing = await openTestStack({ namespace, config: ["mode: observe"] });
    await observing.commit(manifestFiles(WEB));
    const observed = await observing.preview();
    expect(observed.objects.map(({ restartsPods }) => restartsPods)).toEqual([false]);
    const stack = await openTestStack({ namespace });
    const newer = { containers: [{ name: "web", image: "web:1.0.1" }] };
    await stack.commit(manifestFiles(deployment("web", { metadata: TEAM, pod: newer })));
    expect((await stack.preview()).objects.map(({ restartsPods }) => restartsPods)).toEqual([true]);
    await stack.sync();
    expect(await running(namespace)).not.toEqual(before);
  });

  test("B20: another agent that still runs is named, with the command that ends it, as long as its marks come back", async () => {
    const namespace = await freshNamespace();
    const flux = EARLIER_TOOLS.find(({ manager }) => manager === "kustomize-controller");
    await flux?.install(namespace, SKY);
    const stack = await openTestStack({ namespace, config: ["mode: observe"] });
    await stack.commit(manifestFiles(SKY));
    const told =
      "Flux (Kustomization flux-system/apps) manages it; suspend that first, else both write it: flux suspend kustomization apps -n flux-system";
    expect((await stack.sync()).objects.map(agentIn)).toEqual([told]);

    const enforced = await openTestStack({ like: stack, config: [] });
    expect((await enforced.sync()).objects.map(agentIn)).toEqual([""]);
    await flux?.install(namespace, SKY);
    const again = await passUntil(enforced, "it is named", ({ objects }) =>
      objects.some((each) => agentIn(each) !== ""),
    );
    expect(again.objects.map(agentIn)).toEqual([told.replace("manages", "still manages")]);
    expect((await enforced.sync()).inSync).toBe(true);
    const sky = await admin().get(targetIn(namespace, SKY));
    expect(keysOf(sky).filter((key) => key.includes("fluxcd"))).toEqual([]);
  });
});
