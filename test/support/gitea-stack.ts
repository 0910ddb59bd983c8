import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { settleOffer } from "../../src/agent/deliver-offer.ts";
import { settleReport } from "../../src/agent/deliver-report.ts";
import { settleCommits } from "../../src/agent/tell-commits.ts";
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  numberAt,
  textAt,
} from "../../src/core/object/json.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import type { GiteaWorld } from "./forge-world.ts";
import type { GiteaClient } from "./gitea-client.ts";
import { openTestStack, type TestStack, type TestStackOptions } from "./test-stack.ts";

/** A pull request as a person sees it. */
interface ShownPullRequest {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: string;
  readonly isMerged: boolean;
}

/** A stack on the real API server whose repository lies at a real Gitea, with its pull request there. */
export interface GiteaStack {
  readonly stack: TestStack;
  /** `owner/name` */
  readonly repository: string;
  /** The person who owns the repository. */
  readonly person: GiteaClient;
  /** Its lines of the stack's config. */
  readonly config: readonly string[];
  /** Writes the agent's token anew. */
  setToken(token: string): Promise<void>;
  commit(files: Readonly<Record<string, string>>): Promise<string>;
  /** The same stack with these lines of config, as after a restart of the agent. */
  reopen(lines: readonly string[]): Promise<GiteaStack>;
  /** Passes until nothing moves, all that they hand to ledger and forge, and a pass that can tell of it. */
  pass(): Promise<StackStatus>;
  /** All of them, the oldest first. */
  pulls(): Promise<readonly ShownPullRequest[]>;
  /** Files of a pull request's diff, as `path +added -removed`. */
  diffOf(number: number): Promise<readonly string[]>;
  /** The text of a file on a branch. */
  read(path: string, branch: string): Promise<string>;
}

/** Opens the stack. `lines`: of its config, beside `reports`; `reports`: keys of that section beside `pullRequest`. */
export async function openGiteaStack(
  world: GiteaWorld,
  options: Omit<TestStackOptions, "source" | "config"> & {
    readonly lines?: readonly string[];
    readonly reports?: JsonObject;
    /** `owner/name`; by default a new one. */
    readonly at?: string;
    /** Where Git's requests go in place of Gitea's own address. */
    readonly through?: string;
  } = {},
): Promise<GiteaStack> {
  const repository = options.at ?? (await world.makeRepository());
  const person = world.gitea.admin;
  const folder = await mkdtemp(join(tmpdir(), "lockstep-gitea-stack-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const tokenFile = join(folder, "token");
  async function setToken(token: string): Promise<void> {
    await writeFile(tokenFile, `${token}\n`);
  }
  await setToken(world.token);
  const { lines = [], reports = {}, at: _, through = world.gitea.url, ...rest } = options;
  const pullRequest = { forge: "gitea", api: world.gitea.api, repository, tokenFile };
  const source = { url: `${through}/${repository}.git`, tokenFile, username: person.user };
  const ends = `reports: ${JSON.stringify({ every: "1s", ...reports, pullRequest })}`;
  const view = { repository, person, setToken, config: [...lines, ends] };
  const stack = await openTestStack({ ...rest, source, config: [...lines, ends] });
  return viewStack(stack, view, async (others) =>
    openTestStack({ ...rest, like: stack, config: [...others, ends] }),
  );
}

function viewStack(
  stack: TestStack,
  view: Pick<GiteaStack, "repository" | "person" | "config" | "setToken">,
  reopen: (lines: readonly string[]) => Promise<TestStack>,
): GiteaStack {
  const { repository, person } = view;
  async function list(path: string): Promise<readonly Json[]> {
    const answer = await person.ask("GET", `/repos/${repository}${path}`);
    return isJsonList(answer) ? answer : [];
  }
  return {
    ...view,
    stack,
    reopen: async (lines) => viewStack(await reopen(lines), view, reopen),
    commit: async (files) => person.commitFiles(repository, { branch: "main", files }),
    async pass() {
      await stack.sync();
      await settle(stack);
      return stack.pass();
    },
    pulls: async () =>
      (await list("/pulls?state=all&sort=oldest")).filter(isJsonObject).map(shownOf),
    diffOf: async (number) =>
      (await list(`/pulls/${number}/files`)).map(
        (each) =>
          `${textAt(each, "filename")} +${numberAt(each, "additions")} -${numberAt(each, "deletions")}`,
      ),
    async read(path, branch) {
      const at = `/repos/${repository}/contents/${path}?ref=${encodeURIComponent(branch)}`;
      const content = textAt(await person.ask("GET", at), "content") ?? "";
      return Buffer.from(content, "base64").toString("utf8");
    },
  };
}

/** Waits until ledger and forge have all that there is to say now. */
export async function settle({ stack }: TestStack): Promise<void> {
  await settleReport(stack);
  await settleOffer(stack);
  await settleCommits(stack);
}

function shownOf(pull: JsonObject): ShownPullRequest {
  return {
    number: numberAt(pull, "number") ?? 0,
    title: textAt(pull, "title") ?? "",
    body: textAt(pull, "body") ?? "",
    state: textAt(pull, "state") ?? "",
    isMerged: pull["merged"] === true,
  };
}
