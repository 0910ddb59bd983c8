import type { StackConfig } from "../../core/config/agent-config.ts";
import type { OfferPorts } from "../../ports/offer-ports.ts";
import { openOfferBranch } from "../git/open-offer-branch.ts";
import type { Committer, SignCommit } from "../git/write-commit.ts";
import { openForge } from "./open-forge.ts";

/**
 * Where a stack's pull request is opened; `undefined` without one in its config. Nothing is requested yet.
 *
 * @param surroundings `forgeToken`: the value of the variable that `reports.pullRequest.tokenEnv` names.
 * @throws {SourceError} `unsupported` for a source that takes no pull request.
 */
export function openOffers(
  { source, reports }: Pick<StackConfig, "source" | "reports">,
  commits: { readonly committer: Committer; readonly sign: SignCommit | undefined },
  surroundings: Parameters<typeof openOfferBranch>[2] & { readonly forgeToken: string | undefined },
): OfferPorts | undefined {
  const { pullRequest } = reports;
  if (pullRequest === undefined) return undefined;
  const { branch } = pullRequest;
  return {
    forge: openForge(pullRequest, { ...surroundings, token: surroundings.forgeToken }),
    branch: openOfferBranch(source, { ...commits, branch }, surroundings),
  };
}
