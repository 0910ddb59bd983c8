import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commitFiles, git } from "../support/git-repository.ts";
import { makeServedWorld, type ServedWorld } from "../support/git-world.ts";
import { BRANCH, change, show } from "../support/ledger-branch.ts";
import { refusalOf } from "../support/source-texts.ts";

describe("a ledger behind https", { timeout: 60_000 }, () => {
  let world: ServedWorld;
  beforeAll(async () => {
    world = await makeServedWorld();
  });
  afterAll(async () => {
    await world.close();
  });

  test("a hook's refusal is push-refused with its words, tried once, without credentials", async () => {
    const { folder, url } = await world.makeRepository();
    const hook = join(folder, "hooks/pre-receive");
    await writeFile(
      hook,
      "#!/bin/sh\necho 'reports need a ticket, see https://bot:hunter2@wiki/x' >&2\nexit 1\n",
    );
    await chmod(hook, 0o755);
    world.server.requests.splice(0);
    const commit = world.openLedger(url).commit(change("1"));
    expect(await refusalOf(commit)).toMatch(
      /^push-refused: .*pre-receive hook declined.*reports need a ticket, see https:\/\/\*\*\*@wiki/,
    );
    const pushes = world.server.requests.filter(
      (request) => request.startsWith("POST") && request.endsWith("receive-pack"),
    );
    expect(pushes).toHaveLength(1);
  });

  test("pushes only what is new on a branch with many files", async () => {
    const { folder, url } = await world.makeRepository();
    const files = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`d${index % 10}/f${index}`, `text ${index}`]),
    );
    await commitFiles(folder, { branch: BRANCH, files });
    const lengths: number[] = [];
    world.server.intercept = (request) => {
      if (request.url?.endsWith("/git-receive-pack") === true) {
        lengths.push(Number(request.headers["content-length"]));
      }
      return false;
    };
    await world.openLedger(url).commit(change("1"));
    expect(lengths).toHaveLength(1);
    expect(lengths[0]).toBeLessThan(2_000);
    world.server.intercept = () => false;
  });

  test("a push whose answer is lost is not made twice", async () => {
    const { folder, url } = await world.makeRepository();
    const ledger = world.openLedger(url);
    const state = { isCut: false };
    world.server.intercept = (request, response) => {
      if (
        request.method !== "POST" ||
        request.url?.endsWith("/git-receive-pack") !== true ||
        state.isCut
      ) {
        return false;
      }
      state.isCut = true;
      response.end = () => response.destroy();
      return false;
    };
    await expect(ledger.commit(change("1"))).rejects.toMatchObject({ code: "unreachable" });
    await expect.poll(async () => await git(folder, ["for-each-ref"])).toContain(BRANCH);
    expect(await ledger.commit(change("1"))).toBeUndefined();
    expect(await show(folder, "%s")).toBe("Report drift");
    world.server.intercept = () => false;
  });

  test("a read-only server is forbidden", async () => {
    const readOnly = await makeServedWorld({ isReadOnly: true });
    const { url } = await readOnly.makeRepository();
    await expect(readOnly.openLedger(url).commit(change("1"))).rejects.toMatchObject({
      code: "forbidden",
      retry: "after-change",
    });
    await readOnly.close();
  });
});
