import type { Digest } from "../digest.ts";
import type { Transferred } from "../drift/attribute-transferred.ts";
import { type FightRules, NO_FIGHTS, type ObjectFights } from "../drift/fight.ts";
import type { SeenHistory } from "../drift/seen-edits.ts";
import type { Association } from "../graph/association.ts";
import type { Graph } from "../graph/edge.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Mode } from "../mode.ts";
import type { JobEnd } from "../object/job-end.ts";
import type { JsonObject } from "../object/json.ts";
import type { ObjectKey } from "../object/object-id.ts";
import type { Sighting } from "../object/sighting.ts";
import type { AllowRule } from "../ownership/foreign-rules.ts";
import type { IgnoreRule } from "../released/ignore-rule.ts";
import type { RestartPace } from "../restart/restart-pace.ts";
import type { RestartRules } from "../restart/restart-rules.ts";
import type { SourceView } from "../restart/source-view.ts";
import type { VersionPaths } from "../rollout/declared-version.ts";
import type { ExternalReading } from "../rollout/external-answer.ts";
import type { HealthRules } from "../rollout/health-rule.ts";
import type { RolloutReading } from "../rollout/rollout-reading.ts";
import type { FoundDependents } from "./found-dependents.ts";
import type { NotedSources } from "./recall-sources.ts";

/** Who we are and how this stack is to be treated. The same for every pass until the config changes. */
export interface StackRules {
  readonly name: string;
  /** Value of the part-of label: the id of the stack's ApplySet. */
  readonly applySetId: string;
  /** The ids under earlier names of the stack: what carries one of them becomes ours. */
  readonly earlierSets: ReadonlySet<string>;
  /** Our field manager, and its earlier names. */
  readonly manager: string;
  readonly renamedFrom: readonly string[];
  readonly mode: Mode;
  /** Of single kinds, by kind key. */
  readonly modes: ReadonlyMap<string, Mode>;
  /** Whether a label on a live object keeps us from writing it, and the keys of such labels beside our own. */
  readonly allowSkip: boolean;
  readonly skipLabels: readonly string[];
  readonly isPreflighted: boolean;
  /** The pull request offers RBAC and admission webhooks, too. */
  readonly offersRights: boolean;
  readonly progressDeadlineMs: number;
  readonly unknownVersion: "hold" | "allow";
  readonly allow: readonly AllowRule[];
  /** Paths that are reverted although the never-touched list names them. */
  readonly revertPaths: readonly string[];
  /** What others may set whatever Git says. */
  readonly ignore: readonly IgnoreRule[];
  readonly associations: readonly Association[];
  /** The health of kinds, and where they say their versions, as the config says it. */
  readonly health: HealthRules;
  readonly versionPaths: VersionPaths;
  readonly fights: FightRules;
  readonly restarts: RestartRules;
  readonly prune: {
    readonly isEnabled: boolean;
    /** The brake: more than this many and more than this part of the members at once need a person's word. */
    readonly objectsMax: number;
    readonly percentMax: number;
    /** Protected kinds (`PersistentVolumeClaim`) that may be deleted all the same. */
    readonly unprotected: ReadonlySet<string>;
  };
}

/** Another stack of the same agent. */
export interface Sibling {
  readonly name: string;
  readonly applySetId: string;
  /** The ids under its earlier names. */
  readonly earlierSets: ReadonlySet<string>;
  /** What Git has of it; `undefined` while nobody knows. */
  readonly keys: ReadonlySet<ObjectKey> | undefined;
  /** The same, whole. */
  readonly manifests: readonly Manifest[];
  readonly associations: readonly Association[];
  /** What its last look at the cluster saw: `undefined` before the first, empty where it is not open in this process. */
  readonly readings: ReadonlyMap<ObjectKey, RolloutReading> | undefined;
  /** Its orphans that went at its last pass but for these objects; empty while a person holds it still. */
  readonly waiting: ReadonlyMap<ObjectKey, readonly ObjectKey[]>;
}

/** When the other stacks' repositories were asked about an object, and whether that was for this very decision. */
export interface Hearing {
  readonly atMs: number;
  readonly isNow: boolean;
}

