import { durationText } from "../../core/wording/duration-text.ts";

/** Ages are in whole seconds. */
const TICK_MS = 1000;

/** The words of all `time` elements that tell an age. */
export interface Ages {
  /** Takes the server's clock, in epoch milliseconds: the reader's may be wrong. */
  readonly setNow: (nowMs: number) => void;
  readonly tick: () => void;
}

/** Keeps ages current. An element is only touched when its words change. */
export function keepAges(firstNowMs: number): Ages {
  let aheadMs = 0;
  function setNow(nowMs: number): void {
    aheadMs = nowMs - Date.now();
  }
  function tick(): void {
    const nowMs = Date.now() + aheadMs;
    for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-age]")) {
      const words = durationText(nowMs - Date.parse(time.dateTime));
      if (time.textContent !== words) time.textContent = words;
    }
  }
  setNow(firstNowMs);
  tick();
  setInterval(tick, TICK_MS);
  return { setNow, tick };
}
