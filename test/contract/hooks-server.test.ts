import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { HOOK_SECRET, type HookBench, openHookBench } from "../support/hook-bench.ts";
import {
  forgejoHeaders,
  giteaHeaders,
  githubHeaders,
  gitlabHeaders,
  hmacOf,
  sendHook,
} from "../support/send-hook.ts";

const GITHUB_PUSH = JSON.stringify({
  ref: "refs/heads/main",
  repository: {
    full_name: "team/stack",
    html_url: "https://github.com/team/stack",
    git_url: "git://github.com/team/stack.git",
    ssh_url: "git@github.com:team/stack.git",
    clone_url: "https://github.com/team/stack.git",
  },
});
const GITLAB_PUSH = JSON.stringify({
  object_kind: "push",
  project: {
    web_url: "https://gitlab.example/group/team/stack",
    git_ssh_url: "git@gitlab.example:group/team/stack.git",
    git_http_url: "https://gitlab.example/group/team/stack.git",
  },
  repository: { homepage: "https://gitlab.example/group/team/stack" },
});

let bench: HookBench;
beforeEach(async () => {
  bench = await openHookBench();
});

const FORM = `payload=${encodeURIComponent(GITHUB_PUSH)}`;

describe("a hook that is signed with the secret", () => {
  test.each([
    ["GitHub", GITHUB_PUSH, githubHeaders(HOOK_SECRET, GITHUB_PUSH)],
    ["Gitea", GITHUB_PUSH, giteaHeaders(HOOK_SECRET, GITHUB_PUSH)],
    ["Forgejo", GITHUB_PUSH, forgejoHeaders(HOOK_SECRET, GITHUB_PUSH)],
    [
      "GitHub with a form",
      FORM,
      {
        ...githubHeaders(HOOK_SECRET, FORM),
        "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      },
    ],
  ])("%s: the stacks of its repository look", async (_, body, headers) => {
    const answer = await sendHook(bench.port, { body, headers });
    expect([answer.status, answer.body]).toEqual([
      202,
      "The stacks of this repository look now.\n",
    ]);
    expect(bench.rung).toEqual([
      [
        "https://github.com/team/stack.git",
        "git@github.com:team/stack.git",
        "git://github.com/team/stack.git",
        "https://github.com/team/stack",
      ],
    ]);
    expect([bench.outcomes, bench.logged]).toEqual([["rung"], []]);
  });

  test("GitLab: the stacks of its repository look", async () => {
    const headers = gitlabHeaders(HOOK_SECRET);
    expect(await sendHook(bench.port, { body: GITLAB_PUSH, headers })).toMatchObject({
      status: 202,
    });
    expect(bench.rung[0]).toContain("https://gitlab.example/group/team/stack.git");
  });

  test.each([
    ["no repository", "{}"],
    ["a list", "[1]"],
    ["no JSON", "{"],
    ["nothing", ""],
    ["a repository of another form", '{"repository":"team/stack","project":[{"web_url":1}]}'],
  ])("with %s in it: all stacks look", async (_, body) => {
    const answer = await sendHook(bench.port, { body, headers: githubHeaders(HOOK_SECRET, body) });
    expect([answer.status, bench.rung]).toEqual([202, [[]]]);
  });

  test("of a repository that no stack follows says so, once in the log", async () => {
    bench.called = 0;
    const body = JSON.stringify({
      repository: { html_url: "https://bot:hunter2@git.example/x\u202e" },
    });
    const headers = githubHeaders(HOOK_SECRET, body);
    const answer = await sendHook(bench.port, { body, headers });
    await sendHook(bench.port, { body, headers });
    expect([answer.status, answer.body]).toEqual([202, "No stack follows this repository.\n"]);
    expect(bench.logged).toEqual([
      'a hook names a repository that no stack follows {"repository":"https://(credentials)@git.example/x\\\\u202e","from":"127.0.0.1"}',
    ]);
    expect(bench.outcomes).toEqual(["no-stack", "no-stack"]);
  });

  test("of exactly 1 MiB is heard", async () => {
    const body = Buffer.alloc(1024 * 1024, "x");
    const headers = githubHeaders(HOOK_SECRET, body);
    expect(await sendHook(bench.port, { body, headers })).toMatchObject({ status: 202 });
  });

  test("is heard while a hundred others send their bodies byte by byte", async () => {
    const head = "POST /hooks/git HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    const slow = `${head}X-Gitlab-Token: guess\r\nContent-Length: 1000\r\n\r\n{`;
    const sockets = Array.from({ length: 100 }, () => connect(bench.port, "127.0.0.1"));
    onTestFinished(() => sockets.forEach((each) => each.destroy()));
    for (const each of sockets) each.on("error", () => undefined).write(slow);
    await Promise.all(sockets.slice(0, 30).map(async (each) => once(each, "close")));
    const headers = githubHeaders(HOOK_SECRET, GITHUB_PUSH);
    const answer = await sendHook(bench.port, { body: GITHUB_PUSH, headers });
    expect(answer.status).toBe(202);
  });

  test("is heard again when it is sent again, and a hundred at once are heard", async () => {
    const headers = githubHeaders(HOOK_SECRET, GITHUB_PUSH);
    for (let count = 0; count < 5; count += 1) {
      const all = Array.from({ length: 20 }, async () =>
        sendHook(bench.port, { body: GITHUB_PUSH, headers }),
      );
      // oxlint-disable-next-line no-await-in-loop -- twenty at the same time, five times
      expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([202]));
    }
    expect(bench.rung).toHaveLength(100);
  });
});

