import { expect, test } from "vitest";
import { type JsonObject, objectAt, textAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { elasticId, elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { NEW, OLD } from "../support/elastic-stack.ts";
import { eventually } from "../support/eventually.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { readLedger } from "../support/read-ledger.ts";
import { admin, describeReal, freshNamespace } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import {
  saysStatus,
  saysVersion,
  secretData,
  startVersionServer,
  type VersionServer,
} from "../support/version-server.ts";

const USERNAME = "outside-reader";
const PASSWORD = "s3cr3t-of-the-outside";

describeReal("targets outside the cluster", () => {
  test("O12: released within the poll interval when the outside upgrades, with no change in Kubernetes", async () => {
    const { stack, server, kibana } = await openScene({ poll: "2s" });
    server.handle = saysVersion(OLD);
    await stack.commit(kibanaFiles(OLD));
    stack.start();
    await stack.until("Kibana is there", () => isAt(stack, OLD));
    await stack.commit(kibanaFiles(NEW));
    await stack.until("Kibana is held", () =>
      heldBy(stack).includes(`Secret/outside VersionBehind wants ${NEW} has ${OLD}`),
    );
    expect(textAt(await admin().get(kibana), "spec", "version")).toBe(OLD);
    // Whatever is written of being held was written: from now on nothing but the outside changes.
    await eventually("all is quiet", async () => {
      const mark = await auditMark();
      const before = server.requests.length;
      await eventually("it was asked again", () => server.requests.length > before);
      return (await auditSince(mark, { user: stack.user.name, isWrite: true })).length === 0;
    });
    const changedAtMs = Date.now();
    server.handle = saysVersion(NEW);
    await eventually("Kibana is released", async () => {
      return textAt(await admin().get(kibana), "spec", "version") === NEW;
    });
    // The interval, and a second for the question, the pass and the look at it.
    expect(Date.now() - changedAtMs).toBeLessThan(3_000);
    expect(server.requests.every((each) => each === `/ Basic ${basic()}`)).toBe(true);
  });

  test("O12: nobody is asked while nothing waits, and the Secret is only read", async () => {
    const { stack, server } = await openScene({ poll: "1s" });
    server.handle = saysVersion(NEW);
    const mark = await auditMark();
    await stack.commit(kibanaFiles(NEW));
    await passUntil(stack, "Kibana is applied", () => isAt(stack, NEW));
    const asked = server.requests.length;
    expect(asked).toBe(1);
    await passes(stack, 3);
    expect(server.requests).toHaveLength(asked);
    const entries = await auditSince(mark, { user: stack.user.name, namespace: stack.namespace });
    const verbs = entries.filter((each) => each.resource === "secrets").map((each) => each.verb);
    expect(verbs.length).toBeGreaterThan(0);
    expect(verbs.filter((verb) => !["get", "list", "watch"].includes(verb))).toEqual([]);
  });

  test.each([
    {
      fails: "401",
      handle: saysStatus(401),
      have: "it refuses the credentials of its Secret (401)",
    },
    { fails: "TLS", ca: "another", have: "its certificate is not trusted, or TLS failed" },
    { fails: "time-out", handle: () => undefined, have: "it did not answer in time" },
    {
      fails: "redirect",
      handle: saysStatus(302, { location: "/elsewhere" }),
      have: "it redirects, which is not followed",
    },
    { fails: "host", allow: "es.example", have: "its host is not in external.allow" },
  ])(
    "O12: $fails holds with ExternalUnreachable, and no credential is told anywhere",
    async ({ handle, ca, allow, have }) => {
      const { stack, server } = await openScene({ ca, allow });
      server.handle = handle ?? saysVersion(NEW);
      const mark = await auditMark();
      await stack.commit({ ...kibanaFiles(NEW), ...manifestFiles(settings()) });
      const held = `Secret/outside ExternalUnreachable wants ${NEW} has ${have}`;
      await passUntil(stack, "Kibana is held", () => heldBy(stack).includes(held));
      // A report is written of drift only; with it, it tells of what is held.
      const person = { as: "kubectl-edit" };
      await admin().patch(settingsOf(stack), { merge: { data: { x: "theirs" } } }, person);
      await passUntil(stack, "the edit is taken back", ({ drift }) => drift.length > 0);
      await passes(stack, 2);
      const { markdown, report, messages } = await readLedger(stack);
      expect([markdown, JSON.stringify(report)]).toEqual([
        expect.stringContaining("ExternalUnreachable"),
        expect.stringContaining("theirs"),
      ]);
      expect(heldBy(stack)).toEqual([held]);
      const written = await writesSince(stack, mark);
      expect(written.filter(({ resource }) => resource === "kibanas")).toEqual([]);
      const preview = await stack.preview();
      const events = await admin().list({
        apiVersion: "v1",
        kind: "Event",
        namespace: stack.namespace,
      });
      const parents = await admin().list({
        apiVersion: "v1",
        kind: "ConfigMap",
        namespace: stack.agentNamespace,
      });
      const ledger = [markdown, report, messages];
      const status = [stack.stack.status, preview];
      const told = JSON.stringify([status, ledger, events, parents, stack.logged]);
      expect(told).toContain("ExternalUnreachable");
      for (const secret of [USERNAME, PASSWORD, basic(), String(server.port)]) {
        expect(told).not.toContain(secret);
      }
    },
  );

  test("O12: a name that leads to this machine is refused, although the configuration lists it", async () => {
    const { stack, server } = await openScene({ host: "localhost", allow: "localhost" });
    server.handle = saysVersion(NEW);
    await stack.commit(kibanaFiles(NEW));
    await passUntil(stack, "Kibana is held", () => heldBy(stack).length > 0);
    expect(heldBy(stack)).toEqual([
      `Secret/outside ExternalUnreachable wants ${NEW} has its name leads to a loopback or link-local address, or to the API server itself`,
    ]);
    expect(server.requests).toEqual([]);
  });

  test("O12: without a Secret it waits for one; when it comes it is asked at once", async () => {
    const { stack, server, createSecret } = await openScene({ hasSecret: false, poll: "1h" });
    server.handle = saysVersion(NEW);
    await stack.commit(kibanaFiles(NEW));
    await passUntil(stack, "Kibana is held", () => heldBy(stack).length > 0);
    expect(heldBy(stack)[0]).toContain("Secret/outside TargetNotFound");
    stack.start();
    await createSecret();
    await stack.until("Kibana is applied", () => isAt(stack, NEW));
  });

  test("O12: a Secret in Git is applied first, at its first commit and when it leads elsewhere", async () => {
    const { stack, server, secret, kibana } = await openScene({ hasSecret: false });
    const other = await startVersionServer();
    server.handle = saysVersion(OLD);
    await stack.commit({ ...kibanaFiles(OLD), ...manifestFiles(secret) });
    await passUntil(stack, "Kibana is applied", () => isAt(stack, OLD));
    other.handle = saysVersion(NEW);
    const url = `https://127.0.0.1:${other.port}`;
    const moved = {
      ...secret,
      data: { ...objectAt(secret, "data"), ...secretData({ url, "ca.crt": other.ca }) },
    };
    await stack.commit({ ...kibanaFiles(NEW), ...manifestFiles(moved) });
    await passUntil(stack, "Kibana is released", () => isAt(stack, NEW));
    expect(textAt(await admin().get(kibana), "spec", "version")).toBe(NEW);
    expect(other.requests.length).toBeGreaterThan(0);
  });

  test("O12: a preview asks once, too", async () => {
    const { stack, server } = await openScene();
    server.handle = saysVersion(OLD);
    await stack.commit(kibanaFiles(NEW));
    const { objects } = await stack.preview();
    expect(objects.flatMap(({ blockers }) => blockers.map(({ reason }) => reason))).toEqual([
      "VersionBehind",
    ]);
    expect(server.requests).toHaveLength(1);
  });
});

interface Scene {
  readonly stack: TestStack;
  readonly server: VersionServer;
  readonly kibana: Target;
  readonly secret: JsonObject;
  readonly createSecret: () => Promise<void>;
}

/** A stack that may ask a server of this machine, which the Secret `outside` describes. */
async function openScene({
  poll = "1s",
  host = "127.0.0.1",
  ca,
  allow = host,
  hasSecret = true,
}: {
  readonly poll?: string;
  readonly host?: string;
  readonly ca?: string | undefined;
  readonly allow?: string | undefined;
  readonly hasSecret?: boolean;
} = {}): Promise<Scene> {
  const server = await startVersionServer();
  const namespace = await freshNamespace();
  const trusted = ca === undefined ? server : await startVersionServer();
  const url = `https://${host}:${server.port}`;
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "outside", namespace },
    data: secretData({ url, username: USERNAME, password: PASSWORD, "ca.crt": trusted.ca }),
  };
  async function createSecret(): Promise<void> {
    await admin().create(secret);
  }
  if (hasSecret) await createSecret();
  const stack = await openTestStack({
    namespace,
    config: [`external: { allow: ["${allow}"], poll: ${poll} }`],
  });
  const kibana = elasticTarget("Kibana", namespace, "ui");
  return { stack, server, kibana, secret, createSecret };
}

function kibanaFiles(version: string): ReturnType<typeof manifestFiles> {
  const spec = { version, elasticsearchRef: { secretName: "outside" } };
  return manifestFiles(elasticObject("Kibana", { name: "ui" }, spec));
}

/** A ConfigMap beside Kibana. */
function settings(): JsonObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "settings" },
    data: { x: "ours" },
  };
}

function settingsOf({ namespace }: TestStack): Target {
  return { apiVersion: "v1", kind: "ConfigMap", namespace, name: "settings" };
}

function idOf(stack: TestStack): string {
  return elasticId("Kibana", stack.namespace, "ui");
}

function heldBy(stack: TestStack): readonly string[] {
  return blockersOf(stack, idOf(stack));
}

/** Git's version was applied. */
function isAt(stack: TestStack, version: string): boolean {
  const object = stack.object(idOf(stack));
  return object?.appliedRevision === stack.stack.tip && object.version.declared === version;
}

function basic(): string {
  return Buffer.from(`${USERNAME}:${PASSWORD}`, "utf8").toString("base64");
}
