import { resolve } from "node:path";
import type { PullRequestConfig } from "../../core/config/agent-config.ts";
import { ForgeError } from "../../core/forge-error.ts";
import type { ForgePort } from "../../ports/forge-port.ts";
import { TokenFile } from "../git/token-file.ts";
import { type ForgeAccess, ForgeHttp, type ForgeHttpLimits } from "./forge-http.ts";
import { createGiteaForge, giteaHeaders } from "./gitea-forge.ts";
import { createGitHubForge, gitHubHeaders } from "./github-forge.ts";
import { createGitLabForge, gitLabHeaders } from "./gitlab-forge.ts";

/** What main hands in. Nothing here reads the environment. */
export interface ForgeSurroundings {
  /** The folder of the config file; paths in the config are relative to it. */
  readonly configFolder: string;
  /** The value of the variable that `tokenEnv` names. */
  readonly token: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: string | undefined;
  readonly limits?: Partial<ForgeHttpLimits>;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

const LIMITS: ForgeHttpLimits = {
  connectTimeoutMs: 10_000,
  silenceTimeoutMs: 20_000,
  timeoutMs: 30_000,
  answerBytesMax: 4 * 1024 * 1024,
};

const FORGES = {
  gitea: { create: createGiteaForge, headersOf: giteaHeaders },
  github: { create: createGitHubForge, headersOf: gitHubHeaders },
  gitlab: { create: createGitLabForge, headersOf: gitLabHeaders },
} as const;

/** The forge of a stack's pull request; nothing is requested yet. */
export function openForge(config: PullRequestConfig, surroundings: ForgeSurroundings): ForgePort {
  const { api, repository } = config;
  const { configFolder, httpsProxy, noProxy } = surroundings;
  const { create, headersOf } = FORGES[config.forge];
  const access: ForgeAccess = {
    api,
    repository,
    readToken: tokenReader(config, surroundings),
    headersOf,
    caFile: config.caFile === undefined ? undefined : resolve(configFolder, config.caFile),
    httpsProxy,
    noProxy,
    limits: { ...LIMITS, ...surroundings.limits },
    now: surroundings.now ?? Date.now,
  };
  return create(new ForgeHttp(access), { api, repository });
}

function tokenReader(
  { tokenFile, tokenEnv }: PullRequestConfig,
  { configFolder, token }: ForgeSurroundings,
): () => Promise<string> {
  if (tokenFile !== undefined) {
    const file = new TokenFile(resolve(configFolder, tokenFile));
    return async () => await file.read();
  }
  const trimmed = token?.trim() ?? "";
  return async () => {
    if (trimmed !== "") return await Promise.resolve(trimmed);
    throw new ForgeError(
      "unauthorized",
      `the variable ${tokenEnv ?? ""} of reports.pullRequest.tokenEnv is not set: put the forge's token there`,
    );
  };
}
