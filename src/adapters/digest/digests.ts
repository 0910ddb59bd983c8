import { createHash } from "node:crypto";
import { contentKeys } from "./create-content-keys.ts";

/** What the core and the agent hash with. */
export const digests = {
  contentKeys,
  digest: (text: string) => createHash("sha256").update(text).digest("hex"),
} as const;

/** SHA-256 of a text in base64url without padding. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
