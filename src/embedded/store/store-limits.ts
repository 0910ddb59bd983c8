import { tooLargeToStore } from "../refusals.ts";
import { StatusError } from "../status-error.ts";
import type { HistoryLimits } from "./change-history.ts";

/** How much a store takes. */
export interface StoreLimits extends Omit<HistoryLimits, "historyMax"> {
  readonly objectsMax: number;
  /** Of one object in the state file. */
  readonly objectBytesMax: number;
  /** Of all objects in the state file. */
  readonly bytesMax: number;
}

/** @throws {StatusError} 500 for an object that is too large, with etcd's text; 507 when the store would be too full. */
export function checkLimits(
  limits: StoreLimits,
  next: { objects: number; objectBytes: number; bytes: number },
): void {
  if (next.objectBytes > limits.objectBytesMax) throw tooLargeToStore();
  if (next.objects > limits.objectsMax) {
    throw full(`more than ${String(limits.objectsMax)} objects`);
  }
  if (next.bytes > limits.bytesMax) throw full(`more than ${String(limits.bytesMax)} bytes`);
}

function full(what: string): StatusError {
  const message = `the embedded cluster does not store ${what}: delete some objects first`;
  return new StatusError(507, { reason: "InsufficientStorage", message });
}
