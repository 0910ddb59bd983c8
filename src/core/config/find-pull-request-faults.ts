import { type Json, objectAt, type Step, textAt, valueAt } from "../object/json.ts";
import { findStackBranches, isSameRef, type StackBranches } from "./stack-branches.ts";

interface PullRequestFault {
  readonly path: readonly Step[];
  readonly what: string;
  readonly expected: string;
}

/** Finds what contradicts each other in `reports.pullRequest`, in its stack and among the stacks. */
export function findPullRequestFaults(
  config: Json,
  stacks: readonly Json[],
): readonly PullRequestFault[] {
  const branches = stacks.map((stack, index) => findStackBranches(config, stack, index));
  return stacks.flatMap((stack, index) => {
    const section = objectAt(stack, "reports", "pullRequest");
    const mine = branches[index];
    if (section === undefined || mine === undefined) return [];
    return [
      ...findSourceFaults(stack, index),
      ...findTokenFaults(section, index),
      ...findRepositoryFaults(section, index),
      ...findBranchFaults(mine, branches),
    ];
  });
}

function findSourceFaults(stack: Json, index: number): readonly PullRequestFault[] {
  const url = textAt(stack, "source", "url");
  if (url === undefined || /^https?:\/\//i.test(url)) return [];
  return [
    {
      path: pathOf(index),
      what: `${nameOf(index)} has no repository at a forge: the source is a folder`,
      expected: "no such key, or an https:// URL in source.url",
    },
  ];
}

function findTokenFaults(section: Json, index: number): readonly PullRequestFault[] {
  const hasFile = valueAt(section, "tokenFile") !== undefined;
  const hasVariable = valueAt(section, "tokenEnv") !== undefined;
  if (hasFile && hasVariable) {
    return [
      {
        path: [...pathOf(index), "tokenEnv"],
        what: `${nameOf(index)} names both tokenFile and tokenEnv`,
        expected: "one of them",
      },
    ];
  }
  if (hasFile || hasVariable) return [];
  return [
    {
      path: pathOf(index),
      what: `${nameOf(index)} names no token`,
      expected: "tokenFile or tokenEnv: no forge opens a pull request without one",
    },
  ];
}

function findRepositoryFaults(section: Json, index: number): readonly PullRequestFault[] {
  const depth = textAt(section, "repository")?.split("/").length ?? 2;
  const forge = textAt(section, "forge");
  if (depth <= 2 || (forge !== "github" && forge !== "gitea")) return [];
  return [
    {
      path: [...pathOf(index), "repository"],
      what: `${nameOf(index)}.repository has more than two parts`,
      expected: "owner/name; only GitLab has groups inside of groups",
    },
  ];
}

/** The pull request's branch is rebuilt again and again: no source, report or other pull request may be there. */
function findBranchFaults(
  mine: StackBranches,
  all: readonly StackBranches[],
): readonly PullRequestFault[] {
  return all
    .filter((other) => other.url === mine.url)
    .flatMap((other) => [
      { branch: other.source, of: `stacks[${other.index}].source.branch` },
      { branch: other.ledger, of: `stacks[${other.index}].reports.branch` },
    ])
    .filter(({ branch }) => isSameRef(mine.adopt, branch))
    .slice(0, 1)
    .map(({ of }) => ({
      path: pathOf(mine.index),
      what: `${nameOf(mine.index)} uses a branch named as the stack and -adopt, which cannot stand beside ${of} in the same repository`,
      expected: "another branch or another stack's name there",
    }));
}

function pathOf(index: number): readonly Step[] {
  return ["stacks", index, "reports", "pullRequest"];
}

function nameOf(index: number): string {
  return `stacks[${index}].reports.pullRequest`;
}
