import type { RefusalStatus } from "../core/report/status-document.ts";
import { describeRefusal } from "../core/wording/describe-refusal.ts";
import { paintLines } from "./paint-line.ts";
import type { Palette } from "./palette.ts";

/** What the cluster or the repository refused, in one line. */
export function renderRefusal(refusal: RefusalStatus, palette: Palette): string {
  return paintLines([[{ text: `refused: ${describeRefusal(refusal)}`, tone: "bad" }]], palette);
}
