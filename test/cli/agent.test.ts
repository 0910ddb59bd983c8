import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { isJsonObject, type JsonObject, listAt, textAt } from "../../src/core/object/json.ts";
import { checkSchema } from "../support/check-schema.ts";
import { eventually } from "../support/eventually.ts";
import { startGitServer } from "../support/git-server.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { lockstep, type RunningLockstep, startLockstep } from "../support/run-lockstep.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const COLOURS = settings("colours", { sky: "blue" });
const END_MS = 5_000;

describeReal("The agent as a process", () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace();
  });
  afterAll(async () => place.close());

  /** `run`, once it has brought the commit into force. */
  async function startAgent(commit: string): Promise<RunningLockstep> {
    const agent = startLockstep(["run"], { folder: place.folder });
    await eventually(`the agent is in sync at ${commit}`, async () => {
      const stack = await statusOf(place);
      return stack["revision"] === commit && stack["inSync"] === true;
    });
    return agent;
  }

  async function holder(): Promise<string | undefined> {
    const lease = await admin().get({
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      namespace: place.agentNamespace,
      name: "lockstep-shop",
    });
    return textAt(lease, "spec", "holderIdentity");
  }

  async function sky(): Promise<string | undefined> {
    return textAt(await admin().get(targetIn(place.namespace, COLOURS)), "data", "sky");
  }

  test("it serves its probes, metrics and status, and on SIGTERM ends with 0 and gives its Lease back", async () => {
    const agent = await startAgent(await place.commit(manifestFiles(COLOURS)));
    expect(await get(`${place.probes}/healthz`)).toEqual({ status: 200, text: "ok\n" });
    expect(await get(`${place.probes}/readyz`)).toMatchObject({ status: 200 });
    expect((await get(`${place.probes}/metrics`)).text).toMatch(
      /^lockstep_\w+\{[^}]*stack="shop"[^}]*\} \d/m,
    );
    expect((await get(`${place.page}/`)).text).toContain("colours");
    expect(await holder()).not.toBe("");

    const askedAt = Date.now();
    agent.signal("SIGTERM");
    const { code, stdout } = await agent.ended;

    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(Date.now() - askedAt).toBeLessThan(END_MS);
    expect(await holder()).toBe("");
    expect(agent.said()).not.toContain("\u001B");
  });

  test("a `sync` beside it waits until the agent has brought the new commit in, and ends with 0", async () => {
    const agent = await startAgent(await place.commit(manifestFiles(COLOURS)));
    const commit = await place.commit(manifestFiles(settings("colours", { sky: "grey" })));
    const held = await holder();
    const { code, stdout, stderr } = await lockstep(["sync", "--output", "json"], {
      folder: place.folder,
    });
    expect(code).toBe(0);
    expect(listAt(checkSchema("status-document", stdout), "stacks")).toMatchObject([
      { revision: commit, inSync: true },
    ]);
    expect(stderr).toContain("a running agent holds the stack");
    expect([await sky(), await holder()]).toEqual(["grey", held]);
    agent.signal("SIGTERM");
    expect(await agent.ended).toMatchObject({ code: 0 });
  });

  test("a `sync` after an agent was killed does its work as soon as the dead agent's Lease has expired", async () => {
    const agent = await startAgent(await place.commit(manifestFiles(COLOURS)));
    agent.signal("SIGKILL");
    await agent.ended;
    const commit = await place.commit(manifestFiles(settings("colours", { sky: "red" })));
    const { code, stdout } = await lockstep(["sync", "--output", "json"], { folder: place.folder });
    expect(code).toBe(0);
    expect(listAt(checkSchema("status-document", stdout), "stacks")).toMatchObject([
      { revision: commit, inSync: true },
    ]);
    expect([await sky(), await holder()]).toEqual(["red", ""]);
  });

  test("a repository that takes a push and never answers does not keep it from ending in time", async () => {
    const server = await startGitServer({ root: place.folder });
    onTestFinished(async () => server.close());
    const source = { url: `${server.url}/repository.git`, caFile: server.caFile };
    await place.configure({ source });
    const agent = await startAgent(await place.commit(manifestFiles(COLOURS)));
    server.intercept = (request) => request.url?.includes("receive-pack") === true;
    const painted = { merge: { data: { sky: "green" } } };
    await admin().patch(targetIn(place.namespace, COLOURS), painted, { as: "painter" });
    await eventually("the report is pushed", () =>
      server.requests.some((each) => each.includes("receive-pack")),
    );
    expect(await sky()).toBe("blue");

    const askedAt = Date.now();
    agent.signal("SIGTERM");
    const { code } = await agent.ended;

    expect(code).toBe(0);
    expect(Date.now() - askedAt).toBeLessThan(END_MS);
    expect(await holder()).toBe("");
    await place.configure();
  });

  test("a `sync` after an agent was killed does not pass off the dead agent's status as the present state", async () => {
    const agent = await startAgent(await place.commit(manifestFiles(COLOURS)));
    agent.signal("SIGKILL");
    await agent.ended;
    const painted = { merge: { data: { sky: "green" } } };
    await admin().patch(targetIn(place.namespace, COLOURS), painted, { as: "painter" });
    const { code } = await lockstep(["sync"], { folder: place.folder });
    expect([code, await sky(), await holder()]).toEqual([0, "blue", ""]);
  });
});

/** What the agent shows of its only stack; nothing before it listens. */
async function statusOf({ page }: Workplace): Promise<JsonObject> {
  const { text } = await get(`${page}/status.json`);
  const [stack = null] = listAt(checkSchema("status-document", text), "stacks");
  return isJsonObject(stack) ? stack : {};
}

async function get(url: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text() };
}
