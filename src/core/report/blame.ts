import type { Mode } from "../mode.ts";
import type { RedactedValue } from "./redact-value.ts";

/** Who owns which field of one live object, as its `managedFields` say it, and by which right: what `lockstep blame` prints. */
export interface Blame {
  readonly id: string;
  readonly stack: string;
  readonly inGit: boolean;
  readonly mode: Mode;
  /** The commit at which its intent was last applied; empty when never, or by nobody who is ours. */
  readonly appliedRevision: string;
  /** The commit whose manifest the fields are judged by: `appliedRevision`, or Git's newest where that is unknown. Left out: Git does not have it. */
  readonly judgedBy?: string;
  /** Every field that somebody owns, in the order of the object's parts; defaults that nobody owns are not in it. */
  readonly fields: readonly FieldBlame[];
  /** What Git sets, is given up, and nobody owns: how it comes to be so is recorded nowhere. Left out: there is none. */
  readonly unowned?: readonly UnownedBlame[];
  /** What is written through `status` and the like, which is never Git's. */
  readonly subresources: readonly SubresourceBlame[];
  /** The object shows no ownership: the list was reset, or something on the way leaves it out. */
  readonly isStripped: boolean;
}

export interface UnownedBlame extends Pick<FieldBlame, "path" | "where" | "value"> {
  readonly desired: RedactedValue;
  /** What gave it up, in words. */
  readonly why: string;
}

export interface FieldBlame {
  /** A pointer as of a drift. */
  readonly path: string;
  /** The same as people read it. */
  readonly where: string;
  /** `null`: there is no such value, as of an empty map. */
  readonly value: RedactedValue;
  readonly setByGit: boolean;
  /** What Git says where that differs in text: the server may mean the same by both. */
  readonly desired?: RedactedValue;
  /** Ours first, then the newest; never empty. */
  readonly owners: readonly OwnerBlame[];
}

/**
 * `own`: ours, or to become so. `allowed`: by a rule. `left`: never touched where Git does not set it. `legacy`: from before us,
 * taken over with the next write. `released`: the path is given up, whoever holds it. `foreign`: nothing allows it.
 */
type OwnerStanding = "own" | "allowed" | "left" | "legacy" | "released" | "foreign";

export interface OwnerBlame {
  readonly manager: string;
  readonly operation: string;
  /** Empty: the object itself; else `scale`. */
  readonly subresource: string;
  readonly apiVersion: string;
  /** RFC 3339: when this manager last changed anything of the object. It has owned the field since then, or for longer. Empty: not recorded. */
  readonly at: string;
  /** Whether the entry's name is that of one manager: the server merges the oldest ones. */
  readonly named: boolean;
  readonly standing: OwnerStanding;
  /** The right, or what becomes of it, in words. */
  readonly why: string;
}

export interface SubresourceBlame
  extends Pick<OwnerBlame, "manager" | "operation" | "subresource" | "apiVersion" | "at"> {
  readonly fields: number;
}
