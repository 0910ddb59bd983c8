import type { SourceConfig } from "../../core/config/agent-config.ts";
import { SourceError } from "../../core/source-error.ts";
import type { ClockPort } from "../../ports/clock-port.ts";
import type { LedgerPort } from "../../ports/ledger-port.ts";
import { GitLedger } from "./git-ledger.ts";
import { LocalLedger } from "./local-ledger.ts";
import { locateRepository } from "./locate-repository.ts";
import { openRemoteClone, type RepositorySurroundings } from "./open-remote-clone.ts";
import type { Committer, SignCommit } from "./write-commit.ts";

/**
 * The ledger branch in the source's repository. Nothing is read or requested yet.
 *
 * @throws {SourceError} `unsupported` for URLs that are not read, and when the ledger is the source branch itself.
 */
export function openLedger(
  config: SourceConfig,
  ledger: {
    readonly branch: string;
    readonly committer: Committer;
    readonly sign?: SignCommit | undefined;
  },
  surroundings: RepositorySurroundings & { readonly clock: ClockPort },
): LedgerPort {
  const { branch, committer, sign } = ledger;
  if (branch === config.branch) {
    throw new SourceError(
      "unsupported",
      `reports cannot go to ${branch}, the branch that is synced`,
    );
  }
  const { clock, configFolder } = surroundings;
  const location = locateRepository(config.url, configFolder);
  switch (location.kind) {
    case "folder":
      return new LocalLedger({ folder: location.path, branch, committer, sign, clock });
    case "remote": {
      const { url } = location;
      const clone = openRemoteClone(config, { url, branch }, surroundings);
      return new GitLedger({ clone, committer, sign, clock, where: `${url} ${branch}` });
    }
  }
}
