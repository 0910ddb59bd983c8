import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../../src/core/object/json.ts";
import type { ForgePort } from "../../src/ports/forge-port.ts";
import { forgeRefusal } from "../support/forge-refusal.ts";
import { makeGitHubWorld, makeGitLabWorld, type PlayedWorld } from "../support/forge-world.ts";

const HEAD = "lockstep/demo/shop-adopt";
const REQUEST = { head: HEAD, base: "main", title: "Adopt", body: "b" };
const NOW_MS = Date.parse("2030-01-01T12:00:00Z");

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

function dateIn(seconds: number): string {
  return new Date(NOW_MS + seconds * 1_000).toUTCString();
}

function secondsIn(seconds: number): string {
  return String(NOW_MS / 1_000 + seconds);
}

describe.each([
  { name: "GitHub", make: makeGitHubWorld },
  { name: "GitLab", make: makeGitLabWorld },
])("what $name answers", ({ make }) => {
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
    forge = world.open(repository, { surroundings: { now: () => NOW_MS } });
  });

  /** `TOKEN` in a body becomes the token. */
  function answerWith({ status, headers = {}, body = "" }: Answer): void {
    world.forge.intercept = (_request, response) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      response.writeHead(status, { date: dateIn(0), ...headers });
      response.end(text.replaceAll("TOKEN", world.token));
      return true;
    };
  }

  test.each<[string, Answer, string]>([
    ["401", { status: 401, body: { message: "Bad credentials: TOKEN" } }, "unauthorized"],
    [
      "403",
      { status: 403, body: { message: "Resource not accessible by personal access token" } },
      "forbidden",
    ],
    ["403 of a proxy", { status: 403, body: "<html>TOKEN</html>" }, "forbidden"],
    ["404", { status: 404, body: { message: "Not Found" } }, "not-found"],
    ["410", { status: 410 }, "not-found"],
    ["400", { status: 400, body: { message: { title: ["is TOKEN"] } } }, "refused"],
    ["451", { status: 451, body: { message: "blocked" } }, "refused"],
    ["500", { status: 500, body: "<html>TOKEN</html>" }, "unreachable"],
    ["502 of a proxy", { status: 502, body: "<html>Bad Gateway</html>" }, "unreachable"],
    ["503", { status: 503 }, "unreachable"],
    ["504", { status: 504 }, "timed-out"],
    [
      "a page to sign in",
      { status: 200, body: "<!doctype html><title>Sign in</title>TOKEN" },
      "bad-answer",
    ],
    ["JSON that is cut", { status: 200, body: '[{"number": 1, "tok": "TOKEN' }, "bad-answer"],
    [
      "a pull request that is none",
      { status: 201, body: { number: "1", iid: null } },
      "bad-answer",
    ],
    ["nothing", { status: 200 }, "bad-answer"],
  ])("%s", async (_title, answer, code) => {
    answerWith(answer);
    const error = await forgeRefusal(forge.createPullRequest(REQUEST), world.token);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(new RegExp(`^${world.forge.api}: [^\n]{20,400}$`));
    expect(error.retryAtMs).toBeUndefined();
  });

  test.each<[string, Answer, number]>([
    ["Retry-After in seconds", { status: 429, headers: { "retry-after": "30" } }, 30],
    ["Retry-After as a date", { status: 429, headers: { "retry-after": dateIn(90) } }, 90],
    ["a secondary limit with a time", { status: 403, headers: { "retry-after": "61" } }, 61],
    [
      "a secondary limit without one",
      {
        status: 403,
        headers: { "x-ratelimit-remaining": "4999", "x-ratelimit-reset": secondsIn(3_000) },
        body: { message: "You have exceeded a secondary rate limit." },
      },
      60,
    ],
    [
      "the hour's requests used up",
      {
        status: 403,
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": secondsIn(1_800) },
        body: { message: "API rate limit exceeded for user ID 1." },
      },
      1800,
    ],
    [
      "GitLab's header",
      {
        status: 429,
        headers: { "ratelimit-remaining": "0", "ratelimit-reset": secondsIn(45) },
        body: "Retry later",
      },
      45,
    ],
    [
      "the draft standard's header",
      { status: 429, headers: { "ratelimit-remaining": "0", "ratelimit-reset": "20" } },
      20,
    ],
    ["nothing said", { status: 429 }, 60],
    [
      "out of service until",
      { status: 503, headers: { "retry-after": "120" }, body: "<html>" },
      120,
    ],
    [
      "a clock that is an hour ahead",
      { status: 429, headers: { date: dateIn(3_600), "retry-after": dateIn(3_610) } },
      10,
    ],
    ["a time that has passed", { status: 429, headers: { "retry-after": "0" } }, 1],
    ["a time beyond reason", { status: 429, headers: { "retry-after": "99999999" } }, 86400],
  ])("too many requests: %s", async (_title, answer, seconds) => {
    answerWith(answer);
    const error = await forgeRefusal(forge.findPullRequest(REQUEST), world.token);
    expect(error).toMatchObject({ code: "rate-limited", retry: "after-wait" });
    expect(error.retryAtMs).toBe(NOW_MS + seconds * 1_000);
    expect(error.message).toContain(`wants no request for ${seconds} s`);
  });

  test("many closed pull requests with long bodies are no answer that is too large", async () => {
    const body = "x".repeat(65_536);
    for (let count = 0; count < 70; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one can be open at a time
      const { number } = await forge.createPullRequest({ ...REQUEST, body });
      // oxlint-disable-next-line no-await-in-loop -- see above
      await forge.closePullRequest(number);
    }
    expect(await forge.findPullRequest(REQUEST)).toMatchObject({ number: 70, state: "closed" });
  });

  test("the forge's words are shortened, in one line, and without what looks like a secret", async () => {
    const message = `no\r\n\u202e ${"long ".repeat(200)}`;
    answerWith({
      status: 400,
      body: { message: `Bearer abcdefghijklmnop https://u:p@x/ ${message}` },
    });
    const error = await forgeRefusal(forge.createPullRequest(REQUEST), "abcdefghijklmnop");
    expect(error.message).not.toMatch(/u:p@|[\n\r\u202e]/);
    expect(error.message.length).toBeLessThan(450);
  });
});
