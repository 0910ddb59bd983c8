import { rename } from "node:fs/promises";
import { expect, test } from "vitest";
import { settleReport } from "../../src/agent/deliver-report.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { passes } from "../support/follow-stack.ts";
import { type HOSTS, type HostedRepository, hostRepository } from "../support/hosted-repository.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { movableClock } from "../support/movable-clock.ts";
import { briefEntries, readLedger } from "../support/read-ledger.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const COLOURS = settings("colours", { sky: "blue" });
const RETRY_MS = 30_000;

/** One way in which a repository takes no report, and how it ends. */
interface Fault {
  readonly fault: string;
  readonly host: (typeof HOSTS)[number];
  readonly begin: (repository: HostedRepository) => Promise<void>;
  readonly end: (repository: HostedRepository) => Promise<void>;
  /** `code: message` of the refusals, URL and folder left out. */
  readonly said: readonly string[];
}

const FAULTS: readonly Fault[] = [
  {
    fault: "the token may only read",
    host: "an https server",
    begin: async ({ server }) => {
      if (server === undefined) return;
      server.intercept = (request, response) => {
        if (request.url?.includes("receive-pack") !== true) return false;
        response.writeHead(403, { "content-type": "text/plain" }).end("read only");
        return true;
      };
    },
    end: repairServer,
    said: ["forbidden"],
  },
  {
    fault: "the server is down",
    host: "an https server",
    begin: async ({ server }) => {
      if (server === undefined) return;
      server.intercept = (_, response) => {
        response.destroy();
        return true;
      };
    },
    end: repairServer,
    said: ["unreachable", "unreachable"],
  },
  {
    fault: "a hook refuses the push",
    host: "an https server",
    begin: async (repository) => repository.refusePushes("no reports on Fridays"),
    end: async (repository) => repository.refusePushes(undefined),
    said: ["push-refused"],
  },
  {
    fault: "the folder is gone",
    host: "a folder",
    begin: async ({ folder }) => rename(folder, `${folder}.away`),
    end: async ({ folder }) => rename(`${folder}.away`, folder),
    said: ["not-found", "not-found"],
  },
];

async function repairServer({ server }: HostedRepository): Promise<void> {
  if (server !== undefined) server.intercept = () => false;
}

describeReal("A repository that takes no drift report", () => {
  test.each(FAULTS)(
    "G4: drift is reverted, the status says why no report comes, and it comes in one commit once it can ($fault)",
    async ({ host, begin, end, said }) => {
      const repository = await hostRepository(host);
      const clock = movableClock();
      const { folder, source } = repository;
      const stack = await openTestStack({ repository: folder, source, clock });
      await stack.commit(manifestFiles(COLOURS));
      await passes(stack, 2);
      await begin(repository);

      await paint(stack, { sky: "green" });
      await paint(stack, { sea: "grey" });
      clock.move(RETRY_MS);
      const status = await passSettled(stack);

      expect(await dataOf(stack)).toEqual({ sky: "blue" });
      expect(status.refusals.map(({ id, code }) => `${id}${code}`).toSorted()).toEqual(said);
      expect(status.refusals.map(({ message }) => message)).toContainEqual(
        expect.stringMatching(/^the drift report is queued: /),
      );
      await end(repository);
      clock.move(RETRY_MS);
      await passSettled(stack);

      const { commits, report } = await readLedger(stack);
      expect(commits).toHaveLength(1);
      expect(briefEntries(report)).toEqual([
        'ConfigMap/colours /data/sea = "grey" by painter: reverted',
        'ConfigMap/colours /data/sky = "green" by painter: reverted',
      ]);
      expect(await passSettled(stack)).toMatchObject({ refusals: [], inSync: true });
      expect((await readLedger(stack)).commits).toEqual(commits);
    },
  );

  test("G4: a repository that refuses is not asked again by every pass", async () => {
    const repository = await hostRepository("an https server");
    const clock = movableClock();
    const { folder, source, server } = repository;
    const stack = await openTestStack({ repository: folder, source, clock });
    await stack.commit(manifestFiles(COLOURS));
    await passes(stack, 2);
    await repository.refusePushes("no reports on Fridays");
    server?.requests.splice(0);

    for (const sky of ["green", "grey", "red", "white"]) {
      // oxlint-disable-next-line no-await-in-loop -- one drift comes after the other
      await paint(stack, { sky });
      // oxlint-disable-next-line no-await-in-loop -- see above
      await passSettled(stack);
    }

    const pushes = server?.requests.filter((each) => each.endsWith("/git-receive-pack"));
    expect(pushes).toHaveLength(1);
    await repository.refusePushes(undefined);
    clock.move(RETRY_MS);
    await passSettled(stack);
    expect((await readLedger(stack)).report["entries"]).toHaveLength(4);
  });
});

async function paint(stack: TestStack, data: JsonObject): Promise<void> {
  const target = targetIn(stack.namespace, COLOURS);
  await admin().patch(target, { merge: { data } }, { as: "painter" });
  await untilSeen(stack, target);
  await stack.pass();
}

/** A pass, and the report's try that it began; then a pass that can tell of it. */
async function passSettled(stack: TestStack): Promise<StackStatus> {
  await stack.pass();
  await settleReport(stack.stack);
  return stack.pass();
}

async function dataOf(stack: TestStack): Promise<unknown> {
  return (await admin().get(targetIn(stack.namespace, COLOURS)))["data"];
}
