import type { LRUCache } from "lru-cache";
import type { StackConfig } from "../core/config/agent-config.ts";
import type { Digest } from "../core/digest.ts";
import type { SeenParent, StackParent } from "../core/inventory/stack-parent.ts";
import type { LeftOut } from "../core/manifest/manifest.ts";
import type { JsonObject } from "../core/object/json.ts";
import type { ObjectId, ObjectKey, ObjectRef } from "../core/object/object-id.ts";
import type { Sighting } from "../core/object/sighting.ts";
import type { OfferRules } from "../core/offer/note-offers.ts";
import type {
  Desired,
  DryRunAnswer,
  EarlierManifest,
  ObjectMemory,
  ProbeAnswer,
  Sibling,
  StackRules,
} from "../core/plan/look.ts";
import type { Problem } from "../core/problem.ts";
import type { RefusalStatus, StackStatus } from "../core/report/status-document.ts";
import type { RolloutReading } from "../core/rollout/rollout-reading.ts";
import type { ClockPort } from "../ports/clock-port.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";
import type { ContentKeysPort } from "../ports/content-keys-port.ts";
import type { ExternalPort } from "../ports/external-port.ts";
import type { LedgerPort } from "../ports/ledger-port.ts";
import type { LogPort } from "../ports/log-port.ts";
import type { MetricsPort } from "../ports/metrics-port.ts";
import type { OfferPorts } from "../ports/offer-ports.ts";
import type { SourcePort } from "../ports/source-port.ts";
import type { OutsideAnswer } from "./ask-outside.ts";
import type { ClosedSibling } from "./closed-sibling.ts";
import type { OfferDesk } from "./offer-desk.ts";
import type { ReportDesk } from "./report-desk.ts";
import type { SourceCache } from "./source-cache.ts";
import type { StackView } from "./stack-view.ts";
import type { CommitDesk } from "./tell-commits.ts";
import type { WakeUp } from "./wake-up.ts";

/** The outside, as one stack uses it. */
export interface StackPorts {
  readonly cluster: ClusterPort;
  readonly source: SourcePort;
  readonly ledger: LedgerPort;
  readonly external: ExternalPort;
  readonly clock: ClockPort;
  readonly log: LogPort;
  readonly metrics: MetricsPort;
  readonly digest: Digest;
  readonly contentKeys: ContentKeysPort;
  /** Left out when the stack has no pull request. */
  readonly offers?: OfferPorts | undefined;
}

/** Another stack of the config, as it is read where it is not open. */
export interface SiblingSetup extends Pick<Sibling, "name" | "applySetId" | "earlierSets"> {
  readonly config: StackConfig;
  readonly parent: ObjectId;
  /** Its repository alone. @throws {SourceError} */
  readonly openSource: () => SourcePort;
}

/** What does not change while a stack runs. */
export interface StackSetup {
  readonly config: StackConfig;
  readonly rules: StackRules;
  readonly clusterName: string;
  readonly agentNamespace: string;
  readonly concurrency: number;
  readonly version: string;
  readonly parent: ObjectId;
  /** Of the stack under its earlier names. */
  readonly earlierParents: readonly ObjectId[];
  /** The id of the ApplySet of a stack of this agent, also of one that is not in the config. */
  readonly setOf: (stack: string) => string;
  /** The other stacks of the config, open or not. */
  readonly siblings: readonly SiblingSetup[];
  /** The stacks of the config that are open. */
  readonly family: Map<string, Stack>;
  readonly offerRules: OfferRules;
  readonly ports: StackPorts;
}

/** What one read of a source taught for later passes. */
export type SourceMemory =
  | { readonly kind: "absent" | "present" }
  /** It is not asked again before its time, in epoch milliseconds. */
  | { readonly kind: "unreadable"; readonly reason: string; readonly retryAtMs: number };

