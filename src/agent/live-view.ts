import type { AgentConfig, StackConfig } from "../core/config/agent-config.ts";
import { describeGraph } from "../core/graph/describe-graph.ts";
import type { Graph } from "../core/graph/edge.ts";
import { emptyStatus } from "../core/plan/empty-status.ts";
import { maskCredentials } from "../core/report/mask-credentials.ts";
import type { PageDocument, PageStack } from "../core/report/page-document.ts";
import { recordHistory } from "./record-history.ts";
import type { PassOutcome } from "./run-pass.ts";
import type { Stack } from "./stack.ts";

/** What a running agent shows: the stacks as their last passes left them. In memory only. */
export interface LiveView {
  read(): PageDocument;
  /** Calls back after each pass. @returns the stop function. */
  watch(onChange: () => void): () => void;
}

/** The live view, and the way by which passes get into it. */
export interface LiveRecord {
  readonly view: LiveView;
  /** Takes what a pass of the stack did. */
  take(stack: Stack, outcome: PassOutcome): void;
}

export function openLiveRecord(config: AgentConfig, stacks: readonly StackConfig[]): LiveRecord {
  const shown = new Map(stacks.map((each) => [each.name, firstView(each)] as const));
  const listeners = new Set<() => void>();
  return {
    view: {
      read: () => ({ cluster: config.cluster.name, stacks: [...shown.values()] }),
      watch(onChange) {
        listeners.add(onChange);
        return () => {
          listeners.delete(onChange);
        };
      },
    },
    take(stack, outcome) {
      const { name } = stack.setup.config;
      const before = shown.get(name) ?? firstView(stack.setup.config);
      shown.set(name, {
        ...before,
        status: outcome.status,
        lookedAt: new Date(outcome.startedAtMs + outcome.durationMs).toISOString(),
        edges: edgesOf(stack.desired?.graph),
        passes: recordHistory(before.passes, outcome),
      });
      for (const onChange of listeners) onChange();
    },
  };
}

function firstView({ name, mode, source }: StackConfig): PageStack {
  return {
    status: emptyStatus(name),
    mode,
    source: { url: maskCredentials(source.url), branch: source.branch, path: source.path },
    lookedAt: "",
    edges: [],
    passes: [],
  };
}

/** A graph lives as long as its commit is in force: it is described once. */
const described = new WeakMap<Graph, PageStack["edges"]>();

function edgesOf(graph: Graph | undefined): PageStack["edges"] {
  if (graph === undefined) return [];
  const known = described.get(graph);
  if (known !== undefined) return known;
  const { edges } = describeGraph(graph);
  described.set(graph, edges);
  return edges;
}
