import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClockPort } from "../../src/ports/clock-port.ts";
import { commitFiles, git } from "../support/git-repository.ts";
import { type GitWorld, makeFolderWorld, makeServedWorld } from "../support/git-world.ts";
import { BRANCH, change, contents, hurriedClock, PATH, show } from "../support/ledger-branch.ts";

describe.each([
  { place: "a folder", make: makeFolderWorld },
  { place: "https", make: makeServedWorld },
])("a ledger in $place", { timeout: 60_000 }, ({ make }) => {
  let world: GitWorld;
  beforeAll(async () => {
    world = await make();
  });
  afterAll(async () => {
    await world.close();
  });

  test("begins a branch of its own, and reads back what it wrote", async () => {
    const { folder, url } = await world.makeRepository();
    await commitFiles(folder, { files: { "web.yaml": "1" } });
    const ledger = world.openLedger(url, { clock: hurriedClock });
    expect(await ledger.readFiles([PATH])).toEqual(new Map());
    const commit = await ledger.commit(change("# Drift ü\n"));
    expect(await show(folder, "%H|%an|%ae|%cn|%at %ai|%P|%B")).toBe(
      `${commit}|Lockstep lockstep|lockstep@demo|Lockstep lockstep|1700000000 2023-11-14 22:13:20 +0000||Report drift`,
    );
    expect(await contents(folder)).toEqual([`${PATH}: # Drift ü`]);
    expect(await ledger.readFiles([PATH, "drift-reports", "none/x.md"])).toEqual(
      new Map([[PATH, "# Drift ü\n"]]),
    );
    await git(folder, ["fsck", "--strict"]);
  });

  test("makes no commit for the same files, and one for each change", async () => {
    const { folder, url } = await world.makeRepository();
    const ledger = world.openLedger(url);
    await ledger.commit(change("1"));
    expect(await ledger.commit(change("1"))).toBeUndefined();
    expect(await world.openLedger(url).commit(change("1"))).toBeUndefined();
    await ledger.commit(change("2"));
    expect(await show(folder, "%s", ["--reverse"])).toBe("Report drift\nReport drift");
  });

  test("keeps other people's files and commits, whatever stands in the tree", async () => {
    const { folder, url } = await world.makeRepository();
    const ledger = world.openLedger(url);
    await ledger.commit(change("1"));
    const files = {
      "README.md": "hello",
      "drift-reports/demo.txt": "a",
      "drift-reports/demo/other.md": "b",
      "drift-reports/demo-x/y": "c",
      link: { symlink: "README.md" },
    };
    const foreign = await commitFiles(folder, { branch: BRANCH, files });
    const commit = await ledger.commit(change("2"));
    expect(await show(folder, "%H %P", ["-1"])).toBe(`${commit} ${foreign}`);
    expect(await contents(folder)).toEqual([
      "README.md: hello",
      "drift-reports/demo-x/y: c",
      "drift-reports/demo.txt: a",
      "drift-reports/demo/other.md: b",
      "drift-reports/demo/shop.md: 2",
      "link: README.md",
    ]);
    await git(folder, ["fsck", "--strict"]);
  });

  test("accepts a branch that was rewritten, deleted, or that has a file where our folder belongs", async () => {
    const { folder, url } = await world.makeRepository();
    const ledger = world.openLedger(url);
    await ledger.commit(change("1"));
    const rewritten = await commitFiles(folder, {
      branch: BRANCH,
      files: { "drift-reports": "a file" },
      from: "none",
    });
    const commit = await ledger.commit(change("1"));
    expect(await show(folder, "%H %P", ["-1"])).toBe(`${commit} ${rewritten}`);
    expect(await contents(folder)).toEqual([`${PATH}: 1`]);
    await git(folder, ["update-ref", "-d", `refs/heads/${BRANCH}`]);
    await ledger.commit(change("1"));
    expect(await show(folder, "%P|%s")).toBe("|Report drift");
  });

  test("writes to an empty repository, and beside a packed branch", async () => {
    const { folder, url } = await world.makeRepository();
    await world.openLedger(url).commit(change("1"));
    await git(folder, ["pack-refs", "--all"]);
    await git(folder, ["gc", "--quiet"]);
    await world.openLedger(url).commit(change("2"));
    expect(await contents(folder)).toEqual([`${PATH}: 2`]);
  });

  test("commits several files at once", async () => {
    const { folder, url } = await world.makeRepository();
    const files = new Map([
      ["r/a.md", "1"],
      ["r/a.json", "2"],
      ["r/b/c.md", "3"],
      ["top.md", "4"],
    ]);
    await world.openLedger(url).commit({ files, message: "four" });
    expect(await contents(folder)).toEqual([
      "r/a.json: 2",
      "r/a.md: 1",
      "r/b/c.md: 3",
      "top.md: 4",
    ]);
  });

  test.each(["../x", "a//b", "/a", ".git/config", "a/.GIT/b"])(
    "refuses the path %s",
    async (path) => {
      const { url } = await world.makeRepository();
      const commit = world.openLedger(url).commit({ files: new Map([[path, ""]]), message: "x" });
      await expect(commit).rejects.toMatchObject({ code: "unsupported" });
    },
  );

  test("G3: others push first, five times: all commits are kept, ours is on top, without a merge", async () => {
    const { folder, url } = await world.makeRepository();
    const commits = await foreignCommits(folder, 6);
    const ledger = world.openLedger(url, { clock: raceClock(world, folder, commits) });
    raceRequests(world, folder, commits);
    const commit = await ledger.commit(change("1"));
    expect((await show(folder, "%H")).split("\n")).toEqual([commit, ...commits.toReversed()]);
    expect(await show(folder, "%H", ["--merges"])).toBe("");
    expect(await contents(folder)).toEqual([`${PATH}: 1`, "foreign: 5"]);
  });

  test("gives up after eight lost races", async () => {
    const { folder, url } = await world.makeRepository();
    const commits = await foreignCommits(folder, 10);
    const ledger = world.openLedger(url, { clock: raceClock(world, folder, commits) });
    raceRequests(world, folder, commits);
    await expect(ledger.commit(change("1"))).rejects.toMatchObject({
      code: "lost-race",
      retry: "after-wait",
    });
    expect((await show(folder, "%H")).split("\n")).toHaveLength(9);
  });

  test("a branch whose name is a part of ours is in the way: push-refused", async () => {
    const { folder, url } = await world.makeRepository();
    await commitFiles(folder, { branch: "lockstep", files: { a: "1" } });
    const ledger = world.openLedger(url, { clock: hurriedClock });
    await expect(ledger.commit(change("1"))).rejects.toMatchObject({ code: "push-refused" });
    await git(folder, ["pack-refs", "--all", "--prune"]);
    await expect(ledger.commit(change("1"))).rejects.toMatchObject({ code: "push-refused" });
  });

  test("refuses the source branch", async () => {
    const { url } = await world.makeRepository();
    expect(() => world.openLedger(url, { ledgerBranch: "main" })).toThrow(
      /the branch that is synced/,
    );
  });

  test("several ledgers of one repository at once lose nothing", async () => {
    const { folder, url } = await world.makeRepository();
    const paths = ["a.md", "b.md", "c.md"];
    await Promise.all(
      paths.map(async (path) => {
        const ledger = world.openLedger(url);
        await ledger.commit({ files: new Map([[path, path]]), message: path });
      }),
    );
    expect(await contents(folder)).toEqual(["a.md: a.md", "b.md: b.md", "c.md: c.md"]);
  });
});