/** One stack while it runs: what is known between passes. Everything in it can be had again after a crash. */
export interface Stack {
  readonly setup: StackSetup;
  readonly view: StackView;
  /** By kind: the apiVersion at which autoscalers are served; empty when they are not. */
  readonly autoscalerVersions: Map<string, string>;
  readonly cache: SourceCache;
  /** The branch's tip as last seen; empty before the first look. */
  tip: string;
  /** What is in force: the last good revision. */
  desired: Desired | undefined;
  /** Problems of the tip, when it is not what is in force. */
  problems: readonly Problem[];
  /** Kinds of the revision in force that the cluster did not serve when it was read. */
  unknownKinds: readonly { readonly group: string; readonly kind: string }[];
  /** The tip that was found to have problems: it is not parsed again before it moves. */
  refusedTip: string;
  /** The revision of which it is known whether it follows the one before it in this cluster. */
  comparedRevision: string;
  lints: readonly { readonly where: string; readonly what: string }[];
  /** Files of the revision in force that hold no Kubernetes object. */
  leftOut: readonly LeftOut[];
  /** What the repository or the cluster as a whole refused at the last try. */
  refusals: Map<"source" | "cluster" | "ledger" | "forge", RefusalStatus>;
  memory: ReadonlyMap<ObjectKey, ObjectMemory>;
  /** `Look.earlier`, for the next pass. */
  readonly earlier: LRUCache<string, EarlierManifest>;
  readonly probes: LRUCache<string, ProbeAnswer>;
  /** `Look.versions`, for the next pass. */
  readonly versions: LRUCache<string, Sighting>;
  /** Sources that no followed list shows, as they were read: gone, or without our label, or not readable. */
  readonly sourceReads: LRUCache<ObjectKey, SourceMemory>;
  readonly digestKeys: {
    /** Why they could not be made, and when it is tried again (epoch milliseconds). */
    trouble: { readonly reason: string; readonly retryAtMs: number } | undefined;
    /** Those of a process that only looks. */
    temporary: JsonObject | undefined;
  };
  /** By `externalKey`: targets outside the cluster on whose answers the last decision rests. */
  readonly outside: Map<string, OutsideAnswer>;
  /** Refused dry runs of drift: the same question would be refused again. */
  readonly dryRuns: LRUCache<string, DryRunAnswer>;
  /** The parent as it is on the server; `undefined` before it was read. */
  parent: SeenParent | undefined;
  /** The commit whose own message confirms what the brake of pruning holds up; empty when the one in force does not. */
  confirmedRevision: string;
  /** The last confirmation of the parent for which the repository was asked, if need be. */
  heardConfirmation: string;
  /** Ends with the last turn of `takeRevision`: a sibling's pass may want one beside our own. */
  taking: Promise<void>;
  /** What its last look at the cluster saw; `undefined` before the first. */
  readings: ReadonlyMap<ObjectKey, RolloutReading> | undefined;
  /** Rings when a look or a pass has ended. */
  readonly looks: WakeUp;
  /** A pass has ended, well or not. */
  hasPassed: boolean;
  /** Other stacks of the config that are not open, by name, as they were read. */
  readonly closedSiblings: Map<string, ClosedSibling>;
  /** For which revision in force the other stacks were asked, about which objects and when in epoch milliseconds. */
  hearing: { readonly revision: string; readonly atMs: ReadonlyMap<ObjectKey, number> };
  /** Other stacks for which orphans of this one wait: their passes ring for one of ours. */
  awaited: ReadonlySet<string>;
  /** Orphans that the last pass would have deleted but for these objects. */
  waiting: Sibling["waiting"];
  /** By stack: what its passes rang for last. */
  readonly lastNews: Map<string, string>;
  /** Objects in Git that live without being members: held, or about to be taken over. */
  strangers: readonly ObjectRef[];
  /** What the parent said of fights and restarts when it was last written or taken over. */
  told: Pick<StackParent, "fights" | "restarts">;
  /** Epoch milliseconds of the last write of the parent. */
  statusWrittenAtMs: number;
  /** Ends the wait of a status that is not written yet. */
  stopStatusTimer: () => void;
  readonly desk: ReportDesk;
  readonly offerDesk: OfferDesk;
  readonly commitDesk: CommitDesk;
  status: StackStatus;
  /** Another process may write now (Lease lost): begin no write. */
  isHolder: boolean;
  /** Epoch milliseconds until which our own Lease lasts without another renewal. */
  holdsUntilMs: number;
  /** The parents of earlier names were looked for after the first sync, and are gone. */
  hasForgotten: boolean;
  /** What an earlier run left was taken over. */
  isSeeded: boolean;
  /** The repository was asked since the run or sync began, with or without an answer. */
  hasAskedSource: boolean;
  /** The repository may have a new commit: ask it. */
  readonly askSource: WakeUp;
  /** Something may have changed: look again. */
  readonly wakeUp: WakeUp;
}
