import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commitFiles, git } from "../support/git-repository.ts";
import { makeServedWorld, type ServedWorld } from "../support/git-world.ts";
import { BRANCH, change, contents, PATH } from "../support/ledger-branch.ts";
import { refusalOf } from "../support/source-texts.ts";

let world: ServedWorld;
beforeAll(async () => {
  world = await makeServedWorld();
});
afterAll(async () => {
  await world.close();
});

/** What forges print when one of their rules refuses a push, and what is said beside it. */
const RULES = [
  [
    "GitHub's protected branch",
    "error: GH006: Protected branch update failed for refs/heads/lockstep/demo/shop.\nerror: Changes must be made through a pull request.",
    "allow the account to push to that branch",
  ],
  [
    "GitHub's rule for signatures",
    "error: GH013: Repository rule violations found for refs/heads/lockstep/demo/shop.\n- Commits must have verified signatures.",
    "sign the commits with reports.signingKeyFile",
  ],
  [
    "GitLab's protected branch",
    "GitLab: You are not allowed to push code to protected branches on this project.",
    "allow the account to push to that branch",
  ],
  [
    "GitLab's rule for unsigned commits",
    "GitLab: Commit must be signed with a GPG key",
    "sign the commits with reports.signingKeyFile",
  ],
  [
    "GitLab's rule for committers",
    'GitLab: Committer email lockstep@demo is not verified. Use "git config" to change it.',
    "name a committer that it takes in reports.author",
  ],
  [
    "Gitea's protected branch",
    "Gitea: Not allowed to push to protected branch lockstep/demo/shop",
    "allow the account to push to that branch",
  ],
  [
    "Gitea's rule for signatures",
    "Gitea: Branch lockstep/demo/shop is protected from unsigned commits",
    "sign the commits with reports.signingKeyFile",
  ],
] as const;

test.each(RULES)("%s: which branch, what the server said, and what to do", async (...row) => {
  const [, words, advice] = row;
  const { folder, url } = await world.makeRepository();
  await commitFiles(folder, { files: { "a.yaml": "a: 1\n" } });
  const hook = join(folder, "hooks", "pre-receive");
  await writeFile(hook, `#!/bin/sh\ncat >&2 <<'END'\n${words}\nEND\nexit 1\n`);
  await chmod(hook, 0o755);
  const said = await refusalOf(world.openLedger(url).commit(change("1")));
  const spoken = words.replaceAll("\n", " ").replace(/\.$/, "");
  expect(said).toBe(
    `push-refused: ${url}: the server refuses a push to ${BRANCH}: ng refs/heads/${BRANCH} pre-receive hook declined ${spoken}; ${advice}`,
  );
  expect((await git(folder, ["for-each-ref", "--format=%(refname)"])).trim()).toBe(
    "refs/heads/main",
  );
});

test("a hook's words that come in pieces are whole words", async () => {
  const { folder, url } = await world.makeRepository();
  const hook = join(folder, "hooks", "pre-receive");
  const pieces = ["not on Fri", "days, Zo\\303", "\\253 says"];
  const lines = pieces.map((piece) => `printf '${piece}' >&2\nsleep 0.1`);
  await writeFile(hook, ["#!/bin/sh", ...lines, "exit 1", ""].join("\n"));
  await chmod(hook, 0o755);
  expect(await refusalOf(world.openLedger(url).commit(change("1")))).toContain(
    "not on Fridays, Zoë says; allow",
  );
});

test("a server that takes no forced push takes each report, and refuses a pull request that is made anew", async () => {
  const { folder, url } = await world.makeRepository();
  await git(folder, ["config", "receive.denyNonFastForwards", "true"]);
  const base = await commitFiles(folder, { files: { "a.yaml": "a: 1\n" } });
  const ledger = world.openLedger(url);
  await ledger.commit(change("1"));
  await ledger.commit(change("2"));
  expect(await contents(folder)).toEqual([`${PATH}: 2`]);

  const offer = world.openOfferBranch(url);
  const first = { base, files: new Map([["a.yaml", "a: 2\n"]]), message: "A", expected: undefined };
  const rebuilt = await offer.rebuild(first);
  const expected = "commit" in rebuilt ? rebuilt.commit : "";
  const next = { ...first, files: new Map([["a.yaml", "a: 3\n"]]), expected };
  expect(await refusalOf(offer.rebuild(next))).toMatch(
    /^push-refused: .* refuses a push to lockstep\/demo\/shop-adopt: ng .*non-fast-forward.*; allow the account to push to that branch by force, a pull request's is made anew$/,
  );
});
