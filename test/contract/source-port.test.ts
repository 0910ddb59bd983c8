import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commitFiles, git } from "../support/git-repository.ts";
import { type GitWorld, makeFolderWorld, makeServedWorld } from "../support/git-world.ts";
import { briefTree, refusalOf, textAt } from "../support/source-texts.ts";

const NOWHERE = "0123456789abcdef0123456789abcdef01234567";

describe.each([
  { place: "a folder", make: makeFolderWorld },
  { place: "https", make: makeServedWorld },
])("a source in $place", { timeout: 60_000 }, ({ make }) => {
  let world: GitWorld;
  beforeAll(async () => {
    world = await make();
  });
  afterAll(async () => {
    await world.close();
  });

  test("reads the tip: its files, symlinks and submodules, a text, the message", async () => {
    const { folder, url } = await world.makeRepository();
    const files = {
      "shop/web.yaml": "kind: Deployment # ü\n",
      "db.yaml": "",
      "link.yaml": { symlink: "shop/web.yaml" },
    };
    const commit = await commitFiles(folder, {
      files,
      message: "Start the shop\n\nSigned-off-by: Ada\n",
    });
    const source = world.openSource(url);
    expect(await source.findTip()).toBe(commit);
    const tree = await source.readTree(commit);
    expect(briefTree(tree)).toEqual(["file db.yaml", "file shop/web.yaml", "symlink link.yaml"]);
    expect(await textAt(source, commit, "shop/web.yaml")).toBe("kind: Deployment # ü\n");
    expect(await textAt(source, commit, "db.yaml")).toBe("");
    expect(await textAt(source, commit, "link.yaml")).toBe("shop/web.yaml");
    expect(await source.readCommit(commit)).toMatchObject({
      author: "Ada <ada@example.com>",
      message: "Start the shop\n\nSigned-off-by: Ada\n",
    });
  });

  test("lists only what is under the path, with paths from the root", async () => {
    const { folder, url } = await world.makeRepository();
    const commit = await commitFiles(folder, {
      files: { "a/b/c.yaml": "1", "a/d.yaml": "2", "e.yaml": "3" },
    });
    const source = world.openSource(url, { config: { path: "a" } });
    await source.findTip();
    expect(briefTree(await source.readTree(commit))).toEqual(["file a/b/c.yaml", "file a/d.yaml"]);
  });

  test.each(["missing", "file.yaml", "a/file.yaml/x"])(
    "a path that is no folder is not-found: %s",
    async (path) => {
      const { folder, url } = await world.makeRepository();
      const commit = await commitFiles(folder, { files: { "a/file.yaml": "1", "file.yaml": "1" } });
      const source = world.openSource(url, { config: { path } });
      await source.findTip();
      await expect(source.readTree(commit)).rejects.toMatchObject({ code: "not-found" });
    },
  );

  test("follows new commits; older ones stay readable and are related", async () => {
    const { folder, url } = await world.makeRepository();
    const source = world.openSource(url);
    const one = await commitFiles(folder, { files: { "a.yaml": "1", "b.yaml": "same" } });
    expect(await source.findTip()).toBe(one);
    const two = await commitFiles(folder, { files: { "a.yaml": "2" } });
    const three = await commitFiles(folder, { files: { "a.yaml": "3" } });
    expect(await source.findTip()).toBe(three);
    const texts = [one, two, three].map(async (commit) => await textAt(source, commit, "a.yaml"));
    expect(await Promise.all(texts)).toEqual(["1", "2", "3"]);
    expect([
      await source.relate(one, three),
      await source.relate(three, one),
      await source.relate(two, two),
      await source.relate(NOWHERE, three),
    ]).toEqual(["ancestor", "descendant", "same", "unknown"]);
  });

  test("accepts a rewritten branch", async () => {
    const { folder, url } = await world.makeRepository();
    const source = world.openSource(url);
    const base = await commitFiles(folder, { files: { "a.yaml": "0" } });
    const lost = await commitFiles(folder, { files: { "a.yaml": "1" } });
    expect(await source.findTip()).toBe(lost);
    const rewritten = await commitFiles(folder, { files: { "a.yaml": "2" }, from: base });
    expect(await source.findTip()).toBe(rewritten);
    expect(await textAt(source, rewritten, "a.yaml")).toBe("2");
    expect(await textAt(source, lost, "a.yaml")).toBe("1");
    expect(await source.relate(lost, rewritten)).toBe("diverged");
    const anew = await commitFiles(folder, { files: { "z.yaml": "9" }, from: "none" });
    expect(await source.findTip()).toBe(anew);
    expect(briefTree(await source.readTree(anew))).toEqual(["file z.yaml"]);
  });

  test("reads packed refs and branches with slashes", async () => {
    const { folder, url } = await world.makeRepository();
    const commit = await commitFiles(folder, { files: { "a.yaml": "1" }, branch: "team/one" });
    await commitFiles(folder, { files: { "a.yaml": "2" }, branch: "team/one-more" });
    await git(folder, ["pack-refs", "--all"]);
    await git(folder, ["gc", "--quiet"]);
    const source = world.openSource(url, { config: { branch: "team/one" } });
    expect(await source.findTip()).toBe(commit);
    expect(briefTree(await source.readTree(commit))).toEqual(["file a.yaml"]);
  });

  test.each([
    {
      what: "a missing branch",
      branches: ["main", "dev/x"],
      code: "no-such-branch",
      message: /no branch prod; there are dev\/x, main/,
    },
    {
      what: "an empty repository",
      branches: [],
      code: "no-such-branch",
      message: /is empty, push a commit to branch prod/,
    },
  ])("$what: $code", async ({ branches, code, message }) => {
    const { folder, url } = await world.makeRepository();
    for (const branch of branches) {
      // oxlint-disable-next-line no-await-in-loop -- commits in one repository
      await commitFiles(folder, { files: { a: "1" }, branch });
    }
    const source = world.openSource(url, { config: { branch: "prod" } });
    const refusal = await refusalOf(source.findTip());
    expect(refusal).toContain(code);
    expect(refusal).toMatch(message);
  });

  test("a missing repository is not-found", async () => {
    const { url } = await world.makeRepository();
    const source = world.openSource(url.replace("shop", "none"));
    await expect(source.findTip()).rejects.toMatchObject({ code: "not-found" });
  });

  test("a commit that nobody has is lost", async () => {
    const { folder, url } = await world.makeRepository();
    await commitFiles(folder, { files: { a: "1" } });
    const source = world.openSource(url);
    await source.findTip();
    await expect(source.readTree(NOWHERE)).rejects.toMatchObject({ code: "lost-commit" });
  });

  test("refuses a SHA-256 repository", async () => {
    const { folder, url } = await world.makeRepository();
    const name = `sha256-${folder.split("/").at(-1)}`;
    await git(world.root, [
      "init",
      "--quiet",
      "--bare",
      "--object-format=sha256",
      "-b",
      "main",
      name,
    ]);
    await commitFiles(join(world.root, name), { files: { a: "1" } });
    const source = world.openSource(url.replace(/[^/]+$/, name));
    expect(await refusalOf(source.findTip())).toMatch(/^unsupported: .*SHA-256/);
  });

  test.each([
    { what: "over 4 MiB", content: Buffer.alloc(4 * 1024 * 1024 + 1, "a"), code: "too-large" },
    { what: "not UTF-8", content: Buffer.from([0x61, 0xff, 0x62]), code: "unsupported" },
  ])("a text $what is $code", async ({ content, code }) => {
    const { folder, url } = await world.makeRepository();
    const commit = await commitFiles(folder, {
      files: { "big.yaml": content, "full.yaml": Buffer.alloc(4 * 1024 * 1024, "a") },
    });
    const source = world.openSource(url);
    await source.findTip();
    await expect(textAt(source, commit, "big.yaml")).rejects.toMatchObject({ code });
    expect(await textAt(source, commit, "full.yaml")).toHaveLength(4 * 1024 * 1024);
  });

  test("lists one entry over the limit and no more, and gives up on a tree that contains itself many times", async () => {
    const { folder, url } = await world.makeRepository();
    const blob = (await git(folder, ["hash-object", "-w", "--stdin"])).trim();
    const files = await makeTree(folder, 300, `100644 blob ${blob}`);
    const wide = await makeTree(folder, 300, `040000 tree ${files}`);
    const empty = await makeTree(folder, 0, "");
    let bomb = await makeTree(folder, 50, `040000 tree ${empty}`);
    for (let level = 0; level < 4; level += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each tree names the one before
      bomb = await makeTree(folder, 50, `040000 tree ${bomb}`);
    }
    const root = await git(
      folder,
      ["mktree"],
      Buffer.from(`040000 tree ${wide}\twide\n040000 tree ${bomb}\tbomb\n`),
    );
    const commit = (await git(folder, ["commit-tree", "-m", "x", root.trim()])).trim();
    await git(folder, ["update-ref", "refs/heads/main", commit]);
    const source = world.openSource(url, { config: { path: "wide" } });
    await source.findTip();
    expect(await source.readTree(commit)).toHaveLength(50_001);
    const bombed = world.openSource(url, { config: { path: "bomb" } });
    await bombed.findTip();
    await expect(bombed.readTree(commit)).rejects.toMatchObject({ code: "too-large" });
  });

  test("refuses file names that are not UTF-8 or that Git forbids", async () => {
    const { folder, url } = await world.makeRepository();
    const blob = (await git(folder, ["hash-object", "-w", "--stdin"])).trim();
    const line = Buffer.concat([
      Buffer.from(`100644 blob ${blob}\ta`),
      Buffer.from([0xff]),
      Buffer.from("b\n"),
    ]);
    const commit = (
      await git(folder, ["commit-tree", "-m", "x", (await git(folder, ["mktree"], line)).trim()])
    ).trim();
    await git(folder, ["update-ref", "refs/heads/main", commit]);
    const source = world.openSource(url);
    await source.findTip();
    await expect(source.readTree(commit)).rejects.toMatchObject({ code: "unsupported" });
  });

  test("many readers at once, while the branch moves", async () => {
    const { folder, url } = await world.makeRepository();
    const source = world.openSource(url);
    const one = await commitFiles(folder, { files: { "a.yaml": "1" } });
    await source.findTip();
    const two = await commitFiles(folder, { files: { "a.yaml": "2" } });
    const tips = Promise.all([source.findTip(), source.findTip(), source.findTip()]);
    const trees = Promise.all(
      [one, one, one].map(async (commit) => briefTree(await source.readTree(commit))),
    );
    expect([await tips, await trees]).toEqual([
      [two, two, two],
      [["file a.yaml"], ["file a.yaml"], ["file a.yaml"]],
    ]);
  });
});

async function makeTree(folder: string, count: number, entry: string): Promise<string> {
  const lines = Array.from({ length: count }, (_, index) => `${entry}\tn${index}\n`);
  return (await git(folder, ["mktree"], Buffer.from(lines.join("")))).trim();
}
