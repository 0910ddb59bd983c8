import { declaredVersion, type VersionPaths } from "./declared-version.ts";
import type { Party } from "./party.ts";

/** `git(X)` of the skew rule: the version text that Git wants, or the live spec of an object that is not ours. */
export function wantedVersion(party: Party, paths: VersionPaths): string | undefined {
  const body = party.intent ?? party.reading?.object;
  return body === undefined ? undefined : declaredVersion(body, paths);
}

/** The version text of a write that was decided after the reading was made; `undefined` when there is none. */
export function sentVersion(party: Party, paths: VersionPaths): string | undefined {
  const body = party.planned ?? (party.change === "sent" ? party.intent : undefined);
  return body === undefined ? undefined : declaredVersion(body, paths);
}