/** What Git says at one commit. */
export interface Desired {
  readonly revision: string;
  /** Sorted by object key; ids unique. */
  readonly manifests: readonly Manifest[];
  readonly graph: Graph;
}

/** Everything that a decision may know. A pass asks for what is missing (`Question`) and decides again. */
export interface Look {
  readonly nowMs: number;
  readonly rules: StackRules;
  readonly digest: Digest;
  readonly desired: Desired;
  /** Objects in Git, members of the stack, and targets outside it; a missing key means "not looked at yet". */
  readonly sightings: ReadonlyMap<ObjectKey, Sighting>;
  /** How Jobs were when they were deleted, as far as that was seen. */
  readonly gone: ReadonlyMap<ObjectKey, JsonObject>;
  /** What single writes made of objects while they were watched; without the field nothing was seen. */
  readonly edits?: ReadonlyMap<ObjectKey, SeenHistory>;
  /** Keys of objects that carry our part-of label, owned by our own Apply entry. */
  readonly members: ReadonlySet<ObjectKey>;
  /** Kinds of the stack's members that cannot be listed now, with the reason. */
  readonly unlisted: ReadonlyMap<string, string>;
  /** Kinds that may have members, are not in Git, and that nobody lets us list, with the reason. */
  readonly unlistable: ReadonlyMap<string, string>;
  /** Files of the revision that do not parse and look like no manifest: nobody knows what they are meant to hold. */
  readonly unparsed: readonly string[];
  /** Live autoscalers in the stack's namespaces, whoever made them. */
  readonly autoscalers: {
    readonly live: readonly JsonObject[];
    /** Namespaces in which they cannot be listed, with the reason. */
    readonly unlisted: ReadonlyMap<string, string>;
  };
  /** Secrets and ConfigMaps that workloads of the stack use; without the field nothing is known of them. */
  readonly sources?: SourceView;
  /** No other look of this process follows: what comes together with a change is not waited for. */
  readonly isOnlyLook?: boolean;
  /** A person holds the whole stack still: what is decided is told and not done. */
  readonly isSuspended?: boolean;
  /** The other stacks of the config. */
  readonly siblings: readonly Sibling[];
  /** Objects of which the other stacks' repositories were asked since this revision is in force. */
  readonly heard: ReadonlyMap<ObjectKey, Hearing>;
  /** Who in the whole cluster may depend on an object whose version is about to go down, as far as this pass asked. */
  readonly dependents: ReadonlyMap<ObjectKey, FoundDependents>;
  /** The revision for which a person confirmed that much is deleted; empty: none. */
  readonly confirmedPrune: string;
  /** Readings of objects that were seen; fresh ones replace those from the cache. */
  readonly readings: ReadonlyMap<ObjectKey, RolloutReading>;
  /** What targets outside the cluster answered, by `externalKey`. */
  readonly external: ReadonlyMap<string, ExternalReading>;
  /** Objects whose sighting is a GET of this very pass. */
  readonly freshlySeen: ReadonlySet<ObjectKey>;
  /**
   * What earlier commits, named by live objects, said of them, by `manifestAtKey`; `"unreachable"` while the repository
   * does not answer, so that nobody knows whether the commit is ahead of ours; `"lost"` when the commit cannot be had
   * or does not have the object.
   */
  readonly earlier: ReadonlyMap<string, EarlierManifest>;
  /** By `answerKey`. */
  readonly dryRuns: ReadonlyMap<string, DryRunAnswer>;
  /** By `answerKey`: what a clean object of that intent holds. */
  readonly probes: ReadonlyMap<string, ProbeAnswer>;
  /** By the key of the question: objects as they read at another API version than the one that is followed. */
  readonly versions: ReadonlyMap<string, Sighting>;
  readonly memory: ReadonlyMap<ObjectKey, ObjectMemory>;
}

export type EarlierManifest = Manifest | "lost" | "unreachable";

/** Key of `Look.earlier`. */
export function manifestAtKey(key: ObjectKey, commit: string): string {
  return `${key}\n${commit}`;
}

