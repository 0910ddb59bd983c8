import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type GitLimits } from "../../src/adapters/git/git-limits.ts";
import { openLedger } from "../../src/adapters/git/open-ledger.ts";
import { openOfferBranch } from "../../src/adapters/git/open-offer-branch.ts";
import { openSource } from "../../src/adapters/git/open-source.ts";
import type { SourceConfig } from "../../src/core/config/agent-config.ts";
import type { ClockPort } from "../../src/ports/clock-port.ts";
import type { LedgerPort } from "../../src/ports/ledger-port.ts";
import type { OfferBranchPort } from "../../src/ports/offer-branch-port.ts";
import type { SourcePort } from "../../src/ports/source-port.ts";
import { makeRepository } from "./git-repository.ts";
import { type GitServer, startGitServer } from "./git-server.ts";
import { realClock } from "./real-clock.ts";

/** How to open a repository of this world, other than in the usual way. */
interface OpenOptions {
  readonly config?: Partial<SourceConfig>;
  readonly workDir?: string;
  readonly token?: string;
  readonly httpsProxy?: string;
  readonly noProxy?: string;
  readonly searchPath?: string;
  readonly clock?: ClockPort;
  readonly limits?: Partial<GitLimits>;
  readonly ledgerBranch?: string;
}

/** A place for repositories, and the adapters that reach them there. */
export interface GitWorld {
  readonly name: string;
  readonly root: string;
  /** Where repositories are served, for those that are. */
  readonly server?: GitServer;
  /** A new bare repository, and the `url` that names it. */
  makeRepository(): Promise<{ readonly folder: string; readonly url: string }>;
  openSource(url: string, options?: OpenOptions): SourcePort;
  openLedger(url: string, options?: OpenOptions): LedgerPort;
  openOfferBranch(url: string, options?: OpenOptions): OfferBranchPort;
  close(): Promise<void>;
}

export interface ServedWorld extends GitWorld {
  readonly server: GitServer;
}

/** Repositories in folders, opened as folders. */
export async function makeFolderWorld(): Promise<GitWorld> {
  const root = await mkdtemp(join(tmpdir(), "folder-world-"));
  return makeWorld({ name: "a folder", root, urlOf: (name) => name, caFile: undefined });
}

/** The same repositories behind Git's HTTP server. */
export async function makeServedWorld(
  options: { readonly token?: string; readonly isReadOnly?: boolean } = {},
): Promise<ServedWorld> {
  const root = await mkdtemp(join(tmpdir(), "served-world-"));
  const server = await startGitServer({ root, ...options });
  const world = makeWorld({
    name: "https",
    root,
    urlOf: (name) => `${server.url}/${name}`,
    caFile: server.caFile,
  });
  return {
    ...world,
    server,
    async close() {
      await world.close();
      await server.close();
    },
  };
}

function makeWorld(place: {
  readonly name: string;
  readonly root: string;
  readonly urlOf: (name: string) => string;
  readonly caFile: string | undefined;
}): GitWorld {
  const { name, root, urlOf, caFile } = place;
  const opened: { close(): Promise<void> }[] = [];
  const counts = { repositories: 0, workDirs: 0 };

  function surroundings(options: OpenOptions): Parameters<typeof openSource>[1] {
    counts.workDirs += 1;
    const { workDir = join(root, `work-${counts.workDirs}`), limits } = options;
    return {
      workDir,
      configFolder: root,
      token: options.token,
      httpsProxy: options.httpsProxy,
      noProxy: options.noProxy,
      searchPath: options.searchPath ?? "/usr/local/bin:/usr/bin:/bin",
      clock: options.clock ?? realClock,
      ...(limits === undefined ? {} : { limits }),
    };
  }
  function config(url: string, options: OpenOptions): SourceConfig {
    return {
      url,
      branch: "main",
      path: ".",
      username: undefined,
      tokenFile: undefined,
      tokenEnv: undefined,
      caFile,
      ...options.config,
    };
  }
  return {
    name,
    root,
    async makeRepository() {
      counts.repositories += 1;
      const repository = `shop-${counts.repositories}.git`;
      return { folder: await makeRepository(join(root, repository)), url: urlOf(repository) };
    },
    openSource(url, options = {}) {
      const source = openSource(config(url, options), surroundings(options));
      opened.push(source);
      return source;
    },
    openLedger(url, options = {}) {
      const branch = options.ledgerBranch ?? "lockstep/demo/shop";
      const committer = { name: "Lockstep lockstep", email: "lockstep@demo" };
      const ledger = openLedger(config(url, options), { branch, committer }, surroundings(options));
      opened.push(ledger);
      return ledger;
    },
    openOfferBranch(url, options = {}) {
      const committer = { name: "Lockstep lockstep", email: "lockstep@demo" };
      const branch = openOfferBranch(
        config(url, options),
        { branch: "lockstep/demo/shop-adopt", committer, sign: undefined },
        surroundings(options),
      );
      opened.push(branch);
      return branch;
    },
    async close() {
      await Promise.all(opened.map(async (each) => await each.close()));
      await rm(root, { recursive: true, force: true });
    },
  };
}
