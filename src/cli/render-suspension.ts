import { renderJson } from "./render-json.ts";

/** A stack that was held still, and until when (RFC 3339; empty: until somebody resumes it), or that goes on. */
export interface Suspended {
  readonly stack: string;
  /** `undefined`: it goes on. */
  readonly suspension: { readonly reason: string; readonly until: string } | undefined;
}

/** What `suspend` and `resume` did, as a line or as one JSON document. */
export function renderSuspension(
  { stack, suspension }: Suspended,
  output: "text" | "json",
): string {
  if (output === "json") return renderJson({ name: stack, suspended: suspension ?? null });
  if (suspension === undefined) return `${stack}: goes on\n`;
  const until = suspension.until === "" ? "" : ` until ${suspension.until}`;
  return `${stack}: is suspended${until}\n`;
}
