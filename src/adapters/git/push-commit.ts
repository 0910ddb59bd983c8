import { type HttpClient, packObjects } from "isomorphic-git";
import { SourceError } from "../../core/source-error.ts";
import { advisePush } from "./advise-push.ts";
import { atomicFs } from "./atomic-fs.ts";
import { findRemoteTip } from "./list-remote-refs.ts";
import { findPushedRef, updateRemoteRef } from "./push-refs.ts";
import type { WrittenCommit } from "./write-commit.ts";

/** `behind`: the branch is not where it was expected; look again and commit again. */
export type PushOutcome = "pushed" | "behind";

const TEXT_MAX = 500;

interface PushRequest {
  readonly url: string;
  readonly http: HttpClient;
  readonly mask: (text: string) => string;
  readonly gitdir: string;
  readonly cache: object;
  readonly branch: string;
  readonly commit: WrittenCommit;
  /** Where the branch is expected; `undefined`: not there yet. */
  readonly expected: string | undefined;
}

/**
 * Pushes one commit, and of its objects those that were made for it: its parent is on the server. A branch that is not
 * where it is expected is never moved. Whether a refusal is a lost race or a rule of the server is decided by
 * looking where the branch is now, not by the server's words.
 *
 * @throws {SourceError} `push-refused` with what the server said.
 */
export async function pushCommit(request: PushRequest): Promise<PushOutcome> {
  const { gitdir, cache, branch, expected } = request;
  const { commit, made } = request.commit;
  const ref = `refs/heads/${branch}`;
  const before = await findPushedRef(request, ref);
  if (before !== expected) return before === commit ? "pushed" : "behind";
  const { packfile } = await packObjects({ fs: atomicFs, gitdir, cache, oids: [...made] });
  if (packfile === undefined) throw new Error("the library made no pack");
  const answer = await updateRemoteRef(request, { ref, expected, commit, pack: packfile });
  if (answer.kind === "pushed") return "pushed";
  const tip = await findRemoteTip(request, branch);
  if (tip === commit) return "pushed";
  if (tip !== expected) return "behind";
  const words = request.mask(answer.words.replace(/\s+/g, " ").trim()).slice(0, TEXT_MAX);
  throw new SourceError(
    "push-refused",
    `${request.url}: the server refuses a push to ${branch}: ${words.replace(/[.\s]+$/, "")}; ${advisePush(words)}`,
  );
}
