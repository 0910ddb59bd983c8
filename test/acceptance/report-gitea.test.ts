import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/core/object/json.ts";
import { eventually } from "../support/eventually.ts";
import { passes } from "../support/follow-stack.ts";
import { type GiteaClone, openGiteaClone } from "../support/gitea-clone.ts";
import { type GiteaStack, openGiteaStack, settle } from "../support/gitea-stack.ts";
import { startInterposingProxy } from "../support/interposing-proxy.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { type MovableClock, movableClock } from "../support/movable-clock.ts";
import { briefEntries } from "../support/read-ledger.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { untilSeen } from "../support/until-seen.ts";
import { useGitea } from "../support/use-gitea.ts";

const COLOURS = settings("colours", { sky: "blue" });
const FILES = manifestFiles(COLOURS);
const EVERY_MS = 1_000;
const RETRY_MS = 30_000;
const RACES = 5;
const ROUNDS = 20;

interface Reported extends GiteaStack {
  readonly clock: MovableClock;
  readonly clone: GiteaClone;
  /** The branch of its reports. */
  readonly ledger: string;
}

describeReal("the drift reports at a real Gitea", () => {
  const gitea = useGitea();

  async function open(
    options: NonNullable<Parameters<typeof openGiteaStack>[1]> = {},
  ): Promise<Reported> {
    const clock = movableClock();
    const opened = await openGiteaStack(gitea(), { ...options, clock });
    const clone = await openGiteaClone(gitea(), opened.repository);
    await passes(opened.stack, 2);
    const ledger = `lockstep/${options.clusterName ?? "test"}/${opened.stack.name}`;
    return { ...opened, clock, clone, ledger };
  }

  async function openFilled(through?: string): Promise<Reported> {
    const at = await gitea().makeRepository();
    await (await openGiteaClone(gitea(), at)).push("main", FILES);
    return open({ at, ...(through === undefined ? {} : { through }) });
  }

  test.each(["a branch that is not there yet", "a branch with a report"])(
    "G3: at Gitea another pusher wins five times in a row on %s: all commits are kept, the report is on top, without a merge",
    async (begin) => {
      const proxy = await startInterposingProxy(gitea().gitea.url);
      const reported = await openFilled(proxy.url);
      const { clone, ledger } = reported;
      if (begin === "a branch with a report") await drift(reported, "first");
      const before = await linesOf(clone, ["rev-list", "--all", "--not", "main"]);
      const foreign: string[] = [];
      proxy.before = async (request) => {
        if (foreign.length === RACES || !isMoment(request, foreign.length)) return;
        foreign.push(await clone.push(ledger, { [`notes/${foreign.length}.md`]: "theirs" }));
      };

      await drift(reported, "raced");

      expect(foreign).toHaveLength(RACES);
      const [newest, ...rest] = await linesOf(clone, ["rev-list", ledger]);
      expect(rest).toEqual([...foreign.toReversed(), ...before]);
      expect(await linesOf(clone, ["rev-list", "--merges", ledger])).toEqual([]);
      expect(await pathsChangedBy(clone, newest ?? "")).toEqual(filesOf(reported));
      expect(await linesOf(clone, ["ls-tree", "-r", "--name-only", ledger])).toEqual([
        ...filesOf(reported),
        ...foreign.map((_, index) => `notes/${index}.md`),
      ]);
      expect(briefEntries(await reportOf(reported))).toContain(entryOf("raced"));
      await clone.git(["fsck", "--strict"]);
      expect((await reported.pass()).refusals).toEqual([]);
    },
  );

  test("G3: at Gitea a ledger that somebody rewrites by force is accepted, and what they wrote is kept", async () => {
    const reported = await openFilled();
    const { clone, ledger } = reported;
    await drift(reported, "first");
    const theirs = await clone.push(ledger, { "README.md": "begun anew" }, "none");

    await drift(reported, "second");

    const [newest, ...rest] = await linesOf(clone, ["rev-list", ledger]);
    expect(rest).toEqual([theirs]);
    expect(await pathsChangedBy(clone, newest ?? "")).toEqual(filesOf(reported));
    expect(await clone.git(["show", `${ledger}:README.md`])).toBe("begun anew");
    expect(briefEntries(await reportOf(reported))).toContain(entryOf("second"));
  });

  test("G3: at Gitea a ledger that somebody deletes is begun anew by the next report", async () => {
    const reported = await openFilled();
    const { clone, ledger } = reported;
    await drift(reported, "first");
    await clone.drop(ledger);

    await drift(reported, "second");

    expect(await linesOf(clone, ["rev-list", ledger])).toHaveLength(1);
    expect(briefEntries(await reportOf(reported))).toContain(entryOf("second"));
    expect((await reported.pass()).refusals).toEqual([]);
  });

  test("G3: at Gitea the history of main is rewritten: the new one is applied, and reports go on on top of the old ones", async () => {
    const reported = await openFilled();
    const { clone, ledger, stack } = reported;
    await drift(reported, "first");
    const before = await linesOf(clone, ["rev-list", ledger]);
    const rewritten = await clone.push(
      "main",
      manifestFiles(settings("colours", { sky: "red" })),
      "none",
    );

    await drift(reported, "second");
    await passes(stack, 2);
    const status = await stack.pass();

    expect(status).toMatchObject({ inSync: true, revision: rewritten, refusals: [], problems: [] });
    expect((await admin().get(targetIn(stack.namespace, COLOURS)))["data"]).toEqual({ sky: "red" });
    const after = await linesOf(clone, ["rev-list", ledger]);
    expect(after.slice(-before.length)).toEqual(before);
    expect(after.length).toBeGreaterThan(before.length);
    expect(await linesOf(clone, ["ls-tree", "-r", "--name-only", ledger])).toEqual(
      filesOf(reported),
    );
    expect(await clone.git(["rev-parse", "main"])).toBe(`${rewritten}\n`);
  });

  test.each(["a branch of their own", "one branch"])(
    "G3: agents of two clusters report to one repository on %s twenty times each at once: 40 commits, none lost, no merge",
    async (kind) => {
      const at = await gitea().makeRepository();
      await (await openGiteaClone(gitea(), at)).push("main", FILES);
      const branch = "reports-of-all";
      const shared = kind === "one branch" ? { reports: { branch } } : {};
      const stacks = await Promise.all(
        ["east", "west"].map(async (clusterName) => {
          const opened = await open({ at, clusterName, ...shared });
          return kind === "one branch" ? { ...opened, ledger: branch } : opened;
        }),
      );

      await Promise.all(stacks.map(async (each) => driftOften(each)));

      const [first] = stacks;
      if (first === undefined) throw new Error("no stack");
      const ledgers = [...new Set(stacks.map(({ ledger }) => ledger))];
      expect(await linesOf(first.clone, ["rev-list", ...ledgers])).toHaveLength(2 * ROUNDS);
      expect(await linesOf(first.clone, ["rev-list", "--merges", ...ledgers])).toEqual([]);
      for (const [index, each] of stacks.entries()) {
        const cluster = index === 0 ? "east" : "west";
        // oxlint-disable-next-line no-await-in-loop -- one clone
        const told = await each.clone.git([
          "log",
          "--reverse",
          "--format=",
          "--patch",
          each.ledger,
          "--",
          filesOf(each, cluster)[0] ?? "",
        ]);
        const keys = told.matchAll(/^\+.*"\/data\/(drift-\d+)"/gm);
        expect([...new Set([...keys].map(([, key]) => key))]).toEqual(
          Array.from({ length: ROUNDS }, (_, round) => `drift-${round}`),
        );
        // oxlint-disable-next-line no-await-in-loop -- as above
        const report = await reportOf(each, cluster);
        expect(report).toMatchObject({ cluster, stack: each.stack.name });
        expect(briefEntries(report)).toContain(entryOf(`drift-${ROUNDS - 1}`));
        expect(each.stack.stack.status.refusals).toEqual([]);
      }
    },
  );
});

