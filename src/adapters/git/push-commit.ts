import { Errors, type HttpClient, push, writeRef } from "isomorphic-git";
import { SourceError } from "../../core/source-error.ts";
import { atomicFs } from "./atomic-fs.ts";
import { findRemoteTip } from "./list-remote-refs.ts";

/** `behind`: the branch is not where our commit starts from; fetch and commit again. */
export type PushOutcome = "pushed" | "behind";

/** The local name of what is pushed. */
const OUTGOING = "refs/heads/outgoing";
const TEXT_MAX = 500;

interface PushRequest {
  readonly url: string;
  readonly http: HttpClient;
  readonly mask: (text: string) => string;
  readonly gitdir: string;
  readonly cache: object;
  readonly branch: string;
  readonly commit: string;
  readonly parent: string | undefined;
}

/**
 * Pushes one commit, never by force. Whether a refusal is a lost race or a rule of the server is decided by looking
 * where the branch is now, not by the server's words.
 *
 * @throws {SourceError} `push-refused` with what the server said.
 */
export async function pushCommit(request: PushRequest): Promise<PushOutcome> {
  const { url, http, gitdir, cache, branch } = request;
  const said: string[] = [];
  await writeRef({ fs: atomicFs, gitdir, ref: OUTGOING, value: request.commit, force: true });
  try {
    await push({
      fs: atomicFs,
      gitdir,
      cache,
      http,
      url,
      remote: "origin",
      ref: OUTGOING,
      remoteRef: `refs/heads/${branch}`,
      onMessage: (line) => {
        said.push(line);
      },
    });
    return "pushed";
  } catch (error) {
    if (error instanceof Errors.PushRejectedError) return "behind";
    if (!(error instanceof Errors.GitPushError)) throw error;
    const tip = await findRemoteTip({ url, http }, branch);
    if (tip === request.commit) return "pushed";
    if (tip !== request.parent) return "behind";
    const words = [error.data.prettyDetails, ...said].join(" ").replace(/\s+/g, " ").trim();
    throw new SourceError(
      "push-refused",
      `${url}: the server refuses a push to ${branch}: ${request.mask(words).slice(0, TEXT_MAX)}`,
    );
  }
}
