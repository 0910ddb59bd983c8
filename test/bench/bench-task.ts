import type { WrittenSource } from "../support/connect-stack.ts";
import type { KubeAddress } from "../support/kube-client.ts";

/** Where a measured stack lives; the same place again is the same stack after a restart of the agent. */
export interface StackPlace {
  readonly name: string;
  readonly namespace: string;
  readonly agentNamespace: string;
  readonly repository: string;
  /** How the repository is reached, when it is no folder. */
  readonly source?: WrittenSource;
  readonly kubeconfig: string;
  /** A temporary folder for the agent's clone. */
  readonly folder: string;
  /** Lines of the stack's config. */
  readonly config: readonly string[];
}

/** What a measured process is asked to do, one after the other. */
export type BenchTask =
  /** One server-side apply for each body over that many connections: what any client has to pay. */
  | {
      readonly do: "apply-plainly";
      readonly address: KubeAddress;
      readonly namespace: string;
      readonly count: number;
      readonly connections: number;
    }
  /** Keeps the text of one GET. */
  | { readonly do: "fetch"; readonly address: KubeAddress; readonly path: string }
  /** Parses the text that was fetched, and keeps what it says. */
  | { readonly do: "parse" }
  /** Collects garbage first, so that only what is held counts. */
  | { readonly do: "collect" }
  | AgentTask;

/** What only an agent does. */
export type AgentTask =
  /** Makes a new agent with nothing in its memory. */
  | { readonly do: "open"; readonly place: StackPlace }
  /** Reads the branch's tip, its files and what they say; nothing of it is kept from an earlier task. */
  | { readonly do: "check-out" }
  /** Until the stack is at rest. */
  | { readonly do: "sync" }
  /** Passes until one writes nothing, in sync or not. */
  | { readonly do: "write" }
  /** Until the agent's watches have brought what the server stored at that time. */
  | { readonly do: "hear"; readonly resourceVersion: number }
  /** One pass without asking the repository. */
  | { readonly do: "pass" }
  /** The agent's loop in the background; done when the stack is in sync. */
  | { readonly do: "start" }
  | { readonly do: "stop" };

/** What a task took, and what the process holds after it. */
export interface Expense {
  readonly wallMs: number;
  /** User and system time of the measured process. */
  readonly cpuMs: number;
  /** Watches apart. */
  readonly requests: number;
  readonly heapBytes: number;
  readonly rssBytes: number;
}
