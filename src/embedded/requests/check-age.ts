import type { World } from "../kinds/resource.ts";
import { StatusError } from "../status-error.ts";
import { internalError } from "./refusals.ts";

/** Digits of a 64-bit number. */
const VERSION = /^[0-9]{1,20}$/;

/** Why a text is no resourceVersion, in Go's words; `undefined` for a good one. */
export function versionError(resourceVersion: string): string | undefined {
  return resourceVersion === "" || VERSION.test(resourceVersion)
    ? undefined
    : `strconv.ParseUint: parsing "${resourceVersion}": invalid syntax`;
}

/**
 * Sees to it that what is read is at least as new as the caller asks for: it always is, unless that is in the future.
 *
 * @throws {StatusError} 500 for a text that is no resourceVersion, 504 for one that is still to come.
 */
export function checkAge(resourceVersion: string, { store }: Pick<World, "store">): void {
  const wrong = versionError(resourceVersion);
  if (wrong !== undefined) {
    throw internalError(`resourceVersion: Invalid value: "${resourceVersion}": ${wrong}`);
  }
  if (Number(resourceVersion) <= store.revision) return;
  throw new StatusError(504, {
    reason: "Timeout",
    message: `Timeout: Too large resource version: ${resourceVersion}, current: ${String(store.revision)}`,
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    },
  });
}
