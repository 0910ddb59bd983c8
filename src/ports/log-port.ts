/** Fields of a log line. Values of Secrets and credentials never get here; the adapter masks what looks like one. */
export type LogFields = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** The agent's log, on stderr. One sentence a line, facts in fields. */
export interface LogPort {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}
