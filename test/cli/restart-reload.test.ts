import { afterEach, beforeEach, expect, test } from "vitest";
import { type JsonObject, listAt, objectAt, textAt } from "../../src/core/object/json.ts";
import { eventually } from "../support/eventually.ts";
import { deployment, manifestFiles, targetIn } from "../support/kube-manifests.ts";
import { nameOf } from "../support/pods-of.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { fromSecret, podWithEnv, secret } from "../support/restart-scene.ts";
import { type RunningLockstep, startLockstep } from "../support/run-lockstep.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const NEVER = { "test.lockstep.dev/ready": "never" };

/** Its pods become ready when somebody says so. */
function reader(name: string, annotations: JsonObject = {}): JsonObject {
  return deployment(name, {
    spec: {
      template: {
        metadata: { labels: { app: name }, annotations },
        spec: podWithEnv(fromSecret("db")),
      },
    },
  });
}

describeReal("a configuration of restarts that changes while some are due", () => {
  let place: Workplace;
  let agent: RunningLockstep;
  beforeEach(async () => {
    place = await openWorkplace();
  });
  afterEach(async () => {
    agent.signal("SIGTERM");
    await agent.ended;
    await place.close();
  });

  async function configure(secrets: JsonObject): Promise<void> {
    await place.configure({ stack: { secrets } });
  }

  async function begin(
    secrets: JsonObject,
    source: JsonObject,
    ...manifests: readonly JsonObject[]
  ): Promise<void> {
    await configure(secrets);
    await place.commit(manifestFiles(...manifests));
    const metadata = { ...objectAt(source, "metadata"), namespace: place.namespace };
    await admin().create({ ...source, metadata });
    agent = startLockstep(["run"], { folder: place.folder });
  }

  async function change(content: string): Promise<void> {
    const target = targetIn(place.namespace, secret("db", {}));
    const data = { a: Buffer.from(content).toString("base64") };
    await admin().patch(target, { merge: { data } }, { as: "person" });
  }

  async function status(): Promise<string> {
    const parent = {
      apiVersion: "v1",
      kind: "ConfigMap",
      namespace: place.agentNamespace,
      name: "lockstep-shop",
    };
    return textAt((await admin().find(parent)) ?? {}, "data", "status.json") ?? "";
  }

  async function untilInSync(): Promise<void> {
    await eventually("it is in sync", async () => (await status()).includes('"inSync":true'));
  }

  async function untilDue(): Promise<void> {
    await eventually("it is due", async () => (await status()).includes("RestartDue"));
  }

  /** What `web` carries about its Secret: `k1-…`, `none k1-…` of one that is not watched. */
  async function untilKnown(form: RegExp): Promise<void> {
    await eventually(`the workload says ${form}`, async () => {
      const live = await admin().find(targetIn(place.namespace, deployment("web")));
      const annotations = objectAt(live ?? {}, "metadata", "annotations") ?? {};
      const [seen = ""] = Object.entries(annotations).flatMap(([key, value]) =>
        key.startsWith("lockstep.dev/seen-") && typeof value === "string" ? [value] : [],
      );
      return live !== undefined && form.test(seen);
    });
  }

  /** The number of its newest pod template. */
  async function templateOf(name: string): Promise<string | undefined> {
    const live = await admin().find(targetIn(place.namespace, deployment(name)));
    return textAt(live ?? {}, "metadata", "annotations", "deployment.kubernetes.io/revision");
  }

  async function untilTemplate(name: string, wanted: string): Promise<void> {
    await eventually(`${name} is at ${wanted}`, async () => (await templateOf(name)) === wanted);
  }

  /** As if a person had mended what all the pods wait for. */
  async function makeReady(): Promise<void> {
    const { namespace } = place;
    const pods = await admin().list({ apiVersion: "v1", kind: "Pod", namespace });
    for (const pod of pods) {
      const others = listAt(pod, "status", "conditions").filter(
        (each) => textAt(each, "type") !== "Ready",
      );
      const conditions = [...others, { type: "Ready", status: "True" }];
      // oxlint-disable-next-line no-await-in-loop -- two
      await admin().patch(
        { apiVersion: "v1", kind: "Pod", namespace, name: nameOf(pod) },
        { merge: { status: { conditions } } },
        { as: "person", subresource: "status" },
      );
    }
    expect(pods).toHaveLength(2);
  }

  test("S10: a window that is made shorter: what is due restarts then", async () => {
    await begin({ window: "1h" }, secret("db", { a: "one" }), reader("web"));
    await untilInSync();
    await change("two");
    await untilDue();
    expect(await templateOf("web")).toBe("1");
    await configure({ window: "0s" });
    await untilTemplate("web", "2");
    await untilInSync();
    expect(await templateOf("web")).toBe("2");
  });

  test("S8: watch goes to all and to off while a restart is due: it ends with off, and what changed then is no restart later", async () => {
    await begin({ window: "1h", watch: "all" }, secret("db", { a: "one" }, {}), reader("web"));
    await untilInSync();
    await change("two");
    await untilDue();
    await configure({ window: "0s", watch: "off" });
    await untilKnown(/^none k1/);
    await change("three");
    await configure({ window: "0s", watch: "all" });
    await untilKnown(/^k1/);
    expect(await templateOf("web")).toBe("1");
    await change("four");
    await untilTemplate("web", "2");
    // Nobody gave it a label: with `labelled` it is none of ours.
    await configure({ window: "0s", watch: "labelled" });
    await untilKnown(/^none k1/);
    await change("five");
    await configure({ window: "0s", watch: "all" });
    await untilKnown(/^k1/);
    await untilInSync();
    expect(await templateOf("web")).toBe("2");
  });

  test("S10: rollAtOnce that grows lets those go that wait for another one", async () => {
    const both = [reader("a", NEVER), reader("b", NEVER)];
    await begin({ window: "0s", rollAtOnce: 1 }, secret("db", { a: "one" }), ...both);
    await eventually("their pods run", async () => {
      const { namespace } = place;
      const pods = await admin().list({ apiVersion: "v1", kind: "Pod", namespace });
      return pods.length === 2 && pods.every((pod) => textAt(pod, "status", "phase") === "Running");
    });
    await makeReady();
    await untilInSync();
    await change("two");
    await eventually("one waits for the other", async () =>
      (await status()).includes("at most 1 restart at the same time"),
    );
    expect(new Set([await templateOf("a"), await templateOf("b")])).toEqual(new Set(["1", "2"]));
    await configure({ window: "0s", rollAtOnce: 2 });
    await untilTemplate("a", "2");
    await untilTemplate("b", "2");
  });
});
