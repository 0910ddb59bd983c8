import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ForgePort } from "../../src/ports/forge-port.ts";
import { forgeRefusal } from "../support/forge-refusal.ts";
import { makeGitHubWorld, makeGitLabWorld, type PlayedWorld } from "../support/forge-world.ts";
import { refusalOf } from "../support/source-texts.ts";

const HEAD = "lockstep/demo/shop-adopt";
const REQUEST = { head: HEAD, base: "main", title: "Adopt", body: "b" };
/** Less than a slow machine needs for any answer: only for those that never come. */
const HURRIED = { silenceTimeoutMs: 300, timeoutMs: 600 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "forge-faults-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe.each([
  { name: "GitHub", make: makeGitHubWorld },
  { name: "GitLab", make: makeGitLabWorld },
])("the way to $name", ({ name, make }) => {
  let world: PlayedWorld;
  let forge: ForgePort;
  let repository: string;
  beforeAll(async () => {
    world = await make();
  });
  afterAll(async () => {
    await world.close();
  });
  beforeEach(async () => {
    world.forge.intercept = () => false;
    repository = await world.makeRepository();
    await world.push(repository, HEAD);
    forge = world.open(repository);
  });

  test.each<[string, string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ["a connection that is cut", "unreachable", (request) => request.socket.destroy()],
    [
      "an answer that is cut",
      "unreachable",
      (request, response) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write("[");
        setImmediate(() => request.socket.destroy());
      },
    ],
    ["silence", "timed-out", () => {}],
    [
      "an answer that never ends",
      "timed-out",
      (_request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(" "), 50);
        response.on("close", () => clearInterval(timer));
      },
    ],
    [
      "an answer of 5 MiB",
      "bad-answer",
      (_request, response) => {
        response.writeHead(200).end(`[${" ".repeat(5 * 1024 * 1024)}]`);
      },
    ],
    [
      "headers of a megabyte",
      "unreachable",
      (_request, response) => {
        response.writeHead(200, { "x-long": "x".repeat(1024 * 1024) }).end("[]");
      },
    ],
  ])("%s", async (_title, code, play) => {
    world.forge.intercept = (request, response) => {
      play(request, response);
      return true;
    };
    const limits = code === "timed-out" ? HURRIED : {};
    const port = world.open(repository, { surroundings: { limits } });
    expect((await forgeRefusal(port.findPullRequest(REQUEST), world.token)).code).toBe(code);
  });

  test("a redirect out of the API gets no token: neither another origin nor another path", async () => {
    const other = await make();
    const { origin, pathname } = new URL(world.forge.api);
    const tokens: unknown[] = [];
    other.forge.intercept = (request) => tokens.push(request.headers.authorization) === 0;
    for (const location of [
      `${other.forge.api}/stolen`,
      `${origin}/users/sign_in?token=hunter2secret`,
      `${origin}${pathname}/../../elsewhere`,
      `//localhost:1/x`,
      "http://localhost:1/x",
      "https://[",
    ]) {
      world.forge.intercept = (_request, response) => {
        response.writeHead(307, { location }).end();
        return true;
      };
      world.forge.requests.splice(0);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const error = await forgeRefusal(forge.createPullRequest(REQUEST), world.token);
      expect(error.code).toBe("bad-answer");
      expect(error.message).not.toContain("hunter2secret");
      expect(world.forge.requests).toHaveLength(1);
    }
    expect(tokens).toEqual([]);
    await other.close();
  });

  test.each([301, 307, 308])("a redirect inside of the API is followed: %s", async (status) => {
    let isFirst = true;
    world.forge.intercept = (request, response) => {
      if (!isFirst) return false;
      isFirst = false;
      response.writeHead(status, { location: request.url ?? "" }).end("{}");
      return true;
    };
    expect((await forge.createPullRequest(REQUEST)).number).toBe(1);
  });

  test("redirects in a circle end", async () => {
    world.forge.intercept = (request, response) => {
      response.writeHead(302, { location: request.url ?? "" }).end();
      return true;
    };
    world.forge.requests.splice(0);
    expect((await forgeRefusal(forge.findPullRequest(REQUEST), world.token)).code).toBe(
      "bad-answer",
    );
    expect(world.forge.requests).toHaveLength(4);
  });

  test("pages without end are read up to a bound", async () => {
    world.forge.intercept = (_request, response) => {
      response.writeHead(200, { link: `<${world.forge.api}/x?page=2>; rel="next"` }).end("[{}]");
      return true;
    };
    world.forge.requests.splice(0);
    expect(await forge.findPullRequest(REQUEST)).toBeUndefined();
    expect(world.forge.requests).toHaveLength(20);
  });

  test("a token file is read at each use, and never told", async () => {
    const tokenFile = join(folder, `token-${name}`);
    const port = world.open(repository, { config: { tokenFile } });
    expect(await refusalOf(port.findPullRequest(REQUEST))).toBe(
      `unauthorized: the token file ${tokenFile} cannot be read`,
    );
    await writeFile(tokenFile, "an-old-token\n");
    expect((await forgeRefusal(port.findPullRequest(REQUEST), "an-old-token")).code).toBe(
      "unauthorized",
    );
    await writeFile(tokenFile, `${world.token}\n`);
    expect(await port.findPullRequest(REQUEST)).toBeUndefined();
    await writeFile(tokenFile, "two lines\nof hunter2secret");
    const error = await forgeRefusal(port.findPullRequest(REQUEST), "hunter2secret");
    expect(error.code).toBe("unauthorized");
  });

  test("an unset variable, a certificate that is not trusted, a CA file that is missing", async () => {
    const unset = world.open(repository, { surroundings: { token: undefined } });
    expect(await refusalOf(unset.findPullRequest(REQUEST))).toBe(
      "unauthorized: the variable FORGE_TOKEN of reports.pullRequest.tokenEnv is not set: put the forge's token there",
    );
    const distrusting = world.open(repository, { config: { caFile: undefined } });
    expect(await refusalOf(distrusting.findPullRequest(REQUEST))).toMatch(
      /^unreachable: .*the server's certificate is not trusted/,
    );
    const caFile = join(folder, `ca-${name}.pem`);
    const lost = world.open(repository, { config: { caFile } });
    expect(await refusalOf(lost.findPullRequest(REQUEST))).toBe(
      `unreachable: the CA file ${caFile} cannot be read: check reports.pullRequest.caFile`,
    );
    await writeFile(caFile, "no certificate");
    expect(await refusalOf(lost.findPullRequest(REQUEST))).toMatch(/^unreachable: /);
  });

  test("a proxy is used for what NO_PROXY does not name", async () => {
    const httpsProxy = "http://127.0.0.1:1";
    const proxied = world.open(repository, { surroundings: { httpsProxy } });
    expect(await refusalOf(proxied.findPullRequest(REQUEST))).toMatch(/^unreachable: /);
    const direct = world.open(repository, { surroundings: { httpsProxy, noProxy: "localhost" } });
    expect(await direct.findPullRequest(REQUEST)).toBeUndefined();
  });

  test("nothing is asked of a port that is closed", async () => {
    await forge.close();
    expect((await forgeRefusal(forge.findPullRequest(REQUEST), world.token)).code).toBe(
      "unreachable",
    );
    await forge.close();
  });
});
