import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRemoteClone } from "../../src/adapters/git/open-remote-clone.ts";
import { makeServedWorld, type ServedWorld } from "../support/git-world.ts";
import { BRANCH } from "../support/ledger-branch.ts";
import { refusalOf } from "../support/source-texts.ts";

/** More than after which a clone is made anew. */
const PUSHES = 501;

let world: ServedWorld;
beforeAll(async () => {
  world = await makeServedWorld();
});
afterAll(async () => {
  await world.close();
});

test("after many pushes a branch that is not there is none, and no incomplete pack", async () => {
  const { url } = await world.makeRepository();
  const { caFile } = world.server;
  const clone = openRemoteClone(
    { url, branch: "main", path: ".", username: undefined, ...NO_TOKEN, caFile },
    { url, branch: BRANCH },
    {
      workDir: join(world.root, "pushes"),
      configFolder: world.root,
      token: undefined,
      httpsProxy: undefined,
      noProxy: undefined,
    },
  );
  await clone.prepare();
  world.server.intercept = (_request, response) => {
    response.writeHead(403);
    response.end();
    return true;
  };
  const commit = { commit: "0".repeat(40), made: new Set<string>() };
  for (let count = 0; count < PUSHES; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a clone does one thing at a time
    expect(await refusalOf(clone.push({ commit, expected: undefined }))).toMatch(/^forbidden/);
  }
  world.server.intercept = () => false;
  expect(await clone.findTip()).toBeUndefined();
  await clone.close();
});

const NO_TOKEN = { tokenFile: undefined, tokenEnv: undefined } as const;
