import { randomBytes } from "node:crypto";
import { type ForgeSurroundings, openForge } from "../../src/adapters/forge/open-forge.ts";
import type { PullRequestConfig } from "../../src/core/config/agent-config.ts";
import { isJsonList, type Json, textAt } from "../../src/core/object/json.ts";
import type { ForgePort } from "../../src/ports/forge-port.ts";
import { buildGitea } from "../real/build-gitea.ts";
import { ENVIRONMENT } from "../real/environment.ts";
import { type Gitea, startGitea } from "../real/start-gitea.ts";
import { GITHUB } from "./play-github.ts";
import { GITLAB } from "./play-gitlab.ts";
import {
  type PlayedDialect,
  type PlayedForge,
  type PlayedPull,
  type PlayedRepository,
  pushTo,
  startPlayedForge,
} from "./played-forge.ts";

/** How to open a forge other than in the usual way. */
interface ForgeOptions {
  readonly config?: Partial<PullRequestConfig>;
  readonly surroundings?: Partial<ForgeSurroundings>;
}

/** A forge, real or played, and what people do there. */
export interface ForgeWorld {
  readonly token: string;
  /** The port as the product opens it; closed with the world. */
  open(repository: string, options?: ForgeOptions): ForgePort;
  /** A new repository with `main`: its path. */
  makeRepository(): Promise<string>;
  /** A new commit on a branch, which begins at `main`: its id. */
  push(repository: string, branch: string): Promise<string>;
  merge(repository: string, number: number): Promise<void>;
  /** A person points a pull request at another branch. */
  retarget(repository: string, number: number, base: string): Promise<void>;
  /** Somebody else opens a pull request from a branch of this name in a fork. */
  openFromFork(repository: string, branch: string): Promise<void>;
  commentsOf(repository: string, number: number): Promise<readonly string[]>;
  labelsOf(repository: string, number: number): Promise<readonly string[]>;
  /** `context state description`, newest first. */
  statusesOf(repository: string, commit: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface PlayedWorld extends ForgeWorld {
  readonly forge: PlayedForge;
  /** The repository as the forge keeps it. */
  find(repository: string): PlayedRepository;
}

export interface GiteaWorld extends ForgeWorld {
  readonly gitea: Gitea;
}

type At = Pick<PullRequestConfig, "forge" | "api" | "caFile">;

function opener(
  at: At,
  token: string,
): Pick<ForgeWorld, "open"> & { readonly opened: ForgePort[] } {
  const opened: ForgePort[] = [];
  return {
    opened,
    open(repository, { config, surroundings } = {}) {
      const port = openForge(
        {
          ...at,
          repository,
          branch: "lockstep/demo/shop-adopt",
          tokenFile: undefined,
          tokenEnv: "FORGE_TOKEN",
          labels: [],
          includeRights: false,
          ...config,
        },
        {
          configFolder: "/",
          token,
          httpsProxy: undefined,
          noProxy: undefined,
          ...surroundings,
        },
      );
      opened.push(port);
      return port;
    },
  };
}

/** GitHub Enterprise, played. */
export async function makeGitHubWorld(): Promise<PlayedWorld> {
  return await makePlayedWorld("github", GITHUB, "team");
}

/** A GitLab below a path, played, with groups inside of groups. */
export async function makeGitLabWorld(): Promise<PlayedWorld> {
  return await makePlayedWorld("gitlab", GITLAB, "team/inner.group");
}

async function makePlayedWorld(
  name: "github" | "gitlab",
  dialect: PlayedDialect,
  owner: string,
): Promise<PlayedWorld> {
  const token = `token-${randomBytes(12).toString("hex")}`;
  const forge = await startPlayedForge(dialect, token);
  const { opened, open } = opener({ forge: name, api: forge.api, caFile: forge.caFile }, token);
  function find(path: string): PlayedRepository {
    const found = forge.repositories.find((each) => each.path === path);
    if (found === undefined) throw new Error(`no repository ${path}`);
    return found;
  }
  function pullOf(path: string, number: number): PlayedPull {
    const found = find(path).pulls.find((each) => each.number === number);
    if (found === undefined) throw new Error(`no pull request ${number}`);
    return found;
  }
  return {
    forge,
    token,
    open,
    find,
    makeRepository: async () =>
      forge.addRepository(`${owner}/stack-${forge.repositories.length}`).path,
    push: async (path, branch) => pushTo(find(path), branch),
    merge: async (path, number) => {
      pullOf(path, number).state = "merged";
    },
    retarget: async (path, number, base) => {
      pullOf(path, number).base = base;
    },
    async openFromFork(path, head) {
      const { pulls } = find(path);
      const number = pulls.length + 1;
      const texts = { title: "foreign", body: "", comments: [], labels: new Set<string>() };
      pulls.push({ number, head, base: "main", headRepository: 999, state: "open", ...texts });
    },
    commentsOf: async (path, number) => pullOf(path, number).comments,
    labelsOf: async (path, number) => [...pullOf(path, number).labels].toSorted(),
    statusesOf: async (path, commit) =>
      find(path)
        .statuses.filter((each) => each.commit === commit)
        .map(({ context, state, description }) => `${context} ${state} ${description}`),
    async close() {
      await Promise.all(opened.map(async (port) => port.close()));
      await forge.close();
    },
  };
}

/** A real Gitea; `undefined`, with a line that says why, where it cannot be built. */
export async function makeGiteaWorld(
  options: { readonly pageSize?: number } = {},
): Promise<GiteaWorld | undefined> {
  const built = await buildGitea();
  if (built.kind === "missing") {
    if (ENVIRONMENT.isRealRequired) throw new Error(`LOCKSTEP_REAL=required, but ${built.reason}`);
    process.stderr.write(`lockstep tests: tests on a real forge are skipped: ${built.reason}\n`);
    return undefined;
  }
  const gitea = await startGitea(built.gitea, options);
  const { admin } = gitea;
  const at = { forge: "gitea", api: gitea.api, caFile: undefined } as const;
  const { opened, open } = opener(at, admin.token);
  let made = 0;
  return {
    gitea,
    token: admin.token,
    open,
    async makeRepository() {
      made += 1;
      return (await admin.makeRepository(`stack-${made}`)).path;
    },
    push: async (path, branch) =>
      admin.commitFiles(path, { branch, files: { "a.txt": randomBytes(8).toString("hex") } }),
    merge: async (path, number) => admin.merge(path, number),
    retarget: async (path, number, base) => {
      await admin.ask("PATCH", `/repos/${path}/pulls/${number}`, { base });
    },
    async openFromFork(path, branch) {
      const other = await admin.makeUser(`fork-${randomBytes(4).toString("hex")}`);
      await other.ask("POST", `/repos/${path}/forks`, {});
      const fork = `${other.user}/${path.split("/")[1]}`;
      await other.commitFiles(fork, { branch, files: { "fork.txt": "1" } });
      const head = `${other.user}:${branch}`;
      await other.ask("POST", `/repos/${path}/pulls`, { head, base: "main", title: "foreign" });
    },
    commentsOf: async (path, number) =>
      textsOf(await admin.ask("GET", `/repos/${path}/issues/${number}/comments`), "body"),
    labelsOf: async (path, number) =>
      textsOf(await admin.ask("GET", `/repos/${path}/issues/${number}/labels`), "name").toSorted(),
    statusesOf: async (path, commit) => admin.statusesOf(path, commit),
    async close() {
      await Promise.all(opened.map(async (port) => port.close()));
      await gitea.stop();
    },
  };
}

function textsOf(list: Json, key: string): string[] {
  return isJsonList(list) ? list.map((each) => textAt(each, key) ?? "") : [];
}
