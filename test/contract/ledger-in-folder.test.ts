import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { git } from "../support/git-repository.ts";
import { type GitWorld, makeFolderWorld } from "../support/git-world.ts";
import { BRANCH, change, hurriedClock, PATH } from "../support/ledger-branch.ts";
import { refusalOf } from "../support/source-texts.ts";

describe("a ledger in a folder", { timeout: 60_000 }, () => {
  let world: GitWorld;
  beforeAll(async () => {
    world = await makeFolderWorld();
  });
  afterAll(async () => {
    await world.close();
  });

  test("does not commit to a branch that is checked out", async () => {
    await git(world.root, ["init", "--quiet", "-b", BRANCH, "tree"]);
    await expect(world.openLedger("tree").commit(change("1"))).rejects.toMatchObject({
      code: "push-refused",
    });
  });

  test("waits for another's lock, leaves it, and says which file it is", async () => {
    const { folder, url } = await world.makeRepository();
    await world.openLedger(url).commit(change("1"));
    const lock = join(folder, `refs/heads/${BRANCH}.lock`);
    await writeFile(lock, "");
    const refusal = await refusalOf(
      world.openLedger(url, { clock: hurriedClock }).commit(change("2")),
    );
    expect(refusal).toMatch(/^lost-race: /);
    expect(refusal).toContain(`${BRANCH}.lock`);
    expect(await git(folder, ["show", `${BRANCH}:${PATH}`])).toBe("1");
    await expect(
      git(folder, ["update-ref", `refs/heads/${BRANCH}`, `${BRANCH}^0`, BRANCH]),
    ).rejects.toThrow(/lock/);
  });
});
