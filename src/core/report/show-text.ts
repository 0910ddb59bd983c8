import { maskCredentials } from "./mask-credentials.ts";

const TEXT_MAX = 1024;

/** What may be shown of a name that other people gave: without credentials, and not longer than a name may be. */
export function showText(text: string): string {
  const masked = maskCredentials(text);
  return masked.length > TEXT_MAX ? `${masked.slice(0, TEXT_MAX - 1)}…` : masked;
}
