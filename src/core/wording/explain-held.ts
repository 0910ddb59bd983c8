import type { BlockerStatus } from "../report/status-document.ts";
import { explainBlocker, leadIn } from "./explain-blocker.ts";
import type { Naming } from "./name-objects.ts";

/** What a held object waits for and why, as a sentence about it: `waits for Deployment/shop/db: it runs 1.4.0, 1.5.0 wanted`. */
export function explainHeld(blocker: BlockerStatus, name: Naming): string {
  const lead = leadIn(blocker);
  const begin = lead === "waits for" ? `waits for ${name(blocker.to)}: ` : lead && `${lead}: `;
  return `${begin}${explainBlocker(blocker)}`;
}
