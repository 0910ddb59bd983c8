import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** How often the file is looked at, in milliseconds. Kubernetes swaps a mounted file by a link, which no file watch follows. */
const LOOK_MS = 2_000;

/**
 * Has the file taken at the first look, whatever was read before, and whenever it may have another content; again at each look
 * while it was not taken.
 *
 * @param take Whether it was taken. One call at a time.
 * @param lookMs Tests hand in a shorter one.
 * @returns the stop function.
 */
export function watchText(
  path: string,
  take: () => Promise<boolean>,
  lookMs = LOOK_MS,
): () => void {
  const ended = new AbortController();
  void follow(path, { take, lookMs, signal: ended.signal });
  return () => {
    ended.abort();
  };
}

interface Following {
  readonly take: () => Promise<boolean>;
  readonly lookMs: number;
  readonly signal: AbortSignal;
}

async function follow(path: string, { take, lookMs, signal }: Following): Promise<void> {
  let taken = "";
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other; what changes after it is seen by the next
    const seen = await markOf(path);
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (seen !== taken && (await take())) taken = seen;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await delay(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Another one when the content may be another. */
async function markOf(path: string): Promise<string> {
  try {
    const { mtimeMs, ino, size } = await stat(path);
    return [mtimeMs, ino, size].join(" ");
  } catch {
    // Reading it will say what is wrong.
    return "unreadable";
  }
}
