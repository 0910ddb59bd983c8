import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { HookMetrics, MetricsPort } from "../../ports/metrics-port.ts";

/** Metrics that can be scraped. */
export interface ScrapedMetrics extends MetricsPort, HookMetrics {
  /** The Prometheus text format. */
  text(): Promise<string>;
  /** Of `text()`, for the header. */
  readonly contentType: string;
}

/** Counts in a registry of its own, together with those of the process. */
export function createMetrics(): ScrapedMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = makeInstruments(registry);
  const hooks = new Counter({
    name: "lockstep_hooks_total",
    help: "Requests at the listener for hooks, by what became of them",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const contestedOf = new Map<string, readonly ContestedLabels[]>();
  const phasesOf = new Map<string, ReadonlySet<string>>();
  return {
    passEnded({ stack, outcome, durationMs }) {
      instruments.passes.inc({ stack, outcome });
      instruments.duration.observe({ stack }, durationMs / 1000);
    },
    written: ({ stack, verb, count }) => instruments.writes.inc({ stack, verb }, count),
    driftFound: ({ stack, class: driftClass, action }) =>
      instruments.drift.inc({ stack, class: driftClass, action }),
    phases(stack, counts) {
      // A phase that nothing is in any more would else keep its last value.
      for (const phase of phasesOf.get(stack) ?? []) {
        if (!counts.has(phase)) instruments.objects.set({ stack, phase }, 0);
      }
      for (const [phase, count] of counts) instruments.objects.set({ stack, phase }, count);
      phasesOf.set(stack, new Set([...(phasesOf.get(stack) ?? []), ...counts.keys()]));
    },
    contested(stack, fights) {
      for (const labels of contestedOf.get(stack) ?? []) instruments.contested.remove(labels);
      const all = fights.map(({ count, ...place }) => ({ count, labels: { stack, ...place } }));
      for (const { labels, count } of all) instruments.contested.set(labels, count);
      contestedOf.set(
        stack,
        all.map(({ labels }) => labels),
      );
    },
    hookAnswered: (outcome) => hooks.inc({ outcome }),
    text: async () => registry.metrics(),
    contentType: registry.contentType,
  };
}

type ContestedLabels = Record<"stack" | "object" | "path" | "manager", string>;

/** @see https://prometheus.io/docs/practices/naming/ */
function makeInstruments(registry: Registry): {
  readonly passes: Counter<"stack" | "outcome">;
  readonly duration: Histogram<"stack">;
  readonly writes: Counter<"stack" | "verb">;
  readonly drift: Counter<"stack" | "class" | "action">;
  readonly objects: Gauge<"stack" | "phase">;
  readonly contested: Gauge<"stack" | "object" | "path" | "manager">;
} {
  const registers = [registry];
  return {
    passes: new Counter({
      name: "lockstep_passes_total",
      help: "Passes that ended, by how",
      labelNames: ["stack", "outcome"],
      registers,
    }),
    duration: new Histogram({
      name: "lockstep_pass_duration_seconds",
      help: "How long passes took",
      labelNames: ["stack"],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300],
      registers,
    }),
    writes: new Counter({
      name: "lockstep_writes_total",
      help: "Writes to the cluster",
      labelNames: ["stack", "verb"],
      registers,
    }),
    drift: new Counter({
      name: "lockstep_drift_found_total",
      help: "Differences found, by class and by what was done",
      labelNames: ["stack", "class", "action"],
      registers,
    }),
    objects: new Gauge({
      name: "lockstep_objects",
      help: "Objects in each phase",
      labelNames: ["stack", "phase"],
      registers,
    }),
    contested: new Gauge({
      name: "lockstep_contested_reverts",
      help: "How often a place that somebody fights for now was taken back",
      labelNames: ["stack", "object", "path", "manager"],
      registers,
    }),
  };
}
