import { expect, test } from "vitest";
import { settleReport } from "../../src/agent/deliver-report.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import { passes } from "../support/follow-stack.ts";
import { git } from "../support/git-repository.ts";
import { GIT_TOKEN, HOSTS, hostRepository } from "../support/hosted-repository.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { kubectl } from "../support/kubectl.ts";
import { movableClock } from "../support/movable-clock.ts";
import { readLedger } from "../support/read-ledger.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const PLANTED = {
  inGit: "planted-in-git",
  byHand: "planted-by-hand",
  added: "planted-as-new-key",
  wrongType: "planted-with-wrong-type",
  notBase64: "planted=not=base64",
  ofUrl: "planted-in-a-url",
  bearer: "planted-as-bearer",
  inHook: "planted-in-a-hook",
  token: GIT_TOKEN,
};

const LOGIN = secret("login", { password: base64(PLANTED.inGit) });
const LINKS = settings("links", { wiki: "https://wiki.example/" });
/** Two Secrets that the server refuses with words that repeat what is in them. */
const REFUSED = [
  secret("wrong-type", { token: [PLANTED.wrongType] }),
  secret("not-base64", { token: PLANTED.notBase64 }),
];

function secret(name: string, data: JsonObject): JsonObject {
  return { apiVersion: "v1", kind: "Secret", metadata: { name }, data };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** Foreign managers change what holds secrets: a Secret's values, its annotation of `kubectl apply`, a URL, a header. */
async function changeAll(stack: TestStack): Promise<void> {
  const login = targetIn(stack.namespace, LOGIN);
  const links = targetIn(stack.namespace, LINKS);
  const where = `--namespace=${stack.namespace}`;
  await kubectl(["apply", where, "--filename=-"], {
    input: JSON.stringify(secret("login", { password: base64(PLANTED.byHand) })),
  });
  const added = { stringData: { added: PLANTED.added } };
  await kubectl(["patch", "secret", "login", where, `--patch=${JSON.stringify(added)}`]);
  const data = {
    wiki: `https://bot:${PLANTED.ofUrl}@wiki.example/?q=1`,
    header: `Authorization: Bearer ${PLANTED.bearer}`,
  };
  await admin().patch(links, { merge: { data } }, { as: "linker" });
  await untilSeen(stack, login, links);
}

/** The repository refuses the report, and its words hold credentials. */
async function refuseReports(
  repository: Awaited<ReturnType<typeof hostRepository>>,
): Promise<void> {
  await repository.refusePushes(`see https://bot:${PLANTED.inHook}@wiki.example/ ${GIT_TOKEN}`);
}

/** Everything that the agent has told anybody: one text. */
async function allThatWasTold(stack: TestStack): Promise<string> {
  const events = await Promise.all(
    [stack.namespace, stack.agentNamespace, "default"].map(async (namespace) =>
      admin().list({ apiVersion: "events.k8s.io/v1", kind: "Event", namespace }),
    ),
  );
  const own = await admin().list({
    apiVersion: "v1",
    kind: "ConfigMap",
    namespace: stack.agentNamespace,
  });
  const preview = await stack.preview();
  const branch = `lockstep/test/${stack.name}`;
  const ledger = await git(stack.repository, ["log", "--patch", "--format=fuller", branch]);
  const parts = [events.flat(), own, preview, stack.stack.status, stack.logged];
  return `${parts.map((part) => JSON.stringify(part)).join("\n")}\n${ledger}`;
}

describeReal("What the agent tells", () => {
  test.each(HOSTS)(
    "G5: no value of a Secret, no token and no credential of a URL is in a log line, event, report, commit or status (%s)",
    async (host) => {
      const repository = await hostRepository(host);
      const { folder, source, server } = repository;
      const clock = movableClock();
      const stack = await openTestStack({ repository: folder, source, clock });
      await stack.commit(manifestFiles(LOGIN, LINKS));
      await passes(stack, 2);
      await refuseReports(repository);
      await changeAll(stack);
      await stack.pass();
      await settleReport(stack.stack);
      await stack.commit(manifestFiles(...REFUSED));
      await passes(stack, 2);
      if (server !== undefined) {
        server.intercept = (_, response) => {
          response.writeHead(401, { "x-echo": GIT_TOKEN }).end(`no such token: ${GIT_TOKEN}`);
          return true;
        };
        await passes(stack, 2);
        server.intercept = () => false;
      }
      await repository.refusePushes(undefined);
      clock.move(60_000);
      await passes(stack, 2);
      const { report } = await readLedger(stack);

      const told = await allThatWasTold(stack);

      expect(report["entries"]).not.toHaveLength(0);
      for (const what of ["DriftReverted", "/data/password", "/data/added", "(secret)", "linker"]) {
        expect(told).toContain(what);
      }
      expect(told).toContain(server === undefined ? "Secret/" : "push-refused");
      expect(stack.stack.status.refusals.map(({ id, code }) => `${id} ${code}`)).toEqual([
        expect.stringMatching(/not-base64 invalid$/),
        expect.stringMatching(/wrong-type invalid$/),
      ]);
      const leaks = Object.entries(PLANTED).filter(
        ([, value]) => told.includes(value) || told.includes(base64(value)),
      );
      expect(leaks).toEqual([]);
    },
  );
});
