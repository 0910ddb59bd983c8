import type { JsonObject } from "../../src/core/object/json.ts";
import { type ObjectKey, objectKey } from "../../src/core/object/object-id.ts";
import type { Sighting } from "../../src/core/object/sighting.ts";
import type { FoundDependents } from "../../src/core/plan/found-dependents.ts";
import type { DryRunAnswer, Look, ProbeAnswer } from "../../src/core/plan/look.ts";
import type { Plan, Question } from "../../src/core/plan/plan.ts";
import { planPass } from "../../src/core/plan/plan-pass.ts";
import { type ExternalReading, externalKey } from "../../src/core/rollout/external-answer.ts";
import { keyOf, readingOf } from "./look-builder.ts";
import { briefQuestion, planLines } from "./plan-lines.ts";
import { applyObject } from "./server-side-apply.ts";

/** What a cluster answers; without a word for it: as a server without webhooks does. */
export interface Answers {
  /** What a GET finds, beside what the look shows already. */
  readonly live?: readonly JsonObject[];
  /** What a fresh read of a rollout finds, where it is not what the cache shows. */
  readonly fresh?: readonly JsonObject[];
  /** By the question's line (`ask preflight ConfigMap/shop/a`): the code with which a dry run is refused. */
  readonly refuse?: Readonly<Record<string, string>>;
  readonly probe?: ProbeAnswer;
  /** The object at another API version. */
  readonly atVersion?: Sighting;
  /** What the other stacks have when they are asked. */
  readonly siblings?: Look["siblings"];
  /** What lists of the whole cluster show of those that may depend on an object. */
  readonly dependents?: FoundDependents;
  /** What a target outside the cluster answers, and with which version of its Secret it was asked. */
  readonly external?: Omit<ExternalReading, "source">;
}

export interface Decided {
  readonly plan: Plan;
  readonly look: Look;
  /** Every question of every round, sorted. */
  readonly asked: readonly string[];
  readonly lines: readonly string[];
}

/** Rounds of one decision at most, as in a pass. */
const ROUNDS_MAX = 12;

/** Decides, answers what is asked, and decides again until nothing is asked any more: a pass without its writes. */
export function decide(look: Look, answers: Answers = {}): Decided {
  const asked: string[] = [];
  let present = look;
  let plan = planPass(present);
  for (let round = 0; plan.questions.length > 0 && round < ROUNDS_MAX; round += 1) {
    asked.push(...plan.questions.map(briefQuestion));
    present = plan.questions.reduce((known, question) => answer(known, question, answers), present);
    plan = planPass(present);
  }
  return { plan, look: present, asked: asked.toSorted(), lines: planLines(plan) };
}

function answer(look: Look, question: Question, answers: Answers): Look {
  if ("key" in question) return answerKeyed(look, question, answers);
  const key = objectKey(question.ref.id);
  switch (question.ask) {
    case "object":
      return answerObject(look, question, answers);
    case "dependents":
      return answerDependents(look, key, answers);
    case "siblings":
      return answerSiblings(look, question, answers);
    case "rollout":
      return answerRollout(look, question, answers);
    case "external":
      return answerExternal(look, externalKey(question), answers);
    case "source":
      return answerSource(look, question, answers);
    case "manifest-at":
      return loseCommit(look, key, question.commit);
  }
}

function answerKeyed(
  look: Look,
  question: Extract<Question, { readonly ask: "dry-run" | "probe" | "at-version" }>,
  answers: Answers,
): Look {
  if (question.ask === "at-version") return answerVersion(look, question.key, answers);
  if (question.ask === "probe") return answerProbe(look, question, answers);
  const given = dryRun(look, question, answers);
  return { ...look, dryRuns: new Map([...look.dryRuns, [question.key, given]]) };
}

function answerProbe(
  look: Look,
  { key, body }: Extract<Question, { readonly ask: "probe" }>,
  { probe }: Answers,
): Look {
  const given = probe ?? { kind: "clean", object: body };
  return { ...look, probes: new Map([...look.probes, [key, given]]) };
}

function answerSource(look: Look, question: Question, answers: Answers): Look {
  const { sources } = look;
  if (sources === undefined) return look;
  const key = objectKey(question.ref.id);
  const found = answers.live?.find((object) => keyOf(object) === key);
  const sighting = found === undefined ? ABSENT : ({ kind: "present", object: found } as const);
  const read = new Map([...sources.read, [key, { isFresh: true, sighting } as const]]);
  return { ...look, sources: { ...sources, read } };
}

function loseCommit(look: Look, key: ObjectKey, commit: string): Look {
  return { ...look, earlier: new Map([...look.earlier, [`${key}\n${commit}`, "lost"]]) };
}

function answerVersion(look: Look, key: string, { atVersion }: Answers): Look {
  const given = atVersion ?? { kind: "not-served" };
  return { ...look, versions: new Map([...look.versions, [key, given]]) };
}

function answerExternal(look: Look, key: string, { external = UNPOLLED }: Answers): Look {
  const given = { ...external, source: "fresh" } as const;
  return { ...look, external: new Map([...look.external, [key, given]]) };
}

function answerDependents(look: Look, key: ObjectKey, { dependents }: Answers): Look {
  const found = dependents ?? { objects: [], unseen: [] };
  return { ...look, dependents: new Map([...look.dependents, [key, found]]) };
}

function answerSiblings(look: Look, question: Question, answers: Answers): Look {
  const heard = { atMs: look.nowMs, isNow: true };
  return {
    ...look,
    heard: new Map([...look.heard, [objectKey(question.ref.id), heard]]),
    siblings: answers.siblings ?? look.siblings,
  };
}

function answerObject(look: Look, question: Question, answers: Answers): Look {
  const key = objectKey(question.ref.id);
  const found = answers.live?.find((object) => keyOf(object) === key);
  const sighting = found === undefined ? ABSENT : ({ kind: "present", object: found } as const);
  return {
    ...look,
    sightings: new Map([...look.sightings, [key, sighting]]),
    freshlySeen: new Set([...look.freshlySeen, key]),
  };
}

function answerRollout(look: Look, question: Question, answers: Answers): Look {
  const key = objectKey(question.ref.id);
  const cached = look.sightings.get(key);
  const found =
    answers.fresh?.find((object) => keyOf(object) === key) ??
    (cached?.kind === "present" ? cached.object : undefined);
  if (found === undefined) return look;
  return {
    ...look,
    sightings: new Map([...look.sightings, [key, { kind: "present", object: found }]]),
    readings: new Map([...look.readings, [key, readingOf(found, "fresh")]]),
    freshlySeen: new Set([...look.freshlySeen, key]),
  };
}

const UNPOLLED = { answer: { kind: "unpolled" }, secretVersion: "" } as const;

const ABSENT = { kind: "absent" } as const;

function dryRun(
  look: Look,
  question: Extract<Question, { readonly ask: "dry-run" }>,
  answers: Answers,
): DryRunAnswer {
  const code = answers.refuse?.[briefQuestion(question)];
  if (code !== undefined) {
    const refusal = { code, message: `${code} by the test`, retry: "after-change" } as const;
    return { kind: "refused", refusal };
  }
  const sighting = look.sightings.get(objectKey(question.ref.id));
  const live = sighting?.kind === "present" ? sighting.object : undefined;
  return { kind: "accepted", object: applyObject(live, question.body, look.rules.manager) };
}
