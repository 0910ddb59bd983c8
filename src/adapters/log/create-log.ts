import { pino } from "pino";
import type { LogFields, LogPort } from "../../ports/log-port.ts";
import { renderLogLine } from "./render-log-line.ts";
import { SecretMask } from "./secret-mask.ts";

type LogLevel = "debug" | "info" | "warn" | "error";

export interface LogOptions {
  readonly level: LogLevel;
  /** `json`: a JSON object a line, for programs. `text`: for a terminal. */
  readonly format: "json" | "text";
  /** Takes a whole line with its end. */
  readonly write: (line: string) => void;
}

/** A log that also knows secrets. */
export interface MaskingLog extends LogPort {
  /** From now on no line shows these values, nor their URL-encoded and base64 spellings. Under 4 characters nothing is masked. */
  maskSecrets(values: readonly string[]): void;
}

interface Entry {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/** The agent's log. Credentials are masked before a line is made. */
export function createLog(options: LogOptions): MaskingLog {
  const mask = new SecretMask();
  const emit = options.format === "json" ? jsonLines(options) : textLines(options);
  const levelMin = LEVELS.indexOf(options.level);
  function log(level: LogLevel, message: string, fields: LogFields = {}): void {
    if (LEVELS.indexOf(level) < levelMin) return;
    emit({ level, message: mask.apply(message), fields: maskFields(fields, mask) });
  }
  return {
    debug: (message, fields) => log("debug", message, fields),
    info: (message, fields) => log("info", message, fields),
    warn: (message, fields) => log("warn", message, fields),
    error: (message, fields) => log("error", message, fields),
    maskSecrets: (values) => mask.add(values),
  };
}

function jsonLines({ write }: LogOptions): (entry: Entry) => void {
  const logger = pino(
    {
      level: "debug",
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  );
  return ({ level, message, fields }) => logger[level](fields, message);
}

function textLines({ write }: LogOptions): (entry: Entry) => void {
  return (entry) => write(renderLogLine({ ...entry, time: new Date().toISOString() }));
}

function maskFields(fields: LogFields, mask: SecretMask): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, maskField(value, mask)]),
  );
}

function maskField(value: LogFields[string], mask: SecretMask): LogFields[string] {
  if (typeof value === "string") return mask.apply(value);
  return typeof value === "object" ? value.map((item) => mask.apply(item)) : value;
}
