import { expect, test } from "vitest";
import { briefConfig, readConfig, stackWith } from "../../../support/config-text.ts";

function reportsOf(lines: string): unknown {
  const parsed = readConfig(stackWith(lines));
  return parsed.ok ? parsed.value.config.stacks[0]?.reports : parsed.problems;
}

test("by default the agent commits under its own name, adds nothing and signs nothing", () => {
  expect(reportsOf("reports: {}")).toMatchObject({
    branch: "lockstep/demo/shop",
    offerMs: 604_800_000,
    people: [],
    pullRequest: undefined,
    author: undefined,
    trailers: [],
    signingKeyFile: undefined,
  });
});

test("who commits, what is added and what signs", () => {
  const author = "author: { name: 'Bot of Zoë', email: bot+drift@team.example }";
  const trailers = "trailers: ['Skip-CI: true', 'Signed-off-by: Bot <bot@team.example>']";
  expect(reportsOf(`reports: { ${author}, ${trailers}, signingKeyFile: key }`)).toMatchObject({
    author: { name: "Bot of Zoë", email: "bot+drift@team.example" },
    trailers: ["Skip-CI: true", "Signed-off-by: Bot <bot@team.example>"],
    signingKeyFile: "key",
  });
});

const NAME =
  "is no name of a committer -> 1 to 256 characters without < and >, and no space or punctuation at its ends";
const EMAIL = "is no e-mail address -> such as lockstep@example.org";

test.each([
  ["''", "a@b.example", `name ${NAME}`],
  ["'a <b'", "a@b.example", `name ${NAME}`],
  ["'a>'", "a@b.example", `name ${NAME}`],
  ["' a'", "a@b.example", `name ${NAME}`],
  ["'a.'", "a@b.example", `name ${NAME}`],
  ['"a\\nb"', "a@b.example", `name ${NAME}`],
  ['"a\\u2028b"', "a@b.example", `name ${NAME}`],
  [`'${"a".repeat(257)}'`, "a@b.example", `name ${NAME}`],
  ["a", "''", `email ${EMAIL}`],
  ["a", "nobody", `email ${EMAIL}`],
  ["a", "'a@b>'", `email ${EMAIL}`],
  ["a", "'<a@b'", `email ${EMAIL}`],
  ["a", "'a b@c'", `email ${EMAIL}`],
  ["a", '"a@b\\n"', `email ${EMAIL}`],
  ["a", "'@b'", `email ${EMAIL}`],
  ["a", "'a@'", `email ${EMAIL}`],
])("author %s <%s> is refused", (name, email, problem) => {
  const lines = `reports: { author: { name: ${name}, email: ${email} } }`;
  expect(briefConfig(stackWith(lines)).map((line) => line.replace(/^\S+ /, ""))).toEqual([
    `stacks[0].reports.author.${problem}`,
  ]);
});

test("an author without an e-mail is no author", () => {
  expect(briefConfig(stackWith("reports: { author: { name: a } }"))).toEqual([
    "5:16 stacks[0].reports.author.email is missing -> such as lockstep@example.org",
  ]);
});

const TRAILER =
  'is no trailer -> one line "Token: value" of at most 256 characters, such as "Skip-CI: true"';

test.each([
  ["Skip-CI", TRAILER],
  ["Skip-CI:true", TRAILER],
  ["Skip CI: true", TRAILER],
  ["-Skip: true", TRAILER],
  ["Skip-CI: ", TRAILER],
  ["Skip-CI: true ", TRAILER],
  [": true", TRAILER],
  ["", TRAILER],
  ["A: b\\nC: d", TRAILER],
  [`A: ${"b".repeat(256)}`, TRAILER],
  [
    "Lockstep-Confirm-Prune: shop",
    "is a trailer that means something to Lockstep -> another token: a merge of our own commit is to confirm nothing",
  ],
  [
    "lockstep-x: y",
    "is a trailer that means something to Lockstep -> another token: a merge of our own commit is to confirm nothing",
  ],
])("trailer %j is refused", (trailer, problem) => {
  expect(
    briefConfig(stackWith(`reports: { trailers: ["${trailer}"] }`)).map((line) =>
      line.replace(/^\S+ /, ""),
    ),
  ).toEqual([`stacks[0].reports.trailers[0] ${problem}`]);
});

test("twenty trailers are enough", () => {
  const all = Array.from({ length: 21 }, (_, index) => `'A: ${index}'`).join();
  expect(briefConfig(stackWith(`reports: { trailers: [${all}] }`))).toEqual([
    "5:26 stacks[0].reports.trailers is too long -> at most twenty trailers",
  ]);
});
