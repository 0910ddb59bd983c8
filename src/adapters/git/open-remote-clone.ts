import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import type { SourceConfig } from "../../core/config/agent-config.ts";
import { DEFAULT_GIT_LIMITS, type GitLimits } from "./git-limits.ts";
import { RemoteClone } from "./remote-clone.ts";
import { TokenFile } from "./token-file.ts";
import { UndiciHttp } from "./undici-http.ts";

/** What main hands in for a stack's repository. Nothing here reads the environment. */
export interface RepositorySurroundings {
  /** A folder for this stack alone: two stacks may read one repository, and each keeps its own clone. */
  readonly workDir: string;
  /** The folder of the config file; paths in the config are relative to it. */
  readonly configFolder: string;
  /** The value of the variable that `tokenEnv` names. */
  readonly token: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: string | undefined;
  readonly limits?: Partial<GitLimits>;
}

/** A clone of one branch of the source's repository; nothing is requested yet. */
export function openRemoteClone(
  source: SourceConfig,
  at: { readonly url: string; readonly branch: string },
  surroundings: RepositorySurroundings,
): RemoteClone {
  const { workDir, configFolder, token, httpsProxy, noProxy } = surroundings;
  const limits = { ...DEFAULT_GIT_LIMITS, ...surroundings.limits };
  const http = new UndiciHttp({
    url: at.url,
    username: source.username,
    readToken: tokenReader(source, configFolder, token),
    caFile: source.caFile === undefined ? undefined : resolve(configFolder, source.caFile),
    httpsProxy,
    noProxy,
    connectTimeoutMs: limits.connectTimeoutMs,
    silenceTimeoutMs: limits.silenceTimeoutMs,
  });
  const name = createHash("sha256").update(`${at.url}\0${at.branch}`).digest("hex").slice(0, 20);
  return new RemoteClone({ ...at, gitdir: join(workDir, "git", name), http, limits });
}

function tokenReader(
  source: SourceConfig,
  configFolder: string,
  token: string | undefined,
): (() => Promise<string>) | undefined {
  if (source.tokenFile !== undefined) {
    const file = new TokenFile(resolve(configFolder, source.tokenFile));
    return async () => await file.read();
  }
  const trimmed = token?.trim();
  return trimmed === undefined || trimmed === ""
    ? undefined
    : async () => await Promise.resolve(trimmed);
}
