interface LimitedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The forge's own words. */
  readonly said: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Smaller numbers are seconds from now, larger ones seconds since 1970. */
const EPOCH_SECONDS_MIN = 1_000_000_000;

/**
 * When a forge wants to be asked again; `undefined` when the answer is not about too many requests. Times count from the
 * server's own clock, and lie between a second and a day ahead. Without a time it is a minute, as GitHub asks.
 * @see https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 * @see https://docs.gitlab.com/administration/settings/user_and_ip_rate_limits/#response-headers
 */
export function readRetryTime(answer: LimitedAnswer, nowMs: number): number | undefined {
  if (!isLimited(answer)) return undefined;
  const waitMs = waitOf(answer, nowMs);
  return nowMs + Math.min(Math.max(waitMs, 1_000), DAY_MS);
}

/** GitHub says it with 403, too. */
function isLimited({ status, headers, said }: LimitedAnswer): boolean {
  if (status === 429) return true;
  if (status === 503) return headers["retry-after"] !== undefined;
  return (
    status === 403 &&
    (headers["retry-after"] !== undefined ||
      headers["x-ratelimit-remaining"] === "0" ||
      /\brate limit|\babuse detection/i.test(said))
  );
}

function waitOf({ headers }: LimitedAnswer, nowMs: number): number {
  const serverMs = Date.parse(headers["date"] ?? "") || nowMs;
  return waitForAfter(headers, serverMs) ?? waitForReset(headers, serverMs) ?? MINUTE_MS;
}

/** Seconds, or a date. */
function waitForAfter(headers: LimitedAnswer["headers"], serverMs: number): number | undefined {
  const after = headers["retry-after"] ?? "";
  if (/^\d{1,9}$/.test(after)) return Number(after) * 1_000;
  const afterMs = Date.parse(after);
  return Number.isNaN(afterMs) ? undefined : afterMs - serverMs;
}

/** Counts only when nothing is left: GitHub names the end of the hour in every answer. */
function waitForReset(headers: LimitedAnswer["headers"], serverMs: number): number | undefined {
  const left = headers["x-ratelimit-remaining"] ?? headers["ratelimit-remaining"];
  const reset = headers["x-ratelimit-reset"] ?? headers["ratelimit-reset"] ?? "";
  if (left !== "0" || !/^\d{1,12}$/.test(reset)) return undefined;
  const seconds = Number(reset);
  return seconds < EPOCH_SECONDS_MIN ? seconds * 1_000 : seconds * 1_000 - serverMs;
}
