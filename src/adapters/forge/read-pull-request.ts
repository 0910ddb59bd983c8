import { ForgeError } from "../../core/forge-error.ts";
import type { Json } from "../../core/object/json.ts";
import type { PullRequest } from "../../ports/forge-port.ts";

/** What was found in an answer; a field that has to be there and is not is `undefined`. */
type Found = {
  readonly [Key in keyof PullRequest]: PullRequest[Key] | undefined;
};

/** A pull request out of a forge's answer. Throws `bad-answer` when it is none. */
export function readPullRequest(
  json: Json,
  parse: (json: Json) => Found,
  api: string,
): PullRequest {
  const { number, url, state, headCommit, base, title, body } = parse(json);
  if (
    number === undefined ||
    !Number.isSafeInteger(number) ||
    url === undefined ||
    state === undefined ||
    base === undefined ||
    title === undefined
  ) {
    throw new ForgeError(
      "bad-answer",
      `${api}: an answer names no pull request: check reports.pullRequest.forge and reports.pullRequest.api`,
    );
  }
  // A branch that is gone has no commit, and a body may be null.
  return { number, url, state, title, base, headCommit: headCommit ?? "", body: body ?? "" };
}