describe("a hook that is not", () => {
  const other = "another secret";
  test.each([
    ["nothing", {}, "unsigned"],
    ["GitHub's old SHA-1 alone", { "x-hub-signature": "sha1=abc" }, "unsigned"],
    [
      "a signature without its kind",
      { "x-hub-signature-256": hmacOf(HOOK_SECRET, "{}") },
      "unsigned",
    ],
    ["half a signature", { "x-gitea-signature": hmacOf(HOOK_SECRET, "{}").slice(32) }, "unsigned"],
    ["an empty token", { "x-gitlab-token": "" }, "unsigned"],
    ["another secret at GitHub", githubHeaders(other, "{}"), "forged"],
    ["another secret at Gitea", giteaHeaders(other, "{}"), "forged"],
    ["another secret at Forgejo", forgejoHeaders(other, "{}"), "forged"],
    ["another secret at GitLab", gitlabHeaders(other), "forged"],
    ["the beginning of the token", gitlabHeaders(HOOK_SECRET.slice(0, -1)), "forged"],
    ["the signature of another body", githubHeaders(HOOK_SECRET, "[]"), "forged"],
    ["an empty secret", githubHeaders("", "{}"), "forged"],
    ["the HMAC as a token", gitlabHeaders(hmacOf(HOOK_SECRET, "{}")), "forged"],
  ])("%s: 401 without a word of why", async (_, headers, outcome) => {
    const answer = await sendHook(bench.port, { body: "{}", headers });
    expect([answer.status, answer.body]).toEqual([
      401,
      "Not signed with the secret of this agent.\n",
    ]);
    expect([bench.rung, bench.outcomes]).toEqual([[], [outcome]]);
  });

  test("is told once a minute, with how many more came", async () => {
    const headers = gitlabHeaders(other);
    for (let count = 0; count < 10; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await sendHook(bench.port, { headers });
    }
    expect(bench.logged).toEqual([
      'a hook was refused: its signature is not of the secret in agent.hooks {"from":"127.0.0.1"}',
    ]);
    bench.nowMs = 60_000;
    await sendHook(bench.port, { headers });
    expect(bench.logged[1]).toMatch(/"moreSinceTheLast":9/);
    expect(bench.logged.join()).not.toContain(other);
  });

  test("is found by a comparison that takes the same time for all of them", () => {
    const source = readFileSync(
      join(import.meta.dirname, "../../src/web/hook-signature.ts"),
      "utf8",
    );
    expect(source).toMatch(/timingSafeEqual\(digest, /);
    expect(source).not.toMatch(/===? ?(?:digest|secret|wanted)|\.equals\(/);
  });
});

describe("the secret", () => {
  test("is read anew when the file changes", async () => {
    const { port, folder, masked } = bench;
    await sendHook(port, { headers: gitlabHeaders(HOOK_SECRET) });
    await writeFile(join(folder, "secret"), "the next, which is longer\n");
    const answers = [
      await sendHook(port, { headers: gitlabHeaders(HOOK_SECRET) }),
      await sendHook(port, { headers: gitlabHeaders("the next, which is longer") }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 202]);
    expect(new Set(masked)).toEqual(new Set([HOOK_SECRET, "the next, which is longer"]));
  });

  test.each([
    ["empty", { text: "" }, "is empty or too large"],
    ["blank", { text: " \n" }, "is empty or too large"],
    ["not there", "no file", "cannot be read"],
  ] as const)("that is %s opens to nobody, and is told at the start", async (_, secret, words) => {
    const { port, folder, rung, logged } = await openHookBench(secret);
    expect(logged).toEqual([
      `hooks are refused {"why":"the hook secret file ${folder}/secret ${words}","code":"unauthorized"}`,
    ]);
    const answers = [
      await sendHook(port, { headers: gitlabHeaders(" ") }),
      await sendHook(port, { headers: githubHeaders("", "") }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 503]);
    expect(rung).toEqual([]);
  });
});
