import type { ObjectStatus } from "../report/status-document.ts";

/** The cause of a stall in words: `pod web-1: ImagePullBackOff: …`. */
export function explainCause({ pod, reason, message }: NonNullable<ObjectStatus["cause"]>): string {
  const where = pod === "" ? "" : `pod ${pod}: `;
  return `${where}${message === "" ? reason : `${reason}: ${message}`}`;
}
