import type { ObjectId, ObjectKey } from "../object/object-id.ts";
import type { Intent } from "./build-intent.ts";
import type { NotedSources } from "./recall-sources.ts";

/** What the Secrets and ConfigMaps that one workload uses mean for it now. */
export interface RestartCase {
  /** Sources with another content than its pods know. */
  readonly changed: readonly ObjectKey[];
  /** Those of them that were seen in the cluster, and not foreseen. */
  readonly live: readonly ObjectId[];
  /** Sources that were not there, and no list would show: asked for before its pods are replaced, which read what is there then. */
  readonly missing: readonly ObjectId[];
  /** Sources that this very pass writes with another content: the restart follows. */
  readonly foreseen: readonly ObjectKey[];
  /** Epoch milliseconds at which changes that come together are over; `undefined`: nothing changed, or more than time is waited for. */
  readonly dueAtMs: number | undefined;
  /** It would be due, but the workload rolls out, and the config says that this comes first. */
  readonly waitsForRollout: boolean;
  /** It would be due, but sources of it change too often: epoch milliseconds before which its pods do not restart. */
  readonly putOffUntilMs: number | undefined;
  /** The intent that it wants carries the new contents. */
  readonly isDue: boolean;
  /** Git changes nothing of it: the write is for the sources alone. */
  readonly isAlone: boolean;
  /** The last applied intent with what is to be noted about the sources; `undefined`: all is noted. */
  readonly record: Intent | undefined;
  /** What is known of the sources and the workload does not carry. */
  readonly noted: NotedSources | undefined;
  /** A source is written in this pass, and nobody knows yet what it will hold. */
  readonly waitsForSource: boolean;
}

export const NO_RESTART: RestartCase = {
  changed: [],
  live: [],
  missing: [],
  foreseen: [],
  dueAtMs: undefined,
  waitsForRollout: false,
  putOffUntilMs: undefined,
  isDue: false,
  isAlone: false,
  record: undefined,
  noted: undefined,
  waitsForSource: false,
};
