import { expect, test } from "vitest";
import { briefConfig, readConfig, stackWith } from "../../../support/config-text.ts";

const WHOLE =
  "reports: { pullRequest: { forge: gitea, api: https://git.example/api/v1, repository: team/stack, tokenFile: token } }";

/** The whole section with one text in another's place. */
function whole(from: string, to: string): string {
  return stackWith(WHOLE.replace(from, to));
}

function reportsOf(text: string): unknown {
  const parsed = readConfig(text);
  return parsed.ok ? parsed.value.config.stacks[0]?.reports : parsed.problems;
}

test("a pull request is normalised: its branch is named, the API has no slash at its end", () => {
  expect(reportsOf(whole("api/v1,", "api/v1//,"))).toMatchObject({
    pullRequest: {
      forge: "gitea",
      api: "https://git.example/api/v1",
      repository: "team/stack",
      branch: "lockstep/demo/shop-adopt",
      tokenFile: "token",
      tokenEnv: undefined,
      caFile: undefined,
      labels: [],
      includeRights: false,
    },
  });
});

test("offer is milliseconds, and people are patterns as in an allow rule", () => {
  const lines = "reports: { offer: 24h, people: ['kubectl*', '/^alice@/'] }";
  expect(reportsOf(stackWith(lines))).toMatchObject({
    offerMs: 86_400_000,
    people: ["kubectl*", "/^alice@/"],
    pullRequest: undefined,
  });
});

test.each([
  [
    "GitHub itself",
    "gitea, api: https://git.example/api/v1",
    "github, api: https://api.github.com",
  ],
  [
    "GitHub Enterprise",
    "gitea, api: https://git.example/api/v1",
    "github, api: https://git.example/api/v3",
  ],
  [
    "GitLab below a path",
    "api: https://git.example/api/v1",
    "api: https://git.example/gitlab/api/v4",
  ],
  [
    "groups of groups",
    "gitea, api: https://git.example/api/v1, repository: team/stack",
    "gitlab, api: https://git.example/api/v4, repository: a/b/c/stack",
  ],
  ["a port of this machine", "https://git.example/api/v1", "http://127.0.0.1:3000/api/v1"],
  ["IPv6 of this machine", "https://git.example/api/v1", "'http://[::1]:3000/api/v1'"],
  ["another host than the source's", "https://git.example/api/v1", "https://api.other.example"],
  ["dots and hyphens", "team/stack", "team-1/stack.config_2"],
  ["a token from a variable", "tokenFile: token", "tokenEnv: FORGE_TOKEN"],
  ["labels", "tokenFile: token", "tokenFile: token, labels: [drift, 'kind: report', 🚦]"],
])("right: %s", (_title, from, to) => {
  expect(briefConfig(whole(from, to))).toEqual(["ok"]);
});

const API_FORM =
  "such as https://git.example/api/v1, https://api.github.com or https://gitlab.example/api/v4 (http:// only for this machine)";
const AT = "stacks[0].reports.pullRequest";
const NO_REPOSITORY =
  "is no repository of a forge -> its path there, without .git, such as team/stack";

test.each([
  ["http://git.example/api/v1", `${AT}.api is not encrypted -> ${API_FORM}`],
  ["git.example/api/v1", `${AT}.api is no URL of an API -> ${API_FORM}`],
  [
    "https://git.example/api/v1?token=hunter2secret",
    `${AT}.api is no URL of an API -> ${API_FORM}`,
  ],
  ["https://git.example:77777/hunter2secret", `${AT}.api is no URL of an API -> ${API_FORM}`],
  ["https://1.2.3.4.5/hunter2secret", `${AT}.api is no URL of an API -> ${API_FORM}`],
  ["'https://git.example/hunter2secret x'", `${AT}.api is no URL of an API -> ${API_FORM}`],
  [
    "https://bot:hunter2secret@git.example/api/v1",
    `${AT}.api holds credentials -> the URL without them, and tokenFile or tokenEnv beside it`,
  ],
])("wrong API: %s", (url, problem) => {
  const text = whole("https://git.example/api/v1", url);
  expect(briefConfig(text)).toEqual([`5:50 ${problem}`]);
  expect(JSON.stringify(readConfig(text))).not.toContain("hunter2secret");
});

