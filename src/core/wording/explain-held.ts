import type { BlockerStatus } from "../report/status-document.ts";
import { explainBlocker, leadIn } from "./explain-blocker.ts";
import type { Naming } from "./name-objects.ts";

/** What a held object waits for and why, as a sentence about it: `waits for Deployment/shop/db: it runs 1.4.0, 1.5.0 wanted`. */
export function explainHeld(blocker: BlockerStatus, name: Naming): string {
  return heldSentence(blocker, name).join("");
}

/** The same in parts, where what it waits for is more than a name. */
export function heldSentence<Target>(
  blocker: BlockerStatus,
  target: (id: string) => Target,
): readonly (string | Target)[] {
  const lead = leadIn(blocker);
  const { note } = blocker;
  const words = `${explainBlocker(blocker)}${note === undefined ? "" : `; ${note}`}`;
  if (lead === "waits for") return [`${lead} `, target(blocker.to), `: ${words}`];
  return [lead === "" ? words : `${lead}: ${words}`];
}
