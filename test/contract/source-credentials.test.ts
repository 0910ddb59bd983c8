import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commitFiles } from "../support/git-repository.ts";
import { makeServedWorld, type ServedWorld } from "../support/git-world.ts";
import { refusalOf } from "../support/source-texts.ts";

describe("a source behind https that wants credentials", { timeout: 60_000 }, () => {
  const TOKEN = "s3cret-token/+=";
  let world: ServedWorld;
  beforeAll(async () => {
    world = await makeServedWorld({ token: TOKEN });
  });
  afterAll(async () => {
    await world.close();
  });

  test("takes a token that was handed in, and one from a file that is rotated", async () => {
    const { folder, url } = await world.makeRepository();
    const commit = await commitFiles(folder, { files: { a: "1" } });
    expect(await world.openSource(url, { token: `${TOKEN}\n` }).findTip()).toBe(commit);
    const tokenFile = join(world.root, "token");
    await writeFile(tokenFile, "old-token\n");
    const source = world.openSource(url, { config: { tokenFile: "token" } });
    await expect(source.findTip()).rejects.toMatchObject({ code: "unauthorized" });
    await writeFile(tokenFile, `${TOKEN}\n`);
    expect(await source.findTip()).toBe(commit);
    await writeFile(tokenFile, " \n");
    await expect(source.findTip()).rejects.toMatchObject({ code: "unauthorized" });
  });

  test.each([
    { what: "none", options: {} },
    { what: "a wrong token", options: { token: "wrong-token" } },
    { what: "a wrong user", options: { token: TOKEN, config: { username: "eve" } } },
    { what: "a missing file", options: { config: { tokenFile: "no-such-file" } } },
  ])("$what: unauthorized, and no credential in the message", async ({ options }) => {
    const { url } = await world.makeRepository();
    const refusal = await refusalOf(world.openSource(url, options).findTip());
    expect(refusal).toMatch(/^unauthorized: /);
    expect(refusal).not.toMatch(/wrong-token|s3cret/);
  });

  test("follows a moved repository on one server, and takes no credentials to another", async () => {
    const { folder, url } = await world.makeRepository();
    const commit = await commitFiles(folder, { files: { a: "1" } });
    const other = await makeServedWorld();
    const bothCas = join(world.root, "both.pem");
    const pems = [world.server.caFile, other.server.caFile].map(
      async (file) => await readFile(file, "utf8"),
    );
    await writeFile(bothCas, (await Promise.all(pems)).join(""));
    const seen: (string | undefined)[] = [];
    other.server.intercept = (request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(404).end();
      return true;
    };
    world.server.intercept = (request, response) => {
      const path = request.url ?? "";
      if (path.startsWith("/old/")) {
        response.writeHead(301, { location: path.replace("/old/", "/") }).end();
        return true;
      }
      if (!path.startsWith("/away/")) return false;
      response
        .writeHead(302, {
          location: `${other.server.url.replace("localhost", "127.0.0.1")}${path}`,
        })
        .end();
      return true;
    };
    const moved = world.openSource(url.replace(/([^/]+)$/, "old/$1"), { token: TOKEN });
    expect(await moved.findTip()).toBe(commit);
    const away = world.openSource(url.replace(/([^/]+)$/, "away/$1"), {
      token: TOKEN,
      config: { caFile: bothCas },
    });
    expect(await refusalOf(away.findTip())).toMatch(/^not-found: /);
    expect(seen).toEqual([undefined]);
    await other.close();
  });
});
