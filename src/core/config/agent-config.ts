import type { FightRules } from "../drift/fight.ts";
import type { Association } from "../graph/association.ts";
import type { Mode } from "../mode.ts";
import type { VersionPath } from "../rollout/declared-version.ts";
import type { HealthRule } from "../rollout/health-rule.ts";

/** The normalised configuration. Times are milliseconds; paths are as written, relative to the file. */
export interface AgentConfig {
  readonly cluster: ClusterConfig;
  readonly agent: {
    /** Field manager and value of `watched-by`. */
    readonly name: string;
    readonly renamedFrom: readonly string[];
    readonly namespace: string;
    readonly workDir: string;
    readonly page: Listen;
    readonly probes: Listen;
    readonly hooks: HooksConfig | undefined;
    /** Requests to the cluster at the same time. */
    readonly concurrency: number;
  };
  readonly stacks: readonly StackConfig[];
}

export interface Listen {
  readonly host: string;
  readonly port: number;
}

/** Where forges say that something happened. */
export interface HooksConfig {
  readonly listen: Listen;
  /** One of the two is there. */
  readonly secretFile: string | undefined;
  readonly secretEnv: string | undefined;
}

export interface ExternalHost {
  /** In lower case; an IPv6 address without brackets. */
  readonly host: string;
  /** `undefined`: any. */
  readonly port: number | undefined;
}

export interface ClusterConfig {
  readonly name: string;
  readonly connect: "embedded" | "in-cluster" | "kubeconfig";
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly embedded: {
    /** A loopback address; port 0 lets the system choose. */
    readonly listen: Listen;
    /** From the start of a pod to its being ready. */
    readonly podStartMs: number;
  };
}

export interface StackConfig {
  readonly name: string;
  /** Earlier names: what belongs to them moves to this one. */
  readonly renamedFrom: readonly string[];
  readonly source: SourceConfig;
  /** For namespaced objects that name none. */
  readonly namespace: string;
  /** node-cron expression: look at least this often. */
  readonly schedule: string;
  readonly mode: Mode;
  /** Of single kinds (`Deployment.apps`), each there once. */
  readonly modes: readonly { readonly kind: string; readonly mode: Mode }[];
  /** Whether a label on a live object keeps us from writing it. */
  readonly allowSkip: boolean;
  /** Labels that mean the same as `lockstep.dev/skip-reconciliation`. */
  readonly skipLabels: readonly string[];
  readonly apply: { readonly preflight: boolean };
  readonly gates: {
    readonly progressDeadlineMs: number;
    readonly unknownVersion: "hold" | "allow";
  };
  readonly associations: readonly Association[];
  readonly health: readonly WrittenHealth[];
  readonly external: {
    /** Hosts outside the cluster that may be asked for a version. */
    readonly allow: readonly ExternalHost[];
    /** Between two questions to the same one. */
    readonly pollMs: number;
  };
  readonly prune: {
    readonly isEnabled: boolean;
    readonly objectsMax: number;
    readonly percentMax: number;
    /** Kinds that are protected otherwise. */
    readonly kinds: readonly string[];
  };
  readonly ownership: {
    readonly allow: readonly WrittenAllowRule[];
    /** Paths that are otherwise never touched. */
    readonly revert: readonly string[];
  };
  readonly ignore: readonly WrittenIgnoreRule[];
  readonly fights: FightRules;
  readonly secrets: {
    readonly watch: "labelled" | "all" | "off";
    readonly windowMs: number;
    readonly imagePullSecrets: boolean;
    readonly rollAtOnce: number;
    readonly budget: number;
    readonly duringRollout: "restart" | "wait";
    /** Where custom kinds have a pod template. */
    readonly templates: readonly { readonly kind: string; readonly path: readonly string[] }[];
  };
  readonly reports: {
    readonly path: string;
    /** With `{cluster}` and `{stack}` already filled in. */
    readonly branch: string;
    readonly everyMs: number;
    /** How long a drift of a person that was reverted is still offered in the pull request. */
    readonly offerMs: number;
    /** More field managers behind whom a person is assumed; patterns as in an allow rule. */
    readonly people: readonly string[];
    /** Who commits; `undefined`: the agent, under a name made of its own and the cluster's. */
    readonly author: { readonly name: string; readonly email: string } | undefined;
    /** Lines `Token: value` at the end of each commit's message. */
    readonly trailers: readonly string[];
    /** A private key that signs the commits. */
    readonly signingKeyFile: string | undefined;
    readonly pullRequest: PullRequestConfig | undefined;
  };
}

/** Where and how the stack's pull request is opened. */
export interface PullRequestConfig {
  readonly forge: "gitea" | "github" | "gitlab";
  /** Base of the API, without a slash at its end. */
  readonly api: string;
  /** `owner/name`; at GitLab with groups before it. */
  readonly repository: string;
  /** Named by the cluster and the stack; nobody else's. */
  readonly branch: string;
  /** One of the two is there. */
  readonly tokenFile: string | undefined;
  readonly tokenEnv: string | undefined;
  readonly caFile: string | undefined;
  readonly labels: readonly string[];
  /** RBAC and admission webhooks are offered, too. */
  readonly includeRights: boolean;
}

/** An entry of `health`; each kind is there once. */
export interface WrittenHealth extends HealthRule {
  /** `Kind.group` */
  readonly kind: string;
  readonly version: VersionPath | undefined;
}

/** A rule of `ownership.allow`; `manager` is an exact name, `prefix*` or `/regex/` (checked to compile). */
export interface WrittenAllowRule {
  readonly manager: string;
  readonly operation: "Apply" | "Update" | undefined;
  /** Kind keys (`Deployment.apps`); empty: all. */
  readonly kinds: readonly string[];
  /** Path patterns; empty: all. */
  readonly paths: readonly string[];
}

/** A rule of `ignore`; `manager` as in an allow rule. */
export interface WrittenIgnoreRule {
  /** Kind keys (`Deployment.apps`); empty: all. */
  readonly kinds: readonly string[];
  /** Names of objects, `*` for any text; empty: all. */
  readonly names: readonly string[];
  /** A path pattern. */
  readonly path: string;
  readonly manager: string | undefined;
  /** RFC 3339. */
  readonly until: string | undefined;
}

export interface SourceConfig {
  /** `https://…`, or a folder (bare or not) relative to the config file. */
  readonly url: string;
  readonly branch: string;
  /** `.` or a folder in the repository, without slashes at its ends. */
  readonly path: string;
  readonly username: string | undefined;
  readonly tokenFile: string | undefined;
  readonly tokenEnv: string | undefined;
  readonly caFile: string | undefined;
}
