import type { ObjectStatus } from "../report/status-document.ts";

const WORDS = {
  enforce: "it is kept as Git says",
  observe: "it is only reported, nothing of it is written",
  "create-only": "it is made when it is missing and never changed",
  off: "it is not looked at",
} as const;

/** The mode of an object that is not the stack's own, in words: `mode observe (by its annotation): …`. */
export function explainMode({ mode, modeFrom }: ObjectStatus): string | undefined {
  if (mode === undefined || modeFrom === undefined || modeFrom === "stack") return undefined;
  const origin = modeFrom === "object" ? "by its annotation" : "of its kind";
  return `mode ${mode} (${origin}): ${WORDS[mode]}`;
}
