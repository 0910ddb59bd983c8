import { join } from "node:path";
import type { SourceConfig } from "../../core/config/agent-config.ts";
import { SourceError } from "../../core/source-error.ts";
import type { ClockPort } from "../../ports/clock-port.ts";
import type { OfferBranchPort } from "../../ports/offer-branch-port.ts";
import { GitOfferBranch } from "./git-offer-branch.ts";
import { locateRepository } from "./locate-repository.ts";
import { openRemoteClone, type RepositorySurroundings } from "./open-remote-clone.ts";
import type { Committer, SignCommit } from "./write-commit.ts";

/**
 * The branch of a stack's pull request in the source's repository. Nothing is read or requested yet; its clone is one of its own.
 *
 * @throws {SourceError} `unsupported` for URLs that are not read, and for a folder: there is no forge to ask.
 */
export function openOfferBranch(
  config: SourceConfig,
  offer: {
    readonly branch: string;
    readonly committer: Committer;
    readonly sign: SignCommit | undefined;
  },
  surroundings: RepositorySurroundings & { readonly clock: ClockPort },
): OfferBranchPort {
  const { clock, configFolder, workDir } = surroundings;
  const location = locateRepository(config.url, configFolder);
  if (location.kind === "folder") {
    throw new SourceError("unsupported", `${config.url}: a folder takes no pull request`);
  }
  const clone = openRemoteClone(
    config,
    { url: location.url, branch: config.branch },
    { ...surroundings, workDir: join(workDir, "offer") },
  );
  return new GitOfferBranch({ ...offer, clone, clock });
}
