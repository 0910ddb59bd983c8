import { resolve } from "node:path";
import type { AgentConfig, StackConfig } from "../../core/config/agent-config.ts";
import { openCommitSigner } from "./open-commit-signer.ts";
import type { Committer, SignCommit } from "./write-commit.ts";

/** Who makes a stack's commits, and how they are signed. */
export function chooseCommitter(
  config: Pick<AgentConfig, "agent" | "cluster">,
  { reports }: StackConfig,
  /** The folder of the config file. */
  configFolder: string,
): { readonly committer: Committer; readonly sign: SignCommit | undefined } {
  const { author, trailers, signingKeyFile } = reports;
  const { name: manager } = config.agent;
  const { name = `Lockstep (${manager})`, email = `${manager}@${config.cluster.name}` } =
    author ?? {};
  return {
    committer: { name, email, trailers },
    sign:
      signingKeyFile === undefined
        ? undefined
        : openCommitSigner(resolve(configFolder, signingKeyFile)),
  };
}
