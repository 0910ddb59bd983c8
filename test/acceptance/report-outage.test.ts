import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { isJsonObject, type JsonObject, textAt } from "../../src/core/object/json.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { eventually } from "../support/eventually.ts";
import { passes } from "../support/follow-stack.ts";
import type { GiteaWorld } from "../support/forge-world.ts";
import { type GiteaClone, openGiteaClone } from "../support/gitea-clone.ts";
import { type GiteaStack, openGiteaStack, settle } from "../support/gitea-stack.ts";
import { startAgent } from "../support/killable-agent.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { movableClock } from "../support/movable-clock.ts";
import { person } from "../support/person.ts";
import { briefEntries } from "../support/read-ledger.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { untilSeen } from "../support/until-seen.ts";
import { useGitea } from "../support/use-gitea.ts";

const COLOURS = settings("colours", { sky: "blue" });
const QUARTER_MS = 900_000;
const RETRY_MS = 30_000;

/** One way in which Gitea takes no report, and how it ends. `said`: of the status, who waits and its code. */
interface Fault {
  readonly fault: string;
  /** `pid`: of the agent, when it is a process of its own. */
  readonly begin: (at: Outage, pid: number) => Promise<void>;
  readonly end: (at: Outage) => Promise<void>;
  readonly said: readonly string[];
}

interface Outage extends GiteaStack {
  readonly world: GiteaWorld;
  readonly ledger: string;
  /** Asked while Gitea answers. */
  readonly clone: GiteaClone;
  readonly agent: Awaited<ReturnType<GiteaWorld["gitea"]["admin"]["makeUser"]>>;
}

const STOPPED: Fault = {
  fault: "Gitea is stopped",
  begin: async ({ world }) => world.gitea.stopServer(),
  end: async ({ world }) => world.gitea.startServer(),
  said: ["report unreachable", "request unreachable", "source unreachable"],
};

const FULL_DISK: Fault = {
  fault: "the disk of the agent is full",
  begin: async (_, pid) => limitFiles(pid, "0"),
  end: async () => undefined,
  said: [],
};

const FAULTS: readonly Fault[] = [
  STOPPED,
  {
    fault: "the token is revoked",
    begin: async ({ world, agent }) => world.gitea.admin.revokeTokens(agent),
    end: async (outage) =>
      outage.setToken((await outage.world.gitea.admin.renewToken(outage.agent)).token),
    said: ["report unauthorized", "request unauthorized", "source unauthorized"],
  },
  {
    fault: "the ledger branch is protected",
    begin: async ({ person: owner, repository, ledger }) => {
      const rule = { rule_name: ledger, enable_push: false };
      await owner.ask("POST", `/repos/${repository}/branch_protections`, rule);
    },
    end: async ({ person: owner, repository, ledger }) => {
      const name = encodeURIComponent(ledger);
      await owner.ask("DELETE", `/repos/${repository}/branch_protections/${name}`);
    },
    said: ["report push-refused"],
  },
];

describeReal("Gitea takes no drift report", () => {
  const gitea = useGitea();

  async function open(options: Parameters<typeof openGiteaStack>[1] = {}): Promise<Outage> {
    const opened = await openGiteaStack(gitea(), options);
    const clone = await openGiteaClone(gitea(), opened.repository);
    await clone.push("main", manifestFiles(COLOURS));
    const agent = await gitea().gitea.admin.makeUser(`agent-${opened.stack.name}`);
    const at = `/repos/${opened.repository}/collaborators/${agent.user}`;
    await opened.person.ask("PUT", at, { permission: "write" });
    await opened.setToken(agent.token);
    const ledger = `lockstep/test/${opened.stack.name}`;
    return { ...opened, world: gitea(), clone, agent, ledger };
  }

  test.each(FAULTS)(
    "G4: $fault for an hour: drift is reverted, the status says why nothing is told, and report and pull request come once",
    async ({ begin, end, said }) => {
      const clock = movableClock();
      const outage = await open({ clock });
      const { stack } = outage;
      await passes(stack, 2);
      await begin(outage, 0);

      await edit(outage, { sky: "grey" });
      for (let quarter = 0; quarter < 4; quarter += 1) {
        clock.move(QUARTER_MS);
        // oxlint-disable-next-line no-await-in-loop -- time goes on
        await passSettled(outage);
      }
      await edit(outage, { sea: "green" });
      clock.move(RETRY_MS);
      const status = await passSettled(outage);
      expect(await dataOf(outage)).toEqual({ sky: "blue" });
      expect(refusalsOf(status)).toEqual(said);
      await end(outage);
      clock.move(QUARTER_MS);
      await passSettled(outage);
      const after = await passSettled(outage);

      expect(after).toMatchObject({ inSync: true, refusals: [] });
      expect(await toldBy(outage)).toEqual(BOTH_ONCE);
      clock.move(QUARTER_MS);
      await passSettled(outage);
      expect(await toldBy(outage)).toEqual(BOTH_ONCE);
    },
  );

  test("G4: Gitea is stopped, and the agent is killed before it is back: the next one tells it once", async () => {
    expect(await playKilled(await open(), STOPPED)).toEqual(ONCE);
  });

  test("G4: while the token is revoked, the ledger branch protected, the disk full, the agent is killed: the next one tells it once", async () => {
    // Each takes as long as the Lease of the one that was killed.
    const faults = [...FAULTS.filter((each) => each !== STOPPED), FULL_DISK];
    const outages = await Promise.all(
      faults.map(async (fault) => ({ fault, outage: await open() })),
    );
    const told = await Promise.all(
      outages.map(async ({ fault, outage }) => playKilled(outage, fault)),
    );
    expect(told).toEqual([ONCE, ONCE, ONCE]);
  });

  test("G4: the disk of the agent is full and has room again: the sync goes on, and the same process tells it once", async () => {
    const outage = await open();
    const { stack, config } = outage;
    const agent = await startAgent(stack, { lines: config });
    await untilStatus(outage, '"inSync":true');
    await limitFiles(agent.pid, "0");
    await patch(outage, { sky: "grey" });
    await eventually("it is reverted", async () => textAt(await dataOf(outage), "sky") === "blue");
    await untilStatus(outage, "no-work-folder");
    await limitFiles(agent.pid, "unlimited");
    await eventually("the report is there", async () => (await commitsOf(outage)).length > 0, {
      timeoutMs: 50_000,
    });
    await untilStatus(outage, '"pullRequest"');
    expect(await toldBy(outage)).toEqual(ONCE);
  });
});