/** A line of commits; the branch stands at the first. */
async function foreignCommits(folder: string, count: number): Promise<readonly string[]> {
  const stream = Array.from({ length: count }, (_, index) => {
    const who = `committer Ada <ada@example.com> ${1_600_000_000 + index} +0000`;
    return `commit refs/heads/${BRANCH}\n${who}\ndata 1\nx\nM 100644 inline foreign\ndata 1\n${index}\n`;
  });
  await git(folder, ["fast-import", "--quiet"], Buffer.from(stream.join("")));
  const commits = (await git(folder, ["rev-list", "--reverse", BRANCH])).trim().split("\n");
  await git(folder, ["update-ref", `refs/heads/${BRANCH}`, commits[0] ?? ""]);
  return commits;
}

/** For a folder: the time is asked for between reading the tip and moving the branch, and that is when others commit. */
function raceClock(world: GitWorld, folder: string, commits: readonly string[]): ClockPort {
  if (world.server !== undefined) return hurriedClock;
  const waiting = commits.slice(1);
  return {
    ...hurriedClock,
    now() {
      const next = waiting.shift();
      if (next !== undefined) {
        execFileSync("git", ["update-ref", `refs/heads/${BRANCH}`, next], { cwd: folder });
      }
      return 1_700_000_000_000;
    },
  };
}

/** For a server: others push just before Git gets our push; half of the times before it even tells us the refs. */
function raceRequests(world: GitWorld, folder: string, commits: readonly string[]): void {
  const { server } = world;
  if (server === undefined) return;
  const waiting = commits.slice(1);
  server.intercept = async (request) => {
    const isLate = waiting.length % 2 === 0;
    const moment = isLate ? "/git-receive-pack" : "service=git-receive-pack";
    if (
      request.url?.endsWith(moment) !== true ||
      !request.url.includes(folder.split("/").at(-1) ?? "")
    ) {
      return false;
    }
    if ((request.method === "POST") !== isLate) return false;
    const next = waiting.shift();
    if (next !== undefined) await git(folder, ["update-ref", `refs/heads/${BRANCH}`, next]);
    return false;
  };
}
