import type { LRUCache } from "lru-cache";
import { groupBy } from "../core/graph/group-by.ts";
import { type ObjectKey, objectKey } from "../core/object/object-id.ts";
import {
  type Desired,
  type DryRunAnswer,
  type EarlierManifest,
  isPreflightKey,
  type Look,
  manifestAtKey,
  RECREATION,
} from "../core/plan/look.ts";
import type { Plan, Question } from "../core/plan/plan.ts";
import { planPass } from "../core/plan/plan-pass.ts";
import type { SourceReading } from "../core/restart/source-view.ts";
import { answerDependents } from "./answer-dependents.ts";
import { answerQuestions } from "./answer-questions.ts";
import { answerSiblings } from "./answer-siblings.ts";
import { answerOutside, forgetOutside, readOutside } from "./ask-outside.ts";
import { findSiblings } from "./find-siblings.ts";
import { findSuspension } from "./find-suspension.ts";
import { rememberSource } from "./follow-sources.ts";
import { mayWrite } from "./may-write.ts";
import { observeStack } from "./observe-stack.ts";
import { readEarlier } from "./read-earlier.ts";
import { refreshTip } from "./refresh-source.ts";
import type { Stack } from "./stack.ts";
import { readStackParent } from "./write-parent.ts";

/** Rounds of questions in one pass: sightings, revisions, dry runs, probes, fresh reads, and a spare for each. */
const ROUNDS_MAX = 12;

/** How long a refusal of a dry run counts: what caused it, such as a policy, may go away without an event. */
const REFUSED_MS = 60_000;

/** How long a commit that could not be had counts as that before it is asked for again, in milliseconds. */
const MISSING_MS = { lost: 60_000, unreachable: 5_000 } as const;

export interface DecidedPass {
  readonly plan: Plan;
  readonly look: Look;
}

/**
 * LOOK and DECIDE of one pass: what the cache says, then whatever the decision still asks for. The answers of this pass
 * count for this pass; only what stays true is kept for the next one.
 */
export async function decidePass(
  stack: Stack,
  desired: Desired,
  { isOnly = false, isPreview }: { readonly isOnly?: boolean; readonly isPreview: boolean },
): Promise<DecidedPass> {
  const { setup } = stack;
  const observed = await observeStack(stack, desired, !isPreview && mayWrite(stack));
  stack.readings = observed.readings;
  stack.looks.ring();
  const freshlySeen = new Set<ObjectKey>();
  let look: Look = {
    nowMs: setup.ports.clock.now(),
    rules: setup.rules,
    digest: setup.ports.digest,
    desired,
    sightings: observed.sightings,
    gone: observed.gone,
    edits: observed.edits,
    members: observed.members,
    unlisted: observed.unlisted,
    unlistable: observed.unlistable,
    autoscalers: observed.autoscalers,
    ...(observed.sources === undefined ? {} : { sources: observed.sources }),
    unparsed: stack.leftOut.flatMap(({ where, fault }) => (fault === null ? [] : [where])),
    isOnlyLook: isOnly || isPreview,
    isSuspended: findSuspension(stack) !== undefined,
    ...findSiblings(stack, observed.members, desired),
    confirmedPrune: await findConfirmedPrune(stack, desired),
    readings: observed.readings,
    external: readOutside(stack),
    dependents: new Map(),
    freshlySeen,
    earlier: new Map(stack.earlier.entries()),
    dryRuns: new Map(stack.dryRuns.entries()),
    probes: new Map(stack.probes.entries()),
    versions: new Map(stack.versions.entries()),
    memory: stack.memory,
  };
  let plan = planPass(look);
  for (let round = 0; plan.questions.length > 0 && round < ROUNDS_MAX; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each round asks what the answers of the one before made askable
    look = await addAnswers(stack, look, plan.questions);
    plan = planPass(look);
  }
  forgetOutside(stack, plan);
  keepJudgements(stack, plan, look);
  return { plan, look };
}

/**
 * What the server said about the drift of an object that stays as it is holds for that very version of the object: it is not
 * asked again before somebody writes it. What is reverted is another version soon.
 */
function keepJudgements({ dryRuns }: Stack, { objects }: Plan, look: Look): void {
  const left = new Set<string>(
    objects.flatMap(({ drifts, ref, step }) =>
      step === undefined && drifts.length > 0 ? [objectKey(ref.id)] : [],
    ),
  );
  if (left.size === 0) return;
  for (const [key, answer] of look.dryRuns) {
    const [object = ""] = key.split("\n", 1);
    if (answer.kind === "accepted" && left.has(object)) dryRuns.set(key, answer);
  }
}

