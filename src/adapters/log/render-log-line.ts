import { visibleText } from "../../core/report/visible-text.ts";
import type { LogFields } from "../../ports/log-port.ts";

/** A log line for a terminal: `12:03:04 warn  The remote is down. stack=shop`. Nothing in it moves the cursor. */
export function renderLogLine(entry: {
  readonly level: string;
  /** RFC 3339. */
  readonly time: string;
  readonly message: string;
  readonly fields: LogFields;
}): string {
  const fields = Object.entries(entry.fields).map(([key, value]) => `${key}=${fieldText(value)}`);
  const text = [entry.time.slice(11, 19), entry.level.padEnd(5), entry.message, ...fields].join(
    " ",
  );
  return `${visibleText(text)}\n`;
}

function fieldText(value: LogFields[string]): string {
  if (typeof value === "string") return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  return typeof value === "object" ? value.join(",") : String(value);
}
