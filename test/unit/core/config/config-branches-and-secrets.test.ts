import { describe, expect, test } from "vitest";
import {
  briefConfig,
  MINIMAL_CONFIG,
  readConfig,
  stackWith,
} from "../../../support/config-text.ts";

describe("G2: a source branch as ledger is a problem", () => {
  const AT =
    "stacks[0].reports.branch cannot stand beside the source branch of stacks[0] in the same repository -> a branch of its own, neither equal to a source branch nor one above or below it";

  test.each([
    ["the same branch", "reports: { branch: main }", `5:24 ${AT}`],
    ["a branch below it, which Git cannot have", "reports: { branch: main/drift }", `5:24 ${AT}`],
    ["another branch", "reports: { branch: drift }", "ok"],
  ])("%s", (_title, line, expected) => {
    expect(briefConfig(stackWith(line))).toEqual([expected]);
  });

  test("the ledger of one stack is the source of another", () => {
    const text = `cluster: { name: demo, connect: kubeconfig }
stacks:
  - { name: a, source: { url: https://git.example/x.git } }
  - { name: b, source: { url: https://git.example/x/, branch: lockstep/demo/a } }
`;
    expect(briefConfig(text)).toEqual([
      "3:5 stacks[0].reports.branch cannot stand beside the source branch of stacks[1] in the same repository -> a branch of its own, neither equal to a source branch nor one above or below it",
    ]);
  });
});

describe("G5: secrets in the config are problems and are never repeated", () => {
  test.each([
    [
      "token: hunter2secret",
      '4:53 unknown key "token" in stacks[0].source -> no secret in the config: tokenFile or tokenEnv names where it is',
    ],
    [
      "password: hunter2secret",
      '4:53 unknown key "password" in stacks[0].source -> no secret in the config: tokenFile or tokenEnv names where it is',
    ],
    [
      "branch: 'hunter2secret  '",
      "4:61 stacks[0].source.branch is no branch name -> a name such as main or team/main, without refs/heads/, of at most 200 characters",
    ],
  ])("%s", (key, problem) => {
    const text = MINIMAL_CONFIG.replace("team/stack }", `team/stack , ${key} }`);
    expect(briefConfig(text)).toEqual([problem]);
    expect(JSON.stringify(readConfig(text))).not.toContain("hunter2secret");
  });

  test.each([
    ["https://bot:hunter2secret@git.example/a", "holds credentials"],
    ["https://hunter2secret@git.example/a", "holds credentials"],
    ["https://git.example/a?token=hunter2secret", "has a query or a fragment"],
    ["http://git.example/hunter2secret", "is not encrypted"],
    ["git@git.example:hunter2secret/a", "is an ssh address, which is not supported yet"],
    ["ssh://git.example/hunter2secret", "is an ssh address, which is not supported yet"],
    ["ftp://git.example/hunter2secret", "has an unknown scheme"],
    ["https:///hunter2secret", "names no host"],
  ])("%s", (url, what) => {
    const text = MINIMAL_CONFIG.replace("https://git.example/team/stack", `"${url}"`);
    const parsed = readConfig(text);
    expect(parsed.ok ? "ok" : parsed.problems.map((problem) => problem.what)).toEqual([
      `stacks[0].source.url ${what}`,
    ]);
    expect(JSON.stringify(parsed)).not.toContain("hunter2secret");
  });

  test.each([
    "https://git.example:8443/a.git",
    "http://127.0.0.1:3000/a",
    "http://[::1]:3000/a",
    ".lockstep/repository",
    "/srv/git/a b",
  ])("%s is accepted", (url) => {
    expect(
      briefConfig(MINIMAL_CONFIG.replace("https://git.example/team/stack", `"${url}"`)),
    ).toEqual(["ok"]);
  });
});
