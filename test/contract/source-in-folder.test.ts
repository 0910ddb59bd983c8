import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClockPort } from "../../src/ports/clock-port.ts";
import { commitFiles, git, makeRepository } from "../support/git-repository.ts";
import { type GitWorld, makeFolderWorld } from "../support/git-world.ts";
import { realClock } from "../support/real-clock.ts";
import { briefTree, refusalOf, textAt } from "../support/source-texts.ts";

describe("a source in a folder", { timeout: 60_000 }, () => {
  let world: GitWorld;
  beforeAll(async () => {
    world = await makeFolderWorld();
  });
  afterAll(async () => {
    await world.close();
  });

  test("reads a work tree and a linked work tree, whatever they have checked out", async () => {
    const tree = await makeWorkTree("tree");
    await git(tree, ["worktree", "add", "--quiet", "../linked", "-b", "other"]);
    await git(join(world.root, "linked"), [
      "commit",
      "--quiet",
      "--allow-empty",
      "-m",
      "in the linked one",
    ]);
    const commit = (await git(tree, ["rev-parse", "main"])).trim();
    for (const folder of ["tree", "linked", "tree/.git"]) {
      const source = world.openSource(folder);
      // oxlint-disable-next-line no-await-in-loop -- three folders of one repository
      expect([folder, await source.findTip(), briefTree(await source.readTree(commit))]).toEqual([
        folder,
        commit,
        ["file a.yaml"],
      ]);
    }
  });

  test.each([
    { what: "missing", make: async () => await Promise.resolve(), message: /does not exist/ },
    {
      what: "empty",
      make: async (folder: string) => await mkdir(folder),
      message: /is not a Git repository/,
    },
    {
      what: "a file",
      make: async (folder: string) => await writeFile(folder, ""),
      message: /does not exist/,
    },
  ])("a folder that is $what is not-found", async ({ what, make, message }) => {
    await make(join(world.root, `no-${what}`));
    const source = world.openSource(`no-${what}`);
    const refusal = await refusalOf(source.findTip());
    expect(refusal).toContain("not-found");
    expect(refusal).toMatch(message);
  });

  test("says what to do about borrowed objects", async () => {
    const { folder } = await world.makeRepository();
    await commitFiles(folder, { files: { a: "1" } });
    await git(world.root, ["clone", "--quiet", "--bare", "--shared", folder, "borrowing.git"]);
    const source = world.openSource("borrowing.git");
    expect(await refusalOf(source.findTip())).toMatch(/^unsupported: .*git repack -a -d/);
  });

  test("a damaged object is not-found, and says where", async () => {
    const { folder, url } = await world.makeRepository();
    const commit = await commitFiles(folder, { files: { "a.yaml": "1" } });
    const blob = (await git(folder, ["rev-parse", "main:a.yaml"])).trim();
    const source = world.openSource(url);
    await rm(join(folder, "objects", blob.slice(0, 2), blob.slice(2)), { force: true });
    await expect(textAt(source, commit, "a.yaml")).rejects.toMatchObject({ code: "not-found" });
  });

  test("goes on reading while git gc moves the objects", async () => {
    const { folder, url } = await world.makeRepository();
    const one = await commitFiles(folder, { files: { "a.yaml": "1" } });
    const source = world.openSource(url);
    expect(await textAt(source, one, "a.yaml")).toBe("1");
    const two = await commitFiles(folder, { files: { "a.yaml": "2", "b.yaml": "3" } });
    await git(folder, ["gc", "--quiet", "--prune=now"]);
    expect(await textAt(source, two, "b.yaml")).toBe("3");
  });

  test.each([
    {
      how: "a commit",
      act: async (folder: string) => void (await commitFiles(folder, { files: { a: "2" } })),
    },
    {
      how: "a deleted branch",
      act: async (folder: string) =>
        void (await git(folder, ["update-ref", "-d", "refs/heads/main"])),
    },
    {
      how: "a folder that goes away",
      act: async (folder: string) => await rename(folder, `${folder}.away`),
    },
  ])("calls when the branch changes by $how, and not when something else does", async ({ act }) => {
    const { folder, url } = await world.makeRepository();
    await commitFiles(folder, { files: { a: "1" } });
    const calls = watchCalls(url, eventsOnly);
    await settle();
    await commitFiles(folder, { files: { a: "1" }, branch: "other" });
    await git(folder, ["pack-refs", "--all"]);
    await settle();
    expect(calls.count).toBe(0);
    await act(folder);
    await expect.poll(() => calls.count, { timeout: 4_000 }).toBe(1);
    calls.stop();
  });

  test("calls when the repository comes into being, and no more after stop", async () => {
    const calls = watchCalls("later.git", realClock);
    await settle();
    const folder = await makeRepository(join(world.root, "later.git"));
    await commitFiles(folder, { files: { a: "1" } });
    await expect.poll(() => calls.count, { timeout: 5_000 }).toBeGreaterThan(0);
    calls.stop();
    const before = calls.count;
    await commitFiles(folder, { files: { a: "2" } });
    await settle();
    expect(calls.count).toBe(before);
  });

  function watchCalls(url: string, clock: ClockPort): { readonly count: number; stop(): void } {
    const state = { count: 0 };
    const stop = world.openSource(url, { clock }).watch(() => {
      state.count += 1;
    });
    return {
      get count() {
        return state.count;
      },
      stop,
    };
  }

  async function makeWorkTree(name: string): Promise<string> {
    const folder = join(world.root, name);
    await mkdir(folder);
    await git(folder, ["init", "--quiet", "-b", "main"]);
    await writeFile(join(folder, "a.yaml"), "1");
    await git(folder, ["add", "."]);
    await git(folder, ["commit", "--quiet", "-m", "one"]);
    return folder;
  }
});

/** The machine's clock without the slow poll, so that only file events count. */
const eventsOnly: ClockPort = {
  ...realClock,
  after: (delayMs, callback) =>
    delayMs < 1_000 ? realClock.after(delayMs, callback) : () => undefined,
};

/** Longer than events are coalesced. */
async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 200);
  });
}
