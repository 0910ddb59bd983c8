import { ForgeError, type ForgeErrorCode } from "../../core/forge-error.ts";
import { readRetryTime } from "./read-retry-time.ts";

interface RefusingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The forge's own words, masked; may be empty. */
  readonly said: string;
}

interface RefusedQuestion {
  readonly api: string;
  readonly repository: string;
  /** Follows "may not". */
  readonly action: string;
  readonly nowMs: number;
}

/** An answer that is no success, as a refusal that says what to do. */
export function translateForgeRefusal(
  answer: RefusingAnswer,
  question: RefusedQuestion,
): ForgeError {
  const { status, said } = answer;
  const where = `${question.api}: ${question.repository}`;
  const quoted = said === "" ? `${status}` : `${status}: ${said}`;
  const retryAtMs = readRetryTime(answer, question.nowMs);
  if (retryAtMs !== undefined) {
    const seconds = Math.ceil((retryAtMs - question.nowMs) / 1_000);
    return new ForgeError(
      "rate-limited",
      `${where}: the forge wants no request for ${seconds} s (${quoted}): it is asked again then`,
      { retryAtMs },
    );
  }
  const { code, text } = describe(answer, { ...question, quoted });
  return new ForgeError(code, `${where}: ${text}`);
}

function describe(
  { status, headers }: RefusingAnswer,
  { api, action, quoted }: RefusedQuestion & { readonly quoted: string },
): { readonly code: ForgeErrorCode; readonly text: string } {
  if (status < 400) return { code: "bad-answer", text: describeRedirect(headers, { api, quoted }) };
  switch (status) {
    case 401:
      return {
        code: "unauthorized",
        text: `the forge does not take the token (${quoted}): put a valid one where reports.pullRequest names it`,
      };
    case 403:
      return {
        code: "forbidden",
        text: `the token may not ${action} (${quoted}): it has to read and write pull requests, their labels and comments, and commit statuses there`,
      };
    case 404:
    case 410:
      return {
        code: "not-found",
        text: `nothing found to ${action} (${quoted}): check reports.pullRequest.repository, the branches, and what the token may see`,
      };
    case 408:
    case 504:
      return { code: "timed-out", text: `the forge did not ${action} in time (${quoted})` };
    default:
      return status >= 500
        ? {
            code: "unreachable",
            text: `the forge failed to ${action} (${quoted}): it is tried again`,
          }
        : {
            code: "refused",
            text: `the forge does not ${action} (${quoted}): what it names has to change first`,
          };
  }
}

/** Only where to: the rest of a redirect's target can hold anything. */
function describeRedirect(
  headers: Readonly<Record<string, string>>,
  { api, quoted }: { readonly api: string; readonly quoted: string },
): string {
  const location = headers["location"] ?? "";
  const { origin } = URL.canParse(location, api) ? new URL(location, api) : { origin: "nowhere" };
  return `the forge redirects out of its API, to ${origin} (${quoted}): write the API's present base into reports.pullRequest.api`;
}
