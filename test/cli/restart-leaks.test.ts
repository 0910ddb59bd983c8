import { randomBytes } from "node:crypto";
import pLimit from "p-limit";
import { expect, test } from "vitest";
import {
  canonicalText,
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../src/core/object/json.ts";
import { checkSchema } from "../support/check-schema.ts";
import { eventually } from "../support/eventually.ts";
import { git } from "../support/git-repository.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { digestNeedles, findLeaks, needlesOf } from "../support/leaks.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { reader, secret } from "../support/restart-scene.ts";
import { lockstep, startLockstep } from "../support/run-lockstep.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const WEB = reader("web", "live", "own");
const API = reader("api", "live");
const KEYS = "lockstep-digest-keys";

/** Texts that nothing else in the world has, by what they are. */
class Planted {
  readonly #texts = new Map<string, string>();
  /** Data of whole Secrets. */
  readonly whole: JsonObject[] = [];

  text(name: string): string {
    const made = randomBytes(18).toString("hex");
    this.#texts.set(name, made);
    return made;
  }

  /** Of one value, labelled for the agent. */
  secret(name: string, what: string): JsonObject {
    const made = secret(name, {
      password: this.text(what),
      [`key of ${what}`.replaceAll(" ", "-")]: "x",
    });
    this.whole.push(objectAt(made, "data") ?? {});
    return made;
  }

  leaksIn(told: Readonly<Record<string, string>>): readonly string[] {
    const needles = [
      ...[...this.#texts].flatMap(([name, text]) => needlesOf(name, text)),
      ...this.whole.flatMap((data, index) => [
        ...digestNeedles(`JSON of data ${index}`, JSON.stringify(data)),
        ...digestNeedles(`canonical data ${index}`, canonicalText(data)),
      ]),
    ];
    return findLeaks(needles, told);
  }
}

describeReal("what the agent tells of Secrets that restart workloads", () => {
  test("S7: no byte and no plain digest of a Secret, and no digest key, is in anything that the agent tells", {
    timeout: 120_000,
  }, async () => {
    const place = await openWorkplace();
    const { folder } = place;
    await place.configure({ stack: { secrets: { window: "300ms" } } });
    const planted = new Planted();
    const told: Record<string, string> = {};
    await change(place, planted.secret("live", "first"));
    const frozen = { ...planted.secret("frozen", "immutable"), immutable: true };
    await place.commit(manifestFiles(WEB, API, planted.secret("own", "in Git"), frozen));
    const agent = startLockstep(["run"], { folder, env: { LOCKSTEP_DEBUG: "1" } });
    await until(place, ({ inSync }) => inSync === true);

    // Changed, drifting, refused, and under a newer key.
    for (const what of ["second", "third"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await change(place, planted.secret("live", what));
      // oxlint-disable-next-line no-await-in-loop -- as above
      await untilRestarted(place, what === "second" ? 1 : 2);
    }
    await drift(place, {
      password: base64(planted.text("drifted")),
      more: base64(planted.text("added")),
    });
    await until(place, (status) => JSON.stringify(status).includes('"reverted"'));
    const ring: Target = {
      apiVersion: "v1",
      kind: "Secret",
      namespace: place.agentNamespace,
      name: KEYS,
    };
    const k2 = randomBytes(32).toString("base64");
    await admin().patch(ring, { merge: { data: { k2 } } }, { as: "person" });
    const refused = [
      { ...secret("wrong", {}), data: { token: [planted.text("of a wrong type")] } },
      { ...secret("not-base64", {}), data: { token: `${planted.text("no base64")}!` } },
      { ...secret("misspelt", {}), stringdata: { token: planted.text("in no field") } },
      { ...planted.secret("frozen", "of an immutable one"), immutable: true },
    ];
    await place.commit(manifestFiles(...refused));
    await until(place, ({ refusals }) => Array.isArray(refusals) && refusals.length >= 4);
    await change(place, planted.secret("live", "under a newer key"));
    await untilRestarted(place, 3);
    told["page"] = await fetchText(`${place.page}/`);
    told["status.json"] = await fetchText(`${place.page}/status.json`);
    told["metrics"] = await fetchText(`${place.probes}/metrics`);
    agent.signal("SIGTERM");
    await agent.ended;
    told["log"] = agent.said();

    // The same with nobody who takes it back, as people ask.
    await drift(place, {
      password: base64(planted.text("left")),
      other: base64(planted.text("left, too")),
    });
    await change(place, planted.secret("live", "while none ran"));
    await place.commit(manifestFiles(planted.secret("own", "next in Git"), reader("web", "live")));
    Object.assign(told, await ask(place), await readCluster(place));

    expect(Object.keys(told)).toHaveLength(4 + COMMANDS.length + 1 + 5);
    expect(told["Events"]).toContain("Restart");
    expect(told["ReplicaSets"]).toContain("lockstep.dev/content-");
    expect(told["drift --output text"]).toContain("data.password");
    expect(told["ledger"]).toContain("/data/password");
    const keys = objectAt(await admin().get(ring), "data") ?? {};
    expect(Object.keys(keys)).toEqual(["k1", "k2"]);
    const ofKeys = Object.entries(keys).flatMap(([name, value]) => {
      const bytes = typeof value === "string" ? value : "";
      const hex = Buffer.from(bytes, "base64").toString("hex");
      return [
        ...needlesOf(name, bytes),
        ...needlesOf(`${name} in hex`, hex),
        ...digestNeedles(name, hex),
      ];
    });
    expect([...planted.leaksIn(told), ...findLeaks(ofKeys, told)]).toEqual([]);
    // It would be found.
    expect(planted.leaksIn({ all: JSON.stringify(planted.whole) })).not.toEqual([]);
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** Makes or changes a Secret that is not in Git. */
async function change({ namespace }: Workplace, object: JsonObject): Promise<void> {
  const metadata = { ...objectAt(object, "metadata"), namespace };
  await admin().apply({ ...object, metadata }, { as: "person", force: true });
}

async function drift({ namespace }: Workplace, data: JsonObject): Promise<void> {
  const target: Target = { apiVersion: "v1", kind: "Secret", namespace, name: "own" };
  await admin().patch(target, { merge: { data } }, { as: "kubectl-edit" });
}

/** What the agent shows of its only stack. */
async function statusOf({ page }: Workplace): Promise<JsonObject> {
  const text = await fetchText(`${page}/status.json`);
  const [stack = null] = listAt(checkSchema("status-document", text), "stacks");
  return isJsonObject(stack) ? stack : {};
}

async function until(place: Workplace, check: (status: JsonObject) => boolean): Promise<void> {
  await eventually(`the status shows it: ${check.toString()}`, async () =>
    check(await statusOf(place)),
  );
}

async function untilRestarted(place: Workplace, count: number): Promise<void> {
  const id = `Secret/${place.namespace}/live`;
  await until(place, (status) => {
    const restarts = listAt(status, "restarts").filter((each) => textAt(each, "source") === id);
    return restarts.length >= count;
  });
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** What people type, with the namespace for `@`. */
const COMMANDS = [
  "plan",
  "drift",
  "status",
  "graph",
  "validate",
  "consumers Secret/@/live",
  "consumers Secret/@/own",
  "blame Secret/@/own",
  "blame Deployment.apps/@/web",
].flatMap((command) => [`${command} --output text`, `${command} --output json`]);

const ASKED_AT_ONCE = 3;

async function ask({ folder, namespace }: Workplace): Promise<Record<string, string>> {
  const limit = pLimit(ASKED_AT_ONCE);
  async function run(command: string): Promise<readonly [string, string]> {
    const typed = command.replace("@", namespace).split(" ");
    const { stdout, stderr } = await lockstep(typed, { folder, env: { LOCKSTEP_DEBUG: "1" } });
    return [command, `${stdout}\n${stderr}`];
  }
  const asked = await Promise.all(COMMANDS.map(async (command) => limit(async () => run(command))));
  return Object.fromEntries([...asked, await run("sync --one-pass")]);
}

async function list(apiVersion: string, kind: string, namespace: string): Promise<string> {
  return JSON.stringify(await admin().list({ apiVersion, kind, namespace }));
}

/** What the agent wrote into the cluster and the repository; the Secrets themselves left out. */
async function readCluster(place: Workplace): Promise<Record<string, string>> {
  const { agentNamespace, namespace, repository } = place;
  const events = await Promise.all(
    [namespace, agentNamespace, "default"].map(async (where) =>
      list("events.k8s.io/v1", "Event", where),
    ),
  );
  return {
    Events: events.join("\n"),
    "parent and others": await list("v1", "ConfigMap", agentNamespace),
    Deployments: await list("apps/v1", "Deployment", namespace),
    ReplicaSets: await list("apps/v1", "ReplicaSet", namespace),
    ledger: await git(repository, [
      "log",
      "--patch",
      "--format=fuller",
      "lockstep/test/shop",
      "--",
      "drift-reports",
    ]),
  };
}