/** By the commit itself, or by a person in the parent. */
async function findConfirmedPrune(stack: Stack, { revision }: Desired): Promise<string> {
  if (stack.confirmedRevision === revision) return revision;
  const { confirmedPrune } = (await readStackParent(stack)).content;
  const isNews = confirmedPrune !== revision && confirmedPrune !== stack.heardConfirmation;
  stack.heardConfirmation = confirmedPrune;
  // Whoever confirmed it saw a tip that we may not have heard of.
  if (isNews && confirmedPrune !== "" && (await refreshTip(stack))) stack.wakeUp.ring();
  return confirmedPrune;
}

async function addAnswers(stack: Stack, look: Look, questions: readonly Question[]): Promise<Look> {
  const { cluster, clock } = stack.setup.ports;
  const [answers, earlier, external, siblings, dependents] = await Promise.all([
    answerQuestions(questions, { cluster, clock, concurrency: stack.setup.concurrency }),
    answerEarlier(stack, questions),
    answerOutside(stack, questions),
    answerSiblings(stack, questions, look),
    answerDependents(stack, questions),
  ]);
  for (const [key, sighting] of answers.sightings) {
    if (sighting.kind === "absent") stack.view.absent.add(key);
  }
  keepAnswers(stack.dryRuns, answers.dryRuns);
  for (const [key, answer] of answers.probes) {
    const isLasting = answer.kind === "clean" || answer.retry !== "after-wait";
    if (isLasting && !key.startsWith(RECREATION)) stack.probes.set(key, answer);
  }
  for (const [key, reading] of answers.sources) rememberSource(stack, key, reading);
  for (const [key, sighting] of answers.versions) {
    if (sighting.kind !== "unreadable") stack.versions.set(key, sighting);
  }
  return {
    ...look,
    ...siblings,
    ...addSources(look, answers.sources),
    versions: joinMaps(look.versions, answers.versions),
    probes: joinMaps(look.probes, answers.probes),
    earlier: joinMaps(look.earlier, earlier),
    external: joinMaps(look.external, external),
    dependents: joinMaps(look.dependents, dependents),
    sightings: joinMaps(look.sightings, answers.sightings),
    readings: joinMaps(look.readings, answers.readings),
    freshlySeen: new Set([...look.freshlySeen, ...answers.sightings.keys()]),
    dryRuns: joinMaps(look.dryRuns, answers.dryRuns),
  };
}

function addSources(
  { sources }: Look,
  read: ReadonlyMap<ObjectKey, SourceReading>,
): Pick<Look, "sources"> {
  return sources === undefined
    ? {}
    : { sources: { ...sources, read: joinMaps(sources.read, read) } };
}

/** A round answers few questions of many objects: what it adds nothing to is not copied. */
function joinMaps<Key, Value>(
  known: ReadonlyMap<Key, Value>,
  added: ReadonlyMap<Key, Value>,
): ReadonlyMap<Key, Value> {
  return added.size === 0 ? known : new Map([...known, ...added]);
}

/** Refusals are kept: the same question would be refused again. What was accepted is remembered as verified instead. */
function keepAnswers(
  kept: LRUCache<string, DryRunAnswer>,
  answers: ReadonlyMap<string, DryRunAnswer>,
): void {
  for (const [key, answer] of answers) {
    const isWorthKeeping = answer.kind === "refused" && answer.refusal.retry !== "after-wait";
    if (isWorthKeeping && !isPreflightKey(key)) {
      kept.set(key, answer, { ttl: REFUSED_MS });
    }
  }
}

/** One check-out for each commit that is asked about; its manifests of the objects that asked are kept. */
async function answerEarlier(
  stack: Stack,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, EarlierManifest>> {
  const asked = questions.flatMap((each) => (each.ask === "manifest-at" ? [each] : []));
  // An object at a commit that is not ours may have been written by somebody who is ahead of us: ask the repository
  // first. When the branch moved, this pass writes nothing; when it did not, history was rewritten or we moved on.
  if (asked.length > 0 && (await refreshTip(stack))) stack.wakeUp.ring();
  const answers = new Map<string, EarlierManifest>();
  for (const [commit, group] of groupBy(asked, (each) => each.commit)) {
    // oxlint-disable-next-line no-await-in-loop -- one commit after the other: they share the parse cache
    const manifests = await readEarlier(stack, commit);
    for (const { ref } of group) {
      const key = objectKey(ref.id);
      const answer = typeof manifests === "string" ? manifests : (manifests.get(key) ?? "lost");
      answers.set(manifestAtKey(key, commit), answer);
      const kept = typeof answer === "string" ? { ttl: MISSING_MS[answer] } : {};
      stack.earlier.set(manifestAtKey(key, commit), answer, kept);
    }
  }
  return answers;
}
