import pLimit from "p-limit";
import { ClusterError } from "../core/cluster-error.ts";
import type { JsonObject } from "../core/object/json.ts";
import { type ObjectKey, type ObjectRef, objectKey, versionOf } from "../core/object/object-id.ts";
import type { Sighting } from "../core/object/sighting.ts";
import type { DryRunAnswer, ProbeAnswer } from "../core/plan/look.ts";
import type { Question } from "../core/plan/plan.ts";
import type { SourceReading } from "../core/restart/source-view.ts";
import { labelSelectorText } from "../core/rollout/label-selector-text.ts";
import { podSelectionOf } from "../core/rollout/pod-selector.ts";
import type { KindFacts, RolloutReading } from "../core/rollout/rollout-reading.ts";
import type { ClockPort } from "../ports/clock-port.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";

/** What the answers of one round add to the look. */
export interface Answers {
  readonly sightings: Map<ObjectKey, Sighting>;
  readonly readings: Map<ObjectKey, RolloutReading>;
  readonly dryRuns: Map<string, DryRunAnswer>;
  readonly probes: Map<string, ProbeAnswer>;
  readonly versions: Map<string, Sighting>;
  /** Secrets and ConfigMaps that workloads use. */
  readonly sources: Map<ObjectKey, SourceReading>;
}

export interface AnswerOptions {
  readonly cluster: ClusterPort;
  readonly clock: ClockPort;
  readonly concurrency: number;
}

/** Facts for a kind that the server does not serve: nothing can be expected of its status. */
export const NO_FACTS: KindFacts = {
  hasStatusSubresource: false,
  declaresObservedGeneration: false,
};

/** Asks the cluster what a decision still needs to know. Questions about commits and about other stacks are the sources', those about versions outside the cluster its targets', those about dependents `answerDependents`': not answered here. */
export async function answerQuestions(
  questions: readonly Question[],
  options: AnswerOptions,
): Promise<Answers> {
  const answers: Answers = {
    sightings: new Map(),
    readings: new Map(),
    dryRuns: new Map(),
    probes: new Map(),
    versions: new Map(),
    sources: new Map(),
  };
  const refs = questions.flatMap((each) => (each.ask === "object" ? [each.ref] : []));
  const limit = pLimit(options.concurrency);
  const [sightings] = await Promise.all([
    options.cluster.readMany(refs),
    ...questions
      .filter(isSingle)
      .map(async (each) => limit(async () => answerOne(each, answers, options))),
  ]);
  for (const [key, sighting] of sightings) answers.sightings.set(key, sighting);
  return answers;
}

/** Questions that are answered one by one. */
type Single = Extract<
  Question,
  { readonly ask: "at-version" | "source" | "rollout" | "dry-run" | "probe" }
>;

const SINGLES: ReadonlySet<Question["ask"]> = new Set<Single["ask"]>([
  "at-version",
  "source",
  "rollout",
  "dry-run",
  "probe",
]);

function isSingle(question: Question): question is Single {
  return SINGLES.has(question.ask);
}

async function answerOne(
  question: Single,
  answers: Answers,
  options: AnswerOptions,
): Promise<void> {
  switch (question.ask) {
    case "at-version":
      answers.versions.set(question.key, await readAtVersion(question.ref, options.cluster));
      return;
    case "source":
      answers.sources.set(
        objectKey(question.ref.id),
        await readSource(question.ref, options.cluster),
      );
      return;
    case "rollout":
      await readRollout(question.ref, answers, options);
      return;
    case "dry-run":
      answers.dryRuns.set(question.key, await dryRun(question, options.cluster));
      return;
    case "probe":
      answers.probes.set(question.key, await probe(question, options.cluster));
  }
}

async function readSource(ref: ObjectRef, cluster: ClusterPort): Promise<SourceReading> {
  const sighting = await readAtVersion(ref, cluster);
  return {
    isFresh: true,
    sighting:
      sighting.kind === "not-served"
        ? { kind: "unreadable", reason: "the cluster does not serve its kind" }
        : sighting,
  };
}

/** A version that is not served any more is as good as unreadable. */
async function readAtVersion(ref: ObjectRef, cluster: ClusterPort): Promise<Sighting> {
  try {
    return await cluster.read(ref);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return { kind: "unreadable", reason: error.message };
  }
}

async function readRollout(
  ref: ObjectRef,
  answers: Answers,
  options: AnswerOptions,
): Promise<void> {
  const key = objectKey(ref.id);
  const readAtMs = options.clock.now();
  try {
    const served = await options.cluster.findKind(kindOfRef(ref));
    const sighting = await options.cluster.read(ref);
    if (sighting.kind === "present") {
      const { object } = sighting;
      const { pods, replicaSets } = await readPods(ref, object, options.cluster);
      const facts = served?.facts ?? NO_FACTS;
      answers.readings.set(key, { object, pods, replicaSets, facts, readAtMs, source: "fresh" });
    }
    answers.sightings.set(key, sighting);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    answers.sightings.set(key, { kind: "unreadable", reason: error.message });
  }
}

async function readPods(
  ref: ObjectRef,
  object: JsonObject,
  cluster: ClusterPort,
): Promise<Pick<RolloutReading, "pods" | "replicaSets">> {
  const wanted = podSelectionOf(object);
  if (wanted === undefined) return { pods: [], replicaSets: [] };
  const { hasReplicaSets } = wanted;
  const labelSelector = labelSelectorText(wanted.selector);
  const selection = { namespace: ref.id.namespace, labelSelector, name: "" };
  const [pods, replicaSets] = await Promise.all([
    cluster.list({ ...selection, apiVersion: "v1", kind: "Pod" }),
    hasReplicaSets ? cluster.list({ ...selection, apiVersion: "apps/v1", kind: "ReplicaSet" }) : [],
  ]);
  return { pods, replicaSets };
}

async function dryRun(
  question: { readonly ref: ObjectRef; readonly body: JsonObject },
  cluster: ClusterPort,
): Promise<DryRunAnswer> {
  try {
    const { object } = await cluster.apply({
      ref: question.ref,
      body: question.body,
      isDryRun: true,
    });
    return { kind: "accepted", object };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    const { code, message, retry } = error;
    return { kind: "refused", refusal: { code, message, retry } };
  }
}

async function probe(
  question: { readonly ref: ObjectRef; readonly body: JsonObject },
  cluster: ClusterPort,
): Promise<ProbeAnswer> {
  try {
    const object = await cluster.probeCreate({ ref: question.ref, body: question.body });
    return { kind: "clean", object };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return { kind: "impossible", retry: error.retry, message: error.message };
  }
}

function kindOfRef(ref: ObjectRef): { group: string; kind: string; version: string } {
  return {
    group: ref.id.group,
    kind: ref.id.kind,
    version: versionOf(ref.apiVersion),
  };
}
