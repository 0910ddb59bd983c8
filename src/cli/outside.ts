import type { LiveView } from "../agent/live-view.ts";
import type { Stack } from "../agent/stack.ts";
import type { AgentConfig, StackConfig } from "../core/config/agent-config.ts";
import type { Parsed } from "../core/problem.ts";
import type { DemoStage } from "../ports/demo-stage.ts";
import type { LeasePort } from "../ports/lease-port.ts";
import type { LogPort } from "../ports/log-port.ts";
import type { SchedulePort } from "../ports/schedule-port.ts";
import type { SourcePort } from "../ports/source-port.ts";
import type { WorkTreePort } from "../ports/work-tree-port.ts";
import type { PreviewOf } from "./command.ts";
import type { Palette } from "./palette.ts";

/** A stack with its connections open. */
export interface OpenedStack {
  readonly stack: Stack;
  readonly lease: LeasePort;
}

/** What a stack is opened with. */
export interface StackToOpen {
  readonly config: AgentConfig;
  readonly stack: StackConfig;
  readonly configFolder: string;
  readonly version: string;
  readonly preview: PreviewOf;
}

/** What a command has of the world. `main.ts` makes it; nothing in `cli` reaches further. */
export interface Outside {
  /** The text of the configuration file, `undefined` when there is no such file, or why it cannot be read. */
  readonly readConfig: (path: string) => Promise<Parsed<string | undefined>>;
  /**
   * Has the configuration file taken at once and whenever it may have changed, one call at a time; again after a while when it was
   * not taken (`false`). `take` does not throw. @returns the stop function.
   */
  readonly watchConfig: (path: string, take: () => Promise<boolean>) => () => void;
  /** Ends the connection to the cluster; the next stack that is opened makes a new one. */
  readonly disconnect: () => Promise<void>;
  /** Makes the example repository when the config names one that is not there yet. @returns where it is, as typed here; `undefined` for any other source. */
  readonly seedExample: (config: AgentConfig, stack: StackConfig) => Promise<string | undefined>;
  /** Starts the embedded cluster of the work folder, or joins the one that another process runs. @throws {EmbeddedError} */
  readonly openEmbedded: (config: AgentConfig) => Promise<RunningEmbedded>;
  /** What the demo plays on. */
  readonly openDemo: () => Promise<DemoStage>;
  /** Connects to the cluster and the repository. @throws {ClusterError} @throws {SourceError} */
  readonly openStack: (
    config: AgentConfig,
    stack: StackConfig,
    preview: PreviewOf,
  ) => Promise<OpenedStack>;
  /** The repository alone. @throws {SourceError} */
  readonly openSource: (config: AgentConfig, stack: StackConfig) => SourcePort;
  /** A folder of the working tree in place of a repository, opened anew at each call; or what is wrong with its name. */
  readonly findFolder: (folder: string) => Promise<Parsed<() => SourcePort>>;
  /**
   * The files of a working tree: of the folder that a person typed, else of the source where that is a folder with one, else of the
   * present folder. Or what is wrong with the folder's name.
   */
  readonly openWorkTree: (
    stacks: readonly StackConfig[],
    written: string | undefined,
  ) => Promise<Parsed<WorkTreePort>>;
  /** Probes, the page, and the listener for hooks where the config has one. @throws {ListenError} @returns the stop function. */
  readonly serve: (config: AgentConfig, live: Served) => Promise<() => Promise<void>>;
  readonly schedule: SchedulePort;
  readonly log: LogPort;
  /** Sends log lines through `print` until the returned function is called: a frame on the terminal stays whole. */
  readonly redirectLog: (print: (line: string) => void) => () => void;
  readonly stdout: (text: string) => void;
  readonly stderr: Screen;
  readonly palette: Palette;
  readonly now: () => number;
  /** Aborted when the person or the supervisor asks us to end. */
  readonly signal: AbortSignal;
}

/** The embedded cluster, as a person reaches it. */
export interface RunningEmbedded {
  /** Path of its kubeconfig, as typed in this folder. */
  readonly kubeconfig: string;
  /** Whether this process runs it. */
  readonly isOwn: boolean;
}

/** What the servers show. */
interface Served {
  readonly view: LiveView;
  readonly isReady: () => boolean;
  /** Has the stacks of these repositories look, all when no URL is among them. @returns how many. */
  readonly ring: (repositories: readonly string[]) => number;
}

/** The terminal or pipe that progress goes to. */
export interface Screen {
  readonly isTerminal: boolean;
  readonly palette: Palette;
  columns(): number;
  rows(): number;
  write(text: string): void;
}