/** A drift that is reverted and not told, the end of the process, the end of the fault, and another process. */
async function playKilled(outage: Outage, { begin, end }: Fault): Promise<readonly string[]> {
  const { stack, config } = outage;
  const first = await startAgent(stack, { lines: config });
  await untilStatus(outage, '"inSync":true');
  await begin(outage, first.pid);
  await patch(outage, { sky: "grey" });
  await eventually("it is reverted", async () => textAt(await dataOf(outage), "sky") === "blue");
  await untilParent(outage, (data) => (textAt(data, "queue") ?? "").includes("/data/sky"));
  // The parent has it before the repository has answered.
  await eventually("it says so", () => first.said().includes("the drift report is queued: "));
  await first.kill();
  await end(outage);

  const second = await startAgent(stack, { lines: config });

  await untilParent(
    outage,
    (data) =>
      data["queue"] === undefined && (textAt(data, "status.json") ?? "").includes('"pullRequest"'),
  );
  expect(second.said()).not.toContain("is queued");
  return toldBy(outage);
}

/** What a person does with kubectl, and a pass that finds it. */
async function edit(outage: Outage, data: JsonObject): Promise<void> {
  await patch(outage, data);
  await untilSeen(outage.stack, targetIn(outage.stack.namespace, COLOURS));
  await passSettled(outage);
}

async function patch({ stack }: Outage, data: JsonObject): Promise<void> {
  const change = ["--type=merge", `--patch=${JSON.stringify({ data })}`];
  await person(["patch", "configmap", "colours", `--namespace=${stack.namespace}`, ...change]);
}

async function passSettled({ stack }: Outage): Promise<StackStatus> {
  await stack.pass();
  await settle(stack);
  return stack.pass();
}

/** The most that one file of the process may grow to: 0 is a full disk for whoever writes. */
async function limitFiles(pid: number, soft: string): Promise<void> {
  await promisify(execFile)("prlimit", [`--pid=${pid}`, `--fsize=${soft}:unlimited`]);
}

function refusalsOf({ refusals }: StackStatus): readonly string[] {
  return refusals
    .map(({ code, message }) => {
      if (message.startsWith("the drift report is queued: ")) return `report ${code}`;
      return /^(the )?pull request (\d+ )?waits: /.test(message)
        ? `request ${code}`
        : `source ${code}`;
    })
    .toSorted();
}

async function dataOf({ stack }: Outage): Promise<JsonObject | undefined> {
  const data = (await admin().find(targetIn(stack.namespace, COLOURS)))?.["data"];
  return isJsonObject(data) ? data : undefined;
}

async function untilStatus(outage: Outage, part: string): Promise<void> {
  await untilParent(outage, (data) => (textAt(data, "status.json") ?? "").includes(part));
}

async function untilParent({ stack }: Outage, check: (data: JsonObject) => boolean): Promise<void> {
  const { agentNamespace: namespace, name } = stack;
  const parent = { apiVersion: "v1", kind: "ConfigMap", namespace, name: `lockstep-${name}` };
  await eventually(
    "the parent tells it",
    async () => {
      const data = (await admin().find(parent))?.["data"];
      return isJsonObject(data) && check(data);
    },
    { timeoutMs: 40_000 },
  );
}

async function commitsOf({ clone, ledger }: Outage): Promise<readonly string[]> {
  const tip = await clone.git(["for-each-ref", "--format=%(objectname)", `refs/heads/${ledger}`]);
  if (tip.trim() === "") return [];
  return (await clone.git(["rev-list", ledger])).trim().split("\n");
}

/** Commits of the ledger, what the report tells, and the pull requests: a line each. */
async function toldBy(outage: Outage): Promise<readonly string[]> {
  const { clone, ledger, stack } = outage;
  const commits = await commitsOf(outage);
  const text = await clone.git(["show", `${ledger}:drift-reports/test/${stack.name}.json`]);
  const report: unknown = JSON.parse(text);
  const entries = isJsonObject(report) ? briefEntries(report) : [];
  const pulls = await outage.pulls();
  return [
    `${commits.length} commit`,
    ...entries.map((entry) => entry.split(" ")[1] ?? ""),
    ...pulls.map(({ number, state, title }) => `${number} ${state}: ${title.split(" made")[0]}`),
  ];
}

/** One commit that tells all, one pull request that offers all. */
const ONCE = ["1 commit", "/data/sky", "1 open: Adopt 1 change"];
const BOTH_ONCE = ["1 commit", "/data/sea", "/data/sky", "1 open: Adopt 2 changes"];