/** Half of the times before Git tells the agent its refs, half of the times when they were told, just before it gets the push. */
function isMoment({ method, url = "" }: IncomingMessage, race: number): boolean {
  return race % 2 === 0
    ? method === "POST" && url.endsWith("/git-receive-pack")
    : url.includes("service=git-receive-pack");
}

/** Somebody adds a key, a pass takes it back, and the report of it is delivered. */
async function drift({ stack, clock }: Reported, key: string): Promise<void> {
  const target = targetIn(stack.namespace, COLOURS);
  clock.move(EVERY_MS);
  await admin().patch(target, { merge: { data: { [key]: "here" } } }, { as: "painter" });
  await untilSeen(stack, target);
  await stack.pass();
  await settle(stack);
  await eventually(`the report of ${key} is taken`, async () => {
    // Eight races in a row can be lost at this speed: the report waits then.
    const waits = stack.stack.refusals.get("ledger");
    if (waits === undefined) return true;
    expect(waits.code).toBe("lost-race");
    clock.move(RETRY_MS);
    await stack.pass();
    await settle(stack);
    return undefined;
  });
}

async function driftOften(reported: Reported): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one report after the other
    await drift(reported, `drift-${round}`);
  }
}

function entryOf(key: string): string {
  return `ConfigMap/colours /data/${key} = "here" by painter: reverted`;
}

function filesOf({ stack }: Reported, cluster = "test"): readonly string[] {
  return ["json", "md"].map((ending) => `drift-reports/${cluster}/${stack.name}.${ending}`);
}

async function reportOf(reported: Reported, cluster?: string): Promise<JsonObject> {
  const { clone, ledger } = reported;
  const report: unknown = JSON.parse(
    await clone.git(["show", `${ledger}:${filesOf(reported, cluster)[0]}`]),
  );
  if (!isJsonObject(report)) throw new Error("no report");
  return report;
}

async function pathsChangedBy(clone: GiteaClone, commit: string): Promise<readonly string[]> {
  return linesOf(clone, ["diff-tree", "--root", "--no-commit-id", "--name-only", "-r", commit]);
}

async function linesOf(clone: GiteaClone, args: readonly string[]): Promise<readonly string[]> {
  return (await clone.git(args)).split("\n").filter((line) => line !== "");
}
