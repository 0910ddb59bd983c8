import { createHash } from "node:crypto";
import { appendFile, chmod, readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commitFiles, git } from "../support/git-repository.ts";
import { makeServedWorld, type ServedWorld } from "../support/git-world.ts";
import { briefTree, refusalOf, textAt } from "../support/source-texts.ts";

describe("a source behind https", { timeout: 60_000 }, () => {
  let world: ServedWorld;
  beforeAll(async () => {
    world = await makeServedWorld();
  });
  afterAll(async () => {
    await world.close();
  });

  test("an unchanged tip costs two small requests and no pack, also after a restart", async () => {
    const { folder, url } = await world.makeRepository();
    const commit = await commitFiles(folder, { files: { "a.yaml": "1" } });
    const workDir = join(world.root, "restarted");
    const source = world.openSource(url, { workDir });
    await source.findTip();
    world.server.requests.splice(0);
    await source.findTip();
    await source.readTree(commit);
    expect(world.server.requests.splice(0)).toHaveLength(2);
    const restarted = world.openSource(url, { workDir });
    await restarted.findTip();
    await restarted.readTree(commit);
    expect(world.server.requests.splice(0)).toHaveLength(2);
  });

  test("a new commit brings only what is new", async () => {
    const { folder, url } = await world.makeRepository();
    const noise = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 251));
    await commitFiles(folder, { files: { "big.bin": noise, "a.yaml": "1" } });
    const source = world.openSource(url, { limits: { fetchBytesMax: 2_000 } });
    await source.findTip();
    const two = await commitFiles(folder, { files: { "a.yaml": "2" } });
    world.server.requests.splice(0);
    expect(await source.findTip()).toBe(two);
    // Over the limit it would have cloned anew, with two more requests.
    expect(world.server.requests).toHaveLength(4);
  });

  test("a rewritten branch that would bring all history is cloned anew, shallow", async () => {
    const { folder, url } = await world.makeRepository();
    const base = await commitFiles(folder, { files: { "a.yaml": "0" } });
    for (let index = 0; index < 3; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one history
      await commitFiles(folder, { files: { "bulk.txt": randomText(20_000, index) } });
    }
    await git(folder, ["update-ref", "refs/heads/side", "refs/heads/main"]);
    await commitFiles(folder, { files: { "a.yaml": "old" }, from: base });
    const source = world.openSource(url, { limits: { fetchBytesMax: 20_000 } });
    await source.findTip();
    const side = await commitFiles(folder, {
      files: { "bulk.txt": "small" },
      from: "refs/heads/side^0",
    });
    expect(await source.findTip()).toBe(side);
    expect(briefTree(await source.readTree(side))).toEqual(["file a.yaml", "file bulk.txt"]);
  });

  test.each([
    { server: "hands out ids", config: ["uploadpack.allowAnySHA1InWant", "true"], packs: 2 },
    {
      server: "does not, so the branch is deepened",
      config: ["uploadpack.allowAnySHA1InWant", "false"],
      packs: 3,
    },
  ])("a commit lost with the clone is fetched again: the server $server", async ({ config }) => {
    const { folder, url } = await world.makeRepository();
    await git(folder, ["config", ...config]);
    const one = await commitFiles(folder, { files: { "a.yaml": "1" } });
    await commitFiles(folder, { files: { "a.yaml": "2" } });
    const three = await commitFiles(folder, { files: { "a.yaml": "3" } });
    const source = world.openSource(url);
    await source.findTip();
    expect(await textAt(source, one, "a.yaml")).toBe("1");
    expect(await source.relate(one, three)).toBe("ancestor");
    expect(await source.relate(three, one)).toBe("descendant");
  });

  test("a commit that only its id reaches is fetched when the server hands out ids", async () => {
    const { folder, url } = await world.makeRepository();
    await git(folder, ["config", "uploadpack.allowAnySHA1InWant", "true"]);
    const base = await commitFiles(folder, { files: { "a.yaml": "0" } });
    const lost = await commitFiles(folder, { files: { "a.yaml": "1" } });
    await commitFiles(folder, { files: { "a.yaml": "2" }, from: base });
    const source = world.openSource(url);
    await source.findTip();
    expect(await textAt(source, lost, "a.yaml")).toBe("1");
  });

  test.each([
    {
      damage: "a half index",
      files: ".idx",
      harm: async (path: string) => await truncate(path, 600),
    },
    {
      damage: "a half pack",
      files: ".pack",
      harm: async (path: string) => await truncate(path, 100),
    },
    {
      damage: "an empty pack",
      files: ".pack",
      harm: async (path: string) => await truncate(path, 0),
    },
    {
      damage: "a pack with rubbish at its end",
      files: ".pack",
      harm: async (path: string) => await appendFile(path, "xx"),
    },
  ])("heals a clone with $damage", async ({ files, harm }) => {
    const { folder, url } = await world.makeRepository();
    const commit = await commitFiles(folder, { files: { "a.yaml": "1" } });
    const workDir = join(world.root, `damaged-${commit.slice(0, 8)}-${Math.random()}`);
    const first = world.openSource(url, { workDir });
    await first.findTip();
    const clone = join(workDir, "git", (await readdir(join(workDir, "git")))[0] ?? "");
    for (const name of await readdir(join(clone, "objects/pack"))) {
      const path = join(clone, "objects/pack", name);
      // oxlint-disable-next-line no-await-in-loop -- one file
      if (name.endsWith(files)) await harmFile(path, harm);
    }
    const source = world.openSource(url, { workDir });
    // Reading without looking for the tip first, as after a kill -9 in between.
    expect(await textAt(source, commit, "a.yaml")).toBe("1");
    expect(await source.findTip()).toBe(commit);
    const next = await commitFiles(folder, { files: { "a.yaml": "2" } });
    expect(await source.findTip()).toBe(next);
  });

  test("a transfer that breaks off is unreachable, and the next one succeeds", async () => {
    const { folder, url } = await world.makeRepository();
    const commit = await commitFiles(folder, { files: { "a.yaml": "1" } });
    const source = world.openSource(url);
    let packs = 0;
    world.server.intercept = (request, response) => {
      const isPack = request.method === "POST" && request.headers["git-protocol"] === undefined;
      if (!isPack || packs > 0) return false;
      packs += 1;
      response.writeHead(200, {
        "content-type": "application/x-git-upload-pack-result",
        "content-length": "5000",
      });
      response.write("0008NAK\n00");
      setTimeout(() => response.destroy(), 10);
      return true;
    };
    await expect(source.findTip()).rejects.toMatchObject({ code: "unreachable" });
    expect(await source.findTip()).toBe(commit);
  });

  test.each([
    { answer: "401", status: 401, code: "unauthorized" },
    { answer: "403", status: 403, code: "forbidden" },
    { answer: "404", status: 404, code: "not-found" },
    { answer: "413", status: 413, code: "too-large" },
    { answer: "503", status: 503, code: "unreachable" },
    { answer: "a web page", status: 200, code: "not-found" },
  ])("a server that answers $answer: $code", async ({ status, code }) => {
    const { url } = await world.makeRepository();
    world.server.intercept = (_, response) => {
      response.writeHead(status, { "content-type": "text/html" }).end("<html>Sign in</html>");
      return true;
    };
    const source = world.openSource(url);
    await expect(source.findTip()).rejects.toMatchObject({ code });
    world.server.intercept = () => false;
  });

  test.each([
    { part: "before the answer", limits: { silenceTimeoutMs: 100 } },
    {
      part: "inside the answer",
      limits: { silenceTimeoutMs: 100 },
      begin: "001e# service=git-upload-pack\n",
    },
    { part: "in all", limits: { shortTimeoutMs: 100 } },
  ])("a server that hangs $part: timed-out", async ({ limits, begin }) => {
    const { url } = await world.makeRepository();
    world.server.intercept = (_, response) => {
      if (begin !== undefined) response.writeHead(200).write(begin);
      return true;
    };
    const source = world.openSource(url, { limits });
    await expect(source.findTip()).rejects.toMatchObject({ code: "timed-out" });
    world.server.intercept = () => false;
  });

  test("a repository over the limit is too-large and leaves nothing behind", async () => {
    const { folder, url } = await world.makeRepository();
    await commitFiles(folder, { files: { "bulk.txt": randomText(50_000, 1) } });
    const workDir = join(world.root, "too-large");
    const source = world.openSource(url, { workDir, limits: { cloneBytesMax: 10_000 } });
    await expect(source.findTip()).rejects.toMatchObject({ code: "too-large" });
    expect(await readdir(join(workDir, "git"))).toEqual([]);
  });

  test("an unknown certificate is unreachable and names caFile; so is a server that is down", async () => {
    const { url } = await world.makeRepository();
    const untrusting = world.openSource(url, { config: { caFile: undefined } });
    expect(await refusalOf(untrusting.findTip())).toMatch(
      /^unreachable: .*certificate is not trusted.*caFile/,
    );
    const down = world.openSource("https://localhost:1/shop.git");
    await expect(down.findTip()).rejects.toMatchObject({ code: "unreachable" });
    const noCa = world.openSource(url, { config: { caFile: "missing.pem" } });
    await expect(noCa.findTip()).rejects.toMatchObject({ code: "not-found" });
  });

  test.each([
    { url: "git@github.com:team/shop.git", message: /ssh is not read.*https:\/\// },
    { url: "ssh://git@github.com/team/shop.git", message: /ssh is not read/ },
    { url: "github.com:team/shop", message: /ssh is not read/ },
    { url: "git://example.com/shop.git", message: /git:\/\/ is not read/ },
    { url: "file:///srv/shop.git", message: /file:\/\/ is not read/ },
    { url: "http://example.com/shop.git", message: /plain http is read on loopback only/ },
    {
      url: "https://bot:hunter2@example.com/shop.git",
      message: /^https:\/\/\*\*\*@example.com\/shop.git: credentials/,
    },
    { url: "https://", message: /not a URL/ },
  ])("$url is unsupported, with what to write instead", ({ url, message }) => {
    expect(() => world.openSource(url)).toThrow(message);
    expect(() => world.openSource(url)).toThrow(expect.objectContaining({ code: "unsupported" }));
  });
});

/** Text that does not compress well, the same for the same seed. */
function randomText(length: number, seed: number): string {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, index) =>
    createHash("sha384").update(`${seed} ${index}`).digest("base64"),
  );
  return blocks.join("");
}

/** The object files are read-only. */
async function harmFile(path: string, harm: (path: string) => Promise<void>): Promise<void> {
  await chmod(path, 0o644);
  await harm(path);
}
