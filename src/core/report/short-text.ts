import { maskCredentials } from "./mask-credentials.ts";

const TEXT_MAX = 40;

/** What other people wrote as a value, fit for a sentence: without credentials, cut where it is long. */
export function shortText(text: string): string {
  const masked = maskCredentials(text);
  return masked.length > TEXT_MAX ? `${masked.slice(0, TEXT_MAX - 1)}…` : masked;
}
