import { describe, expect, test } from "vitest";
import type { ForgePort } from "../../src/ports/forge-port.ts";
import type { GiteaWorld } from "../support/forge-world.ts";
import { makeFolderWorld } from "../support/git-world.ts";
import { BRANCH, change, hurriedClock } from "../support/ledger-branch.ts";
import { refusalOf } from "../support/source-texts.ts";
import { useGitea } from "../support/use-gitea.ts";

const HEAD = "lockstep/demo/shop-adopt";
const REQUEST = { head: HEAD, base: "main", title: "Adopt", body: "b" };

const STATUS = { context: "c", state: "success", description: "d" } as const;

describe("what only a real Gitea shows", () => {
  const gitea = useGitea({ pageSize: 3 });

  async function setUp(): Promise<{
    readonly here: GiteaWorld;
    readonly repository: string;
    readonly forge: ForgePort;
  }> {
    const repository = await gitea().makeRepository();
    await gitea().push(repository, HEAD);
    return { here: gitea(), repository, forge: gitea().open(repository) };
  }

  test("a base with a slash in its name, and a branch that is gone", async () => {
    const { here, repository, forge } = await setUp();
    const { admin } = here.gitea;
    await here.push(repository, "team/main");
    const made = await forge.createPullRequest({ ...REQUEST, base: "team/main" });
    await forge.closePullRequest(made.number);
    await admin.ask("DELETE", `/repos/${repository}/branches/${encodeURIComponent(HEAD)}`);
    expect(await forge.findPullRequest({ head: HEAD, base: "team/main" })).toEqual({
      ...made,
      state: "closed",
    });
    expect(await forge.findPullRequest(REQUEST)).toBeUndefined();
  });

  test("a repository that was renamed is followed, also by what writes", async () => {
    const { here, repository, forge } = await setUp();
    await here.gitea.admin.ask("PATCH", `/repos/${repository}`, { name: "moved" });
    const made = await forge.createPullRequest(REQUEST);
    expect(made.url).toContain("/moved/pulls/1");
    expect(await forge.findPullRequest(REQUEST)).toEqual(made);
  });

  test("labels of the second page are known, and none is made twice", async () => {
    const { here, repository, forge } = await setUp();
    const { admin } = here.gitea;
    for (let index = 0; index < 5; index += 1) {
      const label = { name: `label-${index}`, color: "#ffffff" };
      // oxlint-disable-next-line no-await-in-loop -- the database takes one write at a time
      await admin.ask("POST", `/repos/${repository}/labels`, label);
    }
    await forge.createPullRequest(REQUEST);
    await forge.addLabels(1, ["label-4", "label-0"]);
    expect(await here.labelsOf(repository, 1)).toEqual(["label-0", "label-4"]);
    const last = await admin.ask("GET", `/repos/${repository}/labels?page=2`);
    expect(last).toHaveLength(2);
  });

  test("the closed one is found behind a page of others", async () => {
    const { here, repository, forge } = await setUp();
    const { admin } = here.gitea;
    const made = await forge.createPullRequest(REQUEST);
    await forge.closePullRequest(made.number);
    for (let index = 0; index < 3; index += 1) {
      const branch = `other-${index}`;
      // oxlint-disable-next-line no-await-in-loop -- the database takes one write at a time
      await admin.ask("POST", `/repos/${repository}/branches`, {
        new_branch_name: branch,
        old_ref_name: HEAD,
      });
      // oxlint-disable-next-line no-await-in-loop -- as above
      const other = await forge.createPullRequest({ ...REQUEST, head: branch });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await forge.closePullRequest(other.number);
    }
    expect(await forge.findPullRequest(REQUEST)).toMatchObject({ number: 1, state: "closed" });
  });

  test("a token that may only read is forbidden to write, and one without the right to see finds nothing", async () => {
    const { here, repository } = await setUp();
    const { admin } = here.gitea;
    const reader = await admin.makeUser("reader", ["read:repository", "read:issue"]);
    const port = here.open(repository, { surroundings: { token: reader.token } });
    expect(await port.findPullRequest(REQUEST)).toBeUndefined();
    expect(await refusalOf(port.createPullRequest(REQUEST))).toMatch(
      /^forbidden: .*: the token may not open a pull request \(403: .+\): it has to read and write/,
    );
    await admin.ask("PATCH", `/repos/${repository}`, { private: true });
    expect(await refusalOf(port.findPullRequest(REQUEST))).toMatch(/^not-found: /);
  });

  test("the ledger is pushed with the same token, and its commit gets a status", async () => {
    const { here, repository, forge } = await setUp();
    const git = await makeFolderWorld();
    const ledger = git.openLedger(`${here.gitea.url}/${repository}.git`, {
      token: here.token,
      clock: hurriedClock,
    });
    const commit = (await ledger.commit(change("# Drift"))) ?? "";
    await git.close();
    expect(await here.gitea.admin.tipOf(repository, encodeURIComponent(BRANCH))).toBe(commit);
    await forge.setCommitStatus(commit, STATUS);
    expect(await here.statusesOf(repository, commit)).toEqual(["c success d"]);
  });

  test("for what is missing below a repository the server says 500, so it counts as its own failure", async () => {
    const { forge } = await setUp();
    const refused = [forge.setCommitStatus("0".repeat(40), STATUS), forge.comment(77, "x")];
    const told = await Promise.all(refused.map(refusalOf));
    expect(told.map((each) => each.split(":")[0])).toEqual(["unreachable", "unreachable"]);
  });

  test("a forge that is down is unreachable, and reached again when it is back", async () => {
    const { here, forge } = await setUp();
    await forge.findPullRequest(REQUEST);
    await here.gitea.stopServer();
    expect(await refusalOf(forge.findPullRequest(REQUEST))).toBe(
      `unreachable: ${here.gitea.api}: cannot be reached (ECONNREFUSED)`,
    );
    await here.gitea.startServer();
    expect(await forge.findPullRequest(REQUEST)).toBeUndefined();
  });
});
