import { canonicalText, type JsonObject } from "../../core/object/json.ts";

/** The digits 0 to 9 as Kubernetes writes them in names, so that they spell no words. */
const SAFE_DIGITS = "456789bcdf";

/**
 * A short text that differs for different templates: `pod-template-hash` and the hashes of revisions. In the style of
 * the real one (FNV-1a of 32 bits), though not equal to it, which hashes Go's print of its own structures.
 */
export function templateHash(template: JsonObject, collisionCount: number): string {
  const text = canonicalText(template) + (collisionCount === 0 ? "" : `${collisionCount}`);
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return String(hash).replaceAll(/\d/g, (digit) => SAFE_DIGITS[Number(digit)] ?? "");
}
