import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../src/core/object/json.ts";
import { type AuditEntry, auditMark, auditSince } from "../support/audit-log.ts";
import { checkSchema } from "../support/check-schema.ts";
import { eventually } from "../support/eventually.ts";
import type { Target } from "../support/kube-client.ts";
import {
  deployment,
  idIn,
  manifestFiles,
  marked,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { podWithEnv, reader, secret, WATCHED } from "../support/restart-scene.ts";
import { type LockstepResult, lockstep, startLockstep } from "../support/run-lockstep.ts";
import { grantShippedRights } from "../support/shipped-rights.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const SKY = settings("sky", { colour: "blue" });
const WEB = reader("web", "db");
const SECRETS = { window: "300ms" } as const;

describeReal("restarts with the rights of the shipped rbac.yaml", () => {
  let place: Workplace;
  let kubeconfig = "";
  beforeEach(async () => {
    place = await openWorkplace();
    kubeconfig = await grantShippedRights(place);
    await place.configure({ cluster: { kubeconfig }, stack: { secrets: SECRETS } });
    await place.commit(manifestFiles(SKY, WEB));
    const db = secret("db", { password: "one" });
    const metadata = { ...objectAt(db, "metadata"), namespace: place.namespace };
    await admin().create({ ...db, metadata });
  });
  afterEach(async () => place.close());

  async function run(...typed: readonly string[]): Promise<LockstepResult> {
    return lockstep(typed, { folder: place.folder });
  }

  async function refused(mark: number): Promise<readonly AuditEntry[]> {
    const user = `system:serviceaccount:${place.agentNamespace}:lockstep`;
    return (await auditSince(mark, { user })).filter(({ code }) => code === 403);
  }

  async function change(password: string): Promise<void> {
    const data = { password: Buffer.from(password).toString("base64") };
    await admin().patch(secretIn(place), { merge: { data } }, { as: "person" });
  }

  /** The number of its newest pod template. */
  async function templateOf(workload: JsonObject): Promise<string | undefined> {
    const live = await admin().get(targetIn(place.namespace, workload));
    return textAt(live, "metadata", "annotations", "deployment.kubernetes.io/revision");
  }

  test("B14/S1: they are enough: a Secret's consumer restarts, by syncs as well, and nothing is refused", async () => {
    expect(await run("sync")).toMatchObject({ code: 0 });
    expect(await templateOf(WEB)).toBe("1");
    // The first look of a stack asks every kind that is served for members, also those that it may not list.
    const mark = await auditMark();
    await change("two");
    const plan = await run("plan");
    expect(plan.code).toBe(1);
    expect(plan.stdout).toMatch(
      /would restart Deployment\/\S+\/web .*\n {6}RestartDue.*: its pods restart now: Secret\/\S+\/db changed/,
    );
    expect(await run("sync")).toMatchObject({ code: 0 });
    expect(await templateOf(WEB)).toBe("2");
    await change("three");
    await run("sync", "--one-pass");
    expect(await templateOf(WEB)).toBe("3");
    const status = await run("status");
    expect(status.stdout).toMatch(
      /restart: restarted 1 consumer because Secret\/\S+\/db changed \d+s ago: Deployment\/\S+\/web/,
    );
    expect(await refused(mark)).toEqual([]);
  });

  test("B14: without a right to Secrets that is said once in words, and all else goes on; it is not asked at each pass", async () => {
    await admin().delete(roleIn(place, "sources"));
    await takeSecretsFrom(roleIn(place, "own"));
    const agent = startLockstep(["run"], place);
    await eventually("it is in sync", async () => {
      const { stdout } = await run("status");
      return stdout.includes("in sync at") ? true : undefined;
    });
    const lints = (await stacksOf()).flatMap((stack) => listAt(stack, "lints"));
    expect(lints.map((each) => textAt(each, "what") ?? "")).toEqual([
      expect.stringMatching(
        /^changes of Secrets and ConfigMaps restart nothing: .*cannot list resource "secrets".*; let the agent read them, or set secrets\.watch: off$/,
      ),
      expect.stringMatching(
        /^changes of Secrets in namespace \S+ restart nothing: .*cannot list resource "secrets".*; let the agent read them, or set secrets\.watch: off$/,
      ),
    ]);
    const mark = await auditMark();
    for (let round = 0; round < 12; round += 1) {
      // Another field each time: no fight.
      const cloud = `cloud-${round}`;
      // oxlint-disable-next-line no-await-in-loop -- each edit makes passes of its own
      await admin().patch(
        targetIn(place.namespace, SKY),
        { merge: { data: { [cloud]: "white" } } },
        { as: "kubectl-edit" },
      );
      // oxlint-disable-next-line no-await-in-loop -- as above
      await eventually("it is reverted", async () => {
        const live = await admin().get(targetIn(place.namespace, SKY));
        return textAt(live, "data", cloud) === undefined ? true : undefined;
      });
    }
    await change("two");
    const after = await refused(mark);
    // Two lists that are tried again with longer and longer waits, whatever the passes do.
    const asked = after.map(({ resource, verb }) => `${verb} ${resource}`);
    expect(asked.filter((each) => each !== "list secrets")).toEqual([]);
    expect(after.length).toBeLessThan(12);
    expect(await templateOf(WEB)).toBe("1");
    const said = agent.said().split("restart nothing").length - 1;
    expect(said).toBeLessThanOrEqual(2);
    agent.signal("SIGTERM");
    await agent.ended;
  });

  test("B14: with the keys alone ConfigMaps restart their consumers, and Secrets are said not to", async () => {
    await admin().delete(roleIn(place, "sources"));
    const map = deployment("map", { pod: podWithEnv({ configMapRef: { name: "map" } }) });
    await place.commit(manifestFiles(WEB, map, watchedMap("one")));
    expect((await run("sync")).code).toBe(0);
    await place.commit(manifestFiles(WEB, map, watchedMap("two")));
    await change("two");
    const { stdout } = await run("sync");
    expect(stdout).toContain("in sync at");
    expect([await templateOf(map), await templateOf(WEB)]).toEqual(["2", "1"]);
    const [lint, ...more] = (await stacksOf()).flatMap((stack) => listAt(stack, "lints"));
    expect([textAt(lint, "what"), more]).toEqual([
      expect.stringMatching(/^changes of Secrets in namespace \S+ restart nothing: /),
      [],
    ]);
    const answer = await run("consumers", idIn(place.namespace, secret("db", {})));
    expect(answer.stdout).toContain("which the agent may not read");
  });

  async function stacksOf(): Promise<readonly Json[]> {
    const { stdout } = await run("status", "--output", "json");
    return listAt(checkSchema("status-document", stdout), "stacks");
  }
});

function watchedMap(value: string): JsonObject {
  const map = settings("map", { value });
  return marked(map, { labels: WATCHED });
}

function secretIn({ namespace }: Workplace): Target {
  return { apiVersion: "v1", kind: "Secret", namespace, name: "db" };
}

/** A Role of the shipped file, as tests name it. */
function roleIn(place: Workplace, name: "own" | "sources"): Target {
  const namespace = name === "own" ? place.agentNamespace : place.namespace;
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "Role",
    namespace,
    name: `lockstep-${name}-${place.namespace}`,
  };
}

async function takeSecretsFrom(role: Target): Promise<void> {
  const live = await admin().get(role);
  const rules = listAt(live, "rules").filter(
    (rule) => !listAt(rule, "resources").includes("secrets"),
  );
  await admin().patch(role, { merge: { rules } });
}