test.each([
  "stack",
  "team/",
  "/stack",
  "../stack",
  "team/st ack",
  "team/stack.git",
  "team/a?b",
  "./stack",
])("wrong repository: %s", (repository) => {
  expect(briefConfig(whole("team/stack", repository))).toEqual([
    `5:90 ${AT}.repository ${NO_REPOSITORY}`,
  ]);
});

test.each([
  [
    "team/stack",
    "team/group/stack",
    `5:90 ${AT}.repository has more than two parts -> owner/name; only GitLab has groups inside of groups`,
  ],
  [
    ", tokenFile: token",
    "",
    `5:29 ${AT} names no token -> tokenFile or tokenEnv: no forge opens a pull request without one`,
  ],
  [
    "tokenFile: token",
    "tokenFile: token, tokenEnv: TOKEN",
    `5:130 ${AT} names both tokenFile and tokenEnv -> one of them`,
  ],
  [
    "tokenFile: token",
    "tokenFile: token, token: hunter2secret",
    `5:120 unknown key "token" in ${AT} -> no secret in the config: tokenFile or tokenEnv names where it is`,
  ],
  [
    "forge: gitea",
    "forge: githb",
    `5:38 ${AT}.forge is "githb", which is none of the known values -> did you mean "github"?`,
  ],
  [
    "tokenFile: token",
    "tokenFile: token, labels: ['a,b']",
    `5:129 ${AT}.labels[0] is no label -> a name of 1 to 50 characters, without commas and without spaces at its ends`,
  ],
  [
    "tokenFile: token",
    "tokenFile: token, labels: [a, b, c, d, e, f, g, h, i, j, k]",
    `5:128 ${AT}.labels is too long -> at most ten labels`,
  ],
])("wrong: %s -> %s", (from, to, problem) => {
  expect(briefConfig(whole(from, to))).toEqual([problem]);
});

test("a folder has no forge", () => {
  const text = stackWith(WHOLE).replace("https://git.example/team/stack", "./manifests");
  expect(briefConfig(text)).toEqual([
    `5:29 ${AT} has no repository at a forge: the source is a folder -> no such key, or an https:// URL in source.url`,
  ]);
});

test.each([
  [
    "offer: 0s",
    "5:23 stacks[0].reports.offer is out of range -> a duration such as 30s, 10m or 1h30m, from 1s to 576h",
  ],
  [
    "people: ['ku*ctl']",
    "5:25 stacks[0].reports.people[0] has a * that is not its last character -> an exact name, a prefix and *, or a regular expression between slashes, made of plain characters, . [a-z] \\d \\w \\s ( ) | * + ? {n,m} ^ $",
  ],
])("wrong: %s", (key, problem) => {
  expect(briefConfig(stackWith(`reports: { ${key} }`))).toEqual([problem]);
});

test.each([
  ["reports: {}", "shop-adopt", "stacks[1].reports.branch"],
  ["reports: { branch: lockstep/demo/shop-adopt/x }", "other", "stacks[1].reports.branch"],
  ["reports: { branch: drift }", "other", "ok"],
])("the branch of a pull request is nobody else's: %s of %s", (reports, name, of) => {
  const text = `${stackWith(WHOLE)}  - { name: ${name}, source: { url: https://git.example/team/stack.git }, ${reports} }\n`;
  expect(briefConfig(text)).toEqual([
    of === "ok"
      ? "ok"
      : `5:29 ${AT} uses a branch named as the stack and -adopt, which cannot stand beside ${of} in the same repository -> another branch or another stack's name there`,
  ]);
});
