import { describe, expect, test } from "vitest";
import { makeGitHubWorld, makeGitLabWorld } from "../support/forge-world.ts";
import { refusalOf } from "../support/source-texts.ts";

const HEAD = "lockstep/demo/shop-adopt";
const REQUEST = { head: HEAD, base: "main", title: "Adopt", body: "b" };

describe("only at GitLab", () => {
  test("a line of a text is no command to GitLab", async () => {
    const world = await makeGitLabWorld();
    const repository = await world.makeRepository();
    await world.push(repository, HEAD);
    const forge = world.open(repository);
    const body = "/merge\nsee /close\n  /approve now\r\n/spec/replicas\n/label ~x\n/";
    await forge.createPullRequest({ ...REQUEST, body });
    await forge.comment(1, body);
    const escaped = "\\/merge\nsee /close\n  \\/approve now\r\n/spec/replicas\n\\/label ~x\n/";
    expect(world.find(repository).pulls[0]).toMatchObject({ body: escaped, comments: [escaped] });
    await world.close();
  });

  test("pending that was refused and is not pending stays refused", async () => {
    const world = await makeGitLabWorld();
    const repository = await world.makeRepository();
    const commit = await world.push(repository, "main");
    world.forge.intercept = (request, response) => {
      if (request.method !== "POST") return false;
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: "name is too long" }));
      return true;
    };
    const status = { context: "c", state: "pending", description: "d" } as const;
    expect(await refusalOf(world.open(repository).setCommitStatus(commit, status))).toMatch(
      /^refused: .*400: name is too long/,
    );
    await world.close();
  });
});

describe("only at GitHub", () => {
  test("labels that are refused say so", async () => {
    const world = await makeGitHubWorld();
    const repository = await world.makeRepository();
    await world.push(repository, HEAD);
    const forge = world.open(repository);
    world.forge.intercept = (request, response) => {
      if (request.url?.endsWith("/labels") !== true) return false;
      response.writeHead(403, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: "Resource not accessible" }));
      return true;
    };
    await forge.createPullRequest(REQUEST);
    expect(await refusalOf(forge.addLabels(1, ["drift"]))).toMatch(
      /^forbidden: .*the token may not label pull request 1 \(403/,
    );
    await world.close();
  });

  test("a filter that the server drops finds no other branch's pull request", async () => {
    const world = await makeGitHubWorld();
    const repository = await world.makeRepository();
    const forge = world.open(repository);
    for (let index = 0; index < 120; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- numbers in order
      await world.push(repository, `b${index}`);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await forge.createPullRequest({ ...REQUEST, head: `b${index}` });
    }
    world.forge.intercept = (request) => {
      request.url = request.url?.replace(/head=[^&]*&/, "") ?? "";
      return false;
    };
    expect(await forge.findPullRequest(REQUEST)).toBeUndefined();
    expect((await forge.findPullRequest({ head: "b3", base: "main" }))?.number).toBe(4);
    await world.close();
  });
});
