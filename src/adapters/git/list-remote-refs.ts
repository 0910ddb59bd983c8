import { type HttpClient, listServerRefs } from "isomorphic-git";
import { SourceError } from "../../core/source-error.ts";

const BRANCHES_NAMED_MAX = 10;
const HEADS = "refs/heads/";

/** A remote repository, for questions about its refs. */
interface Remote {
  readonly url: string;
  readonly http: HttpClient;
}

/** The tip of a branch of a remote repository, or `undefined` when it has no such branch. Two small requests. */
export async function findRemoteTip(remote: Remote, branch: string): Promise<string | undefined> {
  const refs = await listRefs(remote, `${HEADS}${branch}`);
  return refs.find(({ ref }) => ref === `${HEADS}${branch}`)?.oid;
}

/** That the branch is missing, and which ones there are. */
export async function describeMissingBranch(remote: Remote, branch: string): Promise<SourceError> {
  // Version 1 of the protocol, because with version 2 a SHA-256 repository answers nothing at all.
  const refs = await listRefs(remote, HEADS, 1);
  return missingBranch({
    where: remote.url,
    branch,
    existing: refs.map(({ ref }) => ref.slice(HEADS.length)),
  });
}

/** The refusal for a branch that is not among the existing ones, some of which it names. */
export function missingBranch(facts: {
  readonly where: string;
  readonly branch: string;
  readonly existing: readonly string[];
}): SourceError {
  const { where, branch, existing } = facts;
  if (existing.length === 0) {
    return new SourceError(
      "no-such-branch",
      `${where}: is empty, push a commit to branch ${branch}`,
    );
  }
  const named = existing.slice(0, BRANCHES_NAMED_MAX).join(", ");
  const rest =
    existing.length > BRANCHES_NAMED_MAX
      ? `, and ${existing.length - BRANCHES_NAMED_MAX} more`
      : "";
  return new SourceError(
    "no-such-branch",
    `${where}: no branch ${branch}; there are ${named}${rest}`,
  );
}

async function listRefs(
  remote: Remote,
  prefix: string,
  protocolVersion: 1 | 2 = 2,
): Promise<readonly { readonly ref: string; readonly oid: string }[]> {
  const refs = await listServerRefs({
    http: remote.http,
    url: remote.url,
    prefix,
    protocolVersion,
  });
  const strange = refs.find(({ oid }) => !/^[0-9a-f]{40}$/.test(oid));
  if (strange !== undefined) {
    // A SHA-256 repository has longer ids.
    throw new SourceError(
      "unsupported",
      `${remote.url}: the server speaks another object format than SHA-1 (SHA-256 repositories are not read)`,
    );
  }
  return refs;
}
