import type { ReleasedPath } from "./released-path.ts";

/** What gave a path up, in words: `released by a rule (ignore /data/*)`. */
export function explainRelease({ by, holder }: ReleasedPath): string {
  return by === "ignore" ? `released by a rule (${holder})` : `released: ${holder} sets it`;
}
