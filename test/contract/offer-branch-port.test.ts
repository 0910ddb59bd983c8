import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OfferBranchPort } from "../../src/ports/offer-branch-port.ts";
import { commitFiles, git } from "../support/git-repository.ts";
import { makeServedWorld, type ServedWorld } from "../support/git-world.ts";

const BRANCH = "lockstep/demo/shop-adopt";
const FILES = { "shop/web.yaml": "replicas: 1\n", "shop/db.yaml": "size: 1\n", README: "hello\n" };
const EDIT = new Map([["shop/web.yaml", "replicas: 3\n"]]);

describe("The branch of a pull request", { timeout: 60_000 }, () => {
  let world: ServedWorld;
  beforeAll(async () => {
    world = await makeServedWorld();
  });
  afterAll(async () => {
    await world.close();
  });

  async function open(): Promise<{ folder: string; base: string; branch: OfferBranchPort }> {
    const { folder, url } = await world.makeRepository();
    const base = await commitFiles(folder, { files: FILES });
    return { folder, base, branch: world.openOfferBranch(url) };
  }

  test("is one commit on the tip of the branch that is synced, with nothing else changed", async () => {
    const { folder, base, branch } = await open();
    expect(await branch.findTip()).toBeUndefined();
    const rebuilt = await branch.rebuild({
      base,
      files: EDIT,
      message: "Adopt",
      expected: undefined,
    });
    expect(rebuilt.kind).toBe("pushed");
    expect(await logOf(folder)).toEqual([`${base} Adopt`]);
    expect(await git(folder, ["diff", "--stat", "--format=", base, BRANCH])).toContain(
      "shop/web.yaml | 2 +-\n 1 file changed",
    );
    await git(folder, ["fsck", "--strict"]);
  });

  test("says the same: nothing is pushed; says more, or the base moved: made anew", async () => {
    const { folder, base, branch } = await open();
    const first = await rebuild(branch, { base, files: EDIT });
    expect(await branch.findTip()).toEqual({ commit: first, isOurs: true });
    const same = { base, files: EDIT, message: "Adopt", expected: first };
    expect(await branch.rebuild(same)).toEqual({ kind: "same", commit: first });
    const more = new Map([...EDIT, ["shop/db.yaml", "size: 2\n"]]);
    const second = await rebuild(branch, { base, files: more, expected: first });
    const moved = await commitFiles(folder, { files: { README: "hello again\n" } });
    expect(await branch.rebuild({ ...same, expected: second })).toEqual({ kind: "lost" });
    await rebuild(branch, { base: moved, files: more, expected: second });
    expect(await logOf(folder)).toEqual([`${moved} Adopt`]);
    expect(await git(folder, ["show", `${BRANCH}:README`])).toBe("hello again\n");
  });

  test("the base has these very files: nothing to offer", async () => {
    const { base, branch } = await open();
    const files = new Map([["README", "hello\n"]]);
    expect(await branch.rebuild({ base, files, message: "Adopt", expected: undefined })).toEqual({
      kind: "empty",
    });
  });

  test("somebody went on with the branch: it is theirs, and what they pushed is not lost", async () => {
    const { folder, base, branch } = await open();
    const ours = await rebuild(branch, { base, files: EDIT });
    const files = { README: "mine\n" };
    const theirs = await commitFiles(folder, { branch: BRANCH, files });
    expect(await branch.findTip()).toEqual({ commit: theirs, isOurs: false });
    const late = { base, files: new Map([["README", "ours\n"]]), message: "x", expected: ours };
    expect(await branch.rebuild(late)).toEqual({ kind: "lost" });
    expect(await git(folder, ["rev-parse", BRANCH])).toBe(`${theirs}\n`);
  });

  test("somebody pushes just before the server gets our push: theirs stays", async () => {
    const { folder, base, branch } = await open();
    const ours = await rebuild(branch, { base, files: EDIT });
    const theirs = await commitFiles(folder, { branch: BRANCH, files: { README: "mine\n" } });
    await git(folder, ["update-ref", `refs/heads/${BRANCH}`, ours]);
    world.server.intercept = async (request) => {
      const isPush = request.method === "POST" && request.url?.endsWith("/git-receive-pack");
      if (isPush === true) await git(folder, ["update-ref", `refs/heads/${BRANCH}`, theirs]);
      return false;
    };
    const files = new Map([["README", "ours\n"]]);
    const rebuilt = await branch.rebuild({ base, files, message: "x", expected: ours });
    world.server.intercept = () => false;
    expect(rebuilt).toEqual({ kind: "lost" });
    expect(await git(folder, ["rev-parse", BRANCH])).toBe(`${theirs}\n`);
  });

  test("another agent finds the branch, and knows that it is its own", async () => {
    const { folder, base, branch } = await open();
    const commit = await rebuild(branch, { base, files: EDIT });
    const url = `${world.server.url}/${folder.split("/").at(-1)}`;
    const other = world.openOfferBranch(url);
    expect(await other.findTip()).toEqual({ commit, isOurs: true });
    const again = { base, files: EDIT, message: "Adopt", expected: commit };
    expect(await other.rebuild(again)).toEqual({ kind: "same", commit });
  });

  test("only what was made for the commit is uploaded", async () => {
    const { folder, url } = await world.makeRepository();
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`m/${index % 20}/${index}.yaml`, `n: ${index}\n`]),
    );
    const base = await commitFiles(folder, { files: many });
    const sizes: number[] = [];
    world.server.intercept = (request) => {
      if (request.url?.endsWith("/git-receive-pack") === true) {
        sizes.push(Number(request.headers["content-length"] ?? 0));
      }
      return false;
    };
    const files = new Map([["m/7/7.yaml", "n: 8\n"]]);
    await rebuild(world.openOfferBranch(url), { base, files });
    world.server.intercept = () => false;
    expect(sizes.filter((size) => size > 0)).toHaveLength(1);
    expect(Math.max(...sizes)).toBeLessThan(3_000);
    expect(await git(folder, ["show", `${BRANCH}:m/8/8.yaml`])).toBe("n: 8\n");
  });
});

async function rebuild(
  branch: OfferBranchPort,
  change: { base: string; files: ReadonlyMap<string, string>; expected?: string },
): Promise<string> {
  const rebuilt = await branch.rebuild({ expected: undefined, message: "Adopt", ...change });
  if (rebuilt.kind !== "pushed") throw new Error(`was not pushed: ${rebuilt.kind}`);
  return rebuilt.commit;
}

/** `parents subject` of the branch's own commits. */
async function logOf(folder: string): Promise<readonly string[]> {
  const text = await git(folder, ["log", "--format=%P %s", `main..${BRANCH}`]);
  return text.trim().split("\n");
}