export type DryRunAnswer =
  | { readonly kind: "accepted"; readonly object: JsonObject }
  | { readonly kind: "refused"; readonly refusal: WriteRefusal };

export type ProbeAnswer =
  | { readonly kind: "clean"; readonly object: JsonObject }
  | {
      readonly kind: "impossible";
      readonly retry: WriteRefusal["retry"];
      readonly message: string;
    };

/** How keys of dry runs begin that are made before a change is written. */
const PREFLIGHT = "preflight";

/** Key of `Look.dryRuns`: what the server makes of an intent before it is written. */
export function preflightKey(key: ObjectKey, intentHash: string): string {
  return `${PREFLIGHT}\n${key}\n${intentHash}`;
}

export function isPreflightKey(key: string): boolean {
  return key.startsWith(PREFLIGHT);
}

/** How keys of probes begin on whose answer a delete rests: they count for one pass. */
export const RECREATION = "recreation";

/** A refusal of the API server as a value. `message` is redacted by the adapter. */
export interface WriteRefusal {
  readonly code: string;
  readonly message: string;
  readonly retry: "after-wait" | "after-change" | "never";
  /** The object could be made anew, but the server would refuse the new one as well. */
  readonly keepsOld?: true;
}

/** What is remembered of an object between passes. Losing it costs one dry run, never a wrong write. */
export interface ObjectMemory {
  /** Hash of the intent that the live object was last found to carry, and the digest of the owned values then. */
  readonly verified: { readonly intentHash: string; readonly ownedDigest: string } | undefined;
  /** uid when last applied or verified. */
  readonly uid: string;
  /** The commit at which the intent was last applied, for an object that is gone meanwhile. */
  readonly appliedRevision: string;
  /** Outcome of the preflight of an intent. `unverified`: a webhook did not answer the dry run. */
  readonly preflight:
    | { readonly intentHash: string; readonly outcome: "passed" | "unverified" | WriteRefusal }
    | undefined;
  /** The last refused write: not tried again before `retryAtMs`, nor counted once the intent changed. */
  readonly refused:
    | {
        readonly intentHash: string;
        readonly refusal: WriteRefusal;
        readonly attempts: number;
        readonly retryAtMs: number;
      }
    | undefined;
  /** Fingerprint of the rollout when it last moved, for the progress deadline. */
  readonly progress: { readonly fingerprint: string; readonly sinceMs: number } | undefined;
  /** Of a Job: how it ended at an intent. */
  readonly ended: JobEnd | undefined;
  /** What its annotation in Git said of its mode when Git last had it; `undefined`: nobody knows. */
  readonly ownMode: Mode | "none" | undefined;
  /** Epoch milliseconds at which it was first seen that a source changed and the pods do not know it yet. */
  readonly sourcesChangedAtMs: number | undefined;
  /** What its sources held, where it is not written on it; a restart of the agent forgets it, and sees all for the first time. */
  readonly notedSources: NotedSources | undefined;
  /** Looks and writes in a row that came to nothing because somebody else wrote meanwhile. */
  readonly lostRaces: number;
  /** The manager whom a request for a revert named that was understood and stands still; empty: none. */
  readonly heardRevert: string;
  /** What a revert moved to our entry and did not take away yet, and from whom. */
  readonly transferred: readonly Transferred[];
  /** Kept by the stack's parent as well: a restart forgets no fight. */
  readonly fights: ObjectFights;
  /** How often its sources restarted its pods; kept by the parent, too. */
  readonly restarts: RestartPace;
}

/** Races lost in a row from which on they are told: one is nothing, controllers write, too. */
export const LOST_RACES_MAX = 3;

export const NO_MEMORY: ObjectMemory = {
  verified: undefined,
  uid: "",
  appliedRevision: "",
  preflight: undefined,
  refused: undefined,
  progress: undefined,
  ended: undefined,
  ownMode: undefined,
  sourcesChangedAtMs: undefined,
  notedSources: undefined,
  lostRaces: 0,
  heardRevert: "",
  transferred: [],
  fights: NO_FIGHTS,
  restarts: NO_FIGHTS,
};
