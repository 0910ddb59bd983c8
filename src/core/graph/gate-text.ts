import semver from "semver";
import type { Gate } from "./edge.ts";

/** A gate as people write and read it: `lockstep`, `rolled-out`, `ready`, `exists`, or the semver range. */
export function gateText(gate: Gate): string {
  return gate.kind === "range" ? gate.range : gate.kind;
}

/**
 * Reads what `gateText` writes.
 *
 * @returns `undefined` for text that is neither a gate's name nor a semver range. Empty text is
 * none either, although semver would take it for "any version".
 */
export function parseGate(text: string): Gate | undefined {
  const trimmed = text.trim();
  switch (trimmed) {
    case "":
      return undefined;
    case "exists":
    case "ready":
    case "rolled-out":
    case "lockstep":
      return { kind: trimmed };
    default:
      // `satisfies` answers false for a broken range, without a word: it is asked about here.
      return semver.validRange(trimmed) === null ? undefined : { kind: "range", range: trimmed };
  }
}
