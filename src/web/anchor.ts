import { createHash } from "node:crypto";

/** A short `id` for an element about something whose name has any length and characters: the same for the same texts. */
export function anchor(kind: string, ...texts: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(texts)).digest("base64url");
  return `${kind}-${digest.slice(0, 16)}`;
}
