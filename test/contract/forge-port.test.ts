import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PullRequest } from "../../src/ports/forge-port.ts";
import {
  type ForgeWorld,
  makeGiteaWorld,
  makeGitHubWorld,
  makeGitLabWorld,
} from "../support/forge-world.ts";
import { refusalOf } from "../support/source-texts.ts";

const HEAD = "lockstep/demo/shop-adopt";

/** A first build of Gitea takes minutes. */
const START_TIMEOUT_MS = 900_000;

function request(): {
  readonly head: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
} {
  return { head: HEAD, base: "main", title: "Adopt 2 changes", body: "as *found*\n" };
}

function brief(found: PullRequest | undefined): string {
  if (found === undefined) return "none";
  const { number, state, title, body } = found;
  return `${number} ${state} ${title}: ${body.trim()}`;
}

describe.each([
  { name: "Gitea", make: async () => await makeGiteaWorld() },
  { name: "GitHub", make: makeGitHubWorld },
  { name: "GitLab", make: makeGitLabWorld },
])("a pull request at $name", ({ name, make }) => {
  let world: ForgeWorld | undefined;
  beforeAll(async () => {
    world = await make();
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await world?.close();
  });
  beforeEach((context) => {
    if (world === undefined) context.skip("there is no Gitea");
  });

  async function setUp(): Promise<{
    readonly here: ForgeWorld;
    readonly repository: string;
    readonly forge: ReturnType<ForgeWorld["open"]>;
    readonly commit: string;
  }> {
    if (world === undefined) throw new Error("no world");
    const repository = await world.makeRepository();
    const commit = await world.push(repository, HEAD);
    return { here: world, repository, forge: world.open(repository), commit };
  }

  test("is found from its opening on, with the branch's tip and a page for people", async () => {
    const { here, repository, forge, commit } = await setUp();
    expect(await forge.findPullRequest(request())).toBeUndefined();
    const made = await forge.createPullRequest(request());
    expect(brief(made)).toBe("1 open Adopt 2 changes: as *found*");
    expect(made.headCommit).toBe(commit);
    expect(made.url).toMatch(new RegExp(`^https?://.*${repository}/.*/1$`));
    expect(await forge.findPullRequest(request())).toEqual(made);
    const next = await here.push(repository, HEAD);
    expect((await forge.findPullRequest(request()))?.headCommit).toBe(next);
    expect(await forge.findPullRequest({ head: HEAD, base: "other" })).toMatchObject({
      number: 1,
      base: "main",
    });
    expect(await forge.findPullRequest({ head: `${HEAD}-2`, base: "main" })).toBeUndefined();
  });

  test("that people point at another branch is still found, and once it is closed by its number", async () => {
    const { here, repository, forge } = await setUp();
    const { number } = await forge.createPullRequest(request());
    await here.push(repository, "release");
    await here.retarget(repository, number, "release");
    const pointed = { number, state: "open", base: "release" };
    expect(await forge.findPullRequest(request())).toMatchObject(pointed);
    const other = await forge.createPullRequest(request());
    expect(await forge.findPullRequest(request())).toMatchObject({ base: "main", state: "open" });
    await forge.closePullRequest(number);
    await forge.closePullRequest(other.number);
    expect((await forge.findPullRequest(request()))?.number).toBe(other.number);
    const base = "nothing";
    expect(await forge.findPullRequest({ head: HEAD, base })).toBeUndefined();
    expect(await forge.findPullRequest({ head: HEAD, base, known: number })).toMatchObject({
      ...pointed,
      state: "closed",
    });
    expect(await forge.findPullRequest({ head: "x", base, known: number })).toBeUndefined();
  });

  test("that others opened meanwhile is returned as it is", async () => {
    const { here, repository, forge } = await setUp();
    const first = await here.open(repository).createPullRequest({ ...request(), title: "By hand" });
    const second = await forge.createPullRequest(request());
    expect(second).toEqual(first);
  });

  test("gets labels beside those that it has, those that exist and those that do not", async () => {
    const { here, repository, forge } = await setUp();
    await forge.createPullRequest(request());
    await forge.addLabels(1, ["drift", "kind: report"]);
    expect(await here.labelsOf(repository, 1)).toEqual(["drift", "kind: report"]);
    await forge.addLabels(1, ["drift", "🚦"]);
    expect(await here.labelsOf(repository, 1)).toEqual(["drift", "kind: report", "🚦"]);
  });

  test("is changed and commented on", async () => {
    const { here, repository, forge } = await setUp();
    await forge.createPullRequest(request());
    await forge.updatePullRequest(1, { title: "Adopt 3 changes", body: "ünï <!-- x -->" });
    expect(brief(await forge.findPullRequest(request()))).toBe(
      "1 open Adopt 3 changes: ünï <!-- x -->",
    );
    await forge.updatePullRequest(1, { title: "Adopt 3 changes", body: "" });
    expect(brief(await forge.findPullRequest(request()))).toBe("1 open Adopt 3 changes: ");
    await forge.comment(1, "one");
    await forge.comment(1, "two\n<!-- marker -->");
    expect(await here.commentsOf(repository, 1)).toEqual(["one", "two\n<!-- marker -->"]);
  });

  test("is closed once and for all, and the next one has another number", async () => {
    const { forge } = await setUp();
    await forge.createPullRequest(request());
    await forge.closePullRequest(1);
    expect(brief(await forge.findPullRequest(request()))).toBe(
      "1 closed Adopt 2 changes: as *found*",
    );
    await forge.closePullRequest(1);
    expect((await forge.createPullRequest({ ...request(), title: "Again" })).number).toBe(2);
    expect(brief(await forge.findPullRequest(request()))).toBe("2 open Again: as *found*");
    await forge.closePullRequest(2);
    expect(brief(await forge.findPullRequest(request()))).toBe("2 closed Again: as *found*");
  });

  test("that was merged is merged, and closing it changes nothing", async () => {
    const { here, repository, forge } = await setUp();
    await forge.createPullRequest(request());
    await here.merge(repository, 1);
    expect(brief(await forge.findPullRequest(request()))).toBe(
      "1 merged Adopt 2 changes: as *found*",
    );
    await forge.closePullRequest(1);
    expect((await forge.findPullRequest(request()))?.state).toBe("merged");
  });

  test("of a fork's branch with the same name is not ours", async () => {
    const { here, repository, forge } = await setUp();
    await here.openFromFork(repository, HEAD);
    expect(await forge.findPullRequest(request())).toBeUndefined();
    const made = await forge.createPullRequest(request());
    expect(made.title).toBe("Adopt 2 changes");
    expect((await forge.findPullRequest(request()))?.number).toBe(made.number);
  });

  test("the page of a file on a branch stands below the repository's, each name escaped", async () => {
    const { repository, forge } = await setUp();
    const between = { Gitea: "src/branch", GitHub: "blob", GitLab: "-/blob" }[name];
    const path = "drift reports/(x)/#1?.md";
    const page = await forge.findFilePage({ branch: HEAD, path });
    const { origin, pathname, search, hash } = new URL(page ?? "");
    expect(origin).toMatch(/^https?:\/\/(?:git(?:hub|lab)\.example|127\.0\.0\.1:\d+)$/);
    expect(`${pathname}${search}${hash}`).toBe(
      `/${repository}/${between}/${HEAD}/drift%20reports/%28x%29/%231%3F.md`,
    );
    expect(await forge.findFilePage({ branch: HEAD, path })).toBe(page);
  });

  test("commit statuses: the newest of a context counts, and the same one twice is no fault", async () => {
    const { here, repository, forge, commit } = await setUp();
    const context = "lockstep/demo/shop";
    const pending = { context, state: "pending", description: "holds tier 2" } as const;
    await forge.setCommitStatus(commit, pending);
    await forge.setCommitStatus(commit, pending);
    await forge.setCommitStatus(commit, { context, state: "success", description: "in sync" });
    const url = "https://lockstep.example/";
    const failure = { context, state: "failure", description: "no such kind", url } as const;
    await forge.setCommitStatus(commit, failure);
    const statuses = await here.statusesOf(repository, commit);
    expect(statuses[0]).toBe(`${context} ${name === "GitLab" ? "failed" : "failure"} no such kind`);
    expect(statuses.some((each) => each === `${context} success in sync`)).toBe(true);
  });

  test("texts as long as the limits are taken, longer ones are not sent", async () => {
    const { here, repository, forge, commit } = await setUp();
    const { title, body, description } = forge.limits;
    const long = {
      title: "t".repeat(title),
      body: `${"ü".repeat(1_000)}${"b".repeat(body - 1_000)}`,
    };
    await forge.createPullRequest({ ...request(), ...long });
    expect(await forge.findPullRequest(request())).toMatchObject(long);
    await forge.setCommitStatus(commit, {
      context: "c",
      state: "success",
      description: "d".repeat(description),
    });
    const refused = [
      forge.createPullRequest({ ...request(), title: `${long.title}t` }),
      forge.updatePullRequest(1, { title: "t", body: `${long.body}b` }),
      forge.comment(1, `${long.body}b`),
      forge.setCommitStatus(commit, {
        context: "c",
        state: "success",
        description: "d".repeat(description + 1),
      }),
    ];
    const codes = await Promise.all(
      refused.map(async (work) => (await refusalOf(work)).split(":")[0]),
    );
    expect(codes).toEqual(["too-large", "too-large", "too-large", "too-large"]);
    expect(await here.commentsOf(repository, 1)).toEqual([]);
  });

  test("refusals are named", async () => {
    const { here, repository, forge } = await setUp();
    const lost = here.open(`${repository}-lost`);
    const stranger = here.open(repository, { surroundings: { token: "0123456789abcdef" } });
    const codes = await Promise.all(
      [
        stranger.findPullRequest(request()),
        stranger.comment(1, "x"),
        lost.findPullRequest(request()),
        lost.createPullRequest(request()),
        forge.updatePullRequest(77, { title: "t", body: "b" }),
        forge.closePullRequest(77),
      ].map(async (work) => (await refusalOf(work)).split(":")[0]),
    );
    expect(codes).toEqual([
      "unauthorized",
      "unauthorized",
      "not-found",
      "not-found",
      "not-found",
      "not-found",
    ]);
    const nothing = await refusalOf(forge.createPullRequest({ ...request(), head: "nothing" }));
    expect(nothing.split(":")[0]).toBe(name === "Gitea" ? "not-found" : "refused");
  });
});
