import { parseStatusText } from "../core/inventory/status-text.ts";
import type { StackStatus } from "../core/report/status-document.ts";

/** The parent is an object that people can edit: what is no status counts as none. */
export function readStatus(text: string): StackStatus | undefined {
  if (text === "") return undefined;
  try {
    return parseStatusText(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
