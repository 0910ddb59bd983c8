import type { World } from "../kinds/resource.ts";
import { quotedText } from "../quoted-text.ts";
import { internalError } from "../refusals.ts";
import { StatusError } from "../status-error.ts";

/** Digits of a 64-bit number. */
const VERSION = /^[0-9]{1,20}$/;

/** Why a text is no resourceVersion, in Go's words; `undefined` for a good one and for none. */
export function versionFault(resourceVersion: string): string | undefined {
  return resourceVersion === "" || VERSION.test(resourceVersion)
    ? undefined
    : `strconv.ParseUint: parsing ${quotedText(resourceVersion)}: invalid syntax`;
}

/** The resourceVersion of a query as a number, 0 for none. @throws {StatusError} 500 for another text. */
export function readVersion(resourceVersion: string): number {
  const fault = versionFault(resourceVersion);
  if (fault === undefined) return Number(resourceVersion);
  throw internalError(`resourceVersion: Invalid value: ${quotedText(resourceVersion)}: ${fault}`);
}

/**
 * Sees to it that what is read is at least as new as the caller asks for: it always is, unless that is in the future.
 *
 * @throws {StatusError} 500 for a text that is no resourceVersion, 504 for one that is still to come.
 */
export function checkAge(resourceVersion: string, { store }: Pick<World, "store">): void {
  const asked = readVersion(resourceVersion);
  if (asked > store.revision) throw futureVersion(asked, store.revision);
}

/** The refusal of a resourceVersion that is still to come. */
export function futureVersion(asked: number, current: number): StatusError {
  return new StatusError(504, {
    reason: "Timeout",
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    },
  });
}
