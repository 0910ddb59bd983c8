import type { Drift } from "../drift/drift.ts";
import type { DriftInput, FoundDrift } from "../drift/drift-scene.ts";
import { type DriftFinding, findDrift } from "../drift/find-drift.ts";
import { isCertainlyAdded } from "../drift/is-certainly-added.ts";
import { ownedText } from "../drift/owned-text.ts";
import { isJsonEqual, type JsonObject } from "../object/json.ts";
import { resourceVersionOf, uidOf } from "../object/live-object.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { EMPTY_SET, type FieldSet, unionAll } from "../ownership/field-set.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import type { Move } from "../ownership/plan-transfer.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import type { VersionReadings } from "../ownership/rebase-paths.ts";
import { bodyToTry } from "./body-to-try.ts";
import type { Intent } from "./build-intent.ts";
import type { ObjectCase } from "./describe-case.ts";
import { guardBody } from "./guard-body.ts";
import type { Look, ObjectMemory, ProbeAnswer, WriteRefusal } from "./look.ts";
import { probeBody } from "./probe-body.ts";
import { NO_READINGS, readVersions } from "./read-versions.ts";
import { ask, type World } from "./world.ts";

/** What one look found out about the drift of one live object. */
export interface DriftDecision {
  readonly found: readonly FoundDrift[];
  /** What differs at paths that a rule ignores, or lets somebody change. */
  readonly ignored: readonly Drift[];
  /** Where a rule lets somebody hold another value than the last applied intent sets. */
  readonly letBe: readonly FieldPath[];
  /** An answer is missing: nothing about this object's drift can be said yet. */
  readonly isAsking: boolean;
  readonly moves: readonly Move[];
  readonly claims: FieldSet;
  /** What our entry held, by the server's word, while it is lost: nobody needs to own it now. */
  readonly formerly: FieldSet;
  /** What is moved between API versions is judged by these. */
  readonly readings: VersionReadings;
  /** Why nobody can say what an apply of the last applied intent would change. */
  readonly refusal: WriteRefusal | undefined;
  /** The server does not let it be changed back: another object has its name. */
  readonly isUnchangeable: boolean;
  /** Somebody writes it faster than it can be judged: it may differ, and nobody knows how. */
  readonly isUnsettled: boolean;
  /** The live object carries the intent: to be remembered, so that the next look asks nothing. */
  readonly verified: ObjectMemory["verified"];
}

export const NO_DRIFT: DriftDecision = {
  found: [],
  ignored: [],
  letBe: [],
  isAsking: false,
  moves: [],
  claims: EMPTY_SET,
  formerly: EMPTY_SET,
  readings: NO_READINGS,
  refusal: undefined,
  isUnchangeable: false,
  isUnsettled: false,
  verified: undefined,
};

/**
 * Compares a live object with the last applied intent, or with Git's when it was never applied. What foreign
 * managers added is read off its ownership; what they changed or removed is the server's judgement: one dry-run apply,
 * asked for only when the values that we own are not those that were last verified.
 */
export function decideDrift(item: ObjectCase, live: JsonObject, world: World): DriftDecision {
  const base = baseOf(item);
  const seen = { item, base, live, world };
  const judgement = judge(seen);
  if (judgement === "asking") return { ...NO_DRIFT, isAsking: true };
  if (judgement === "stale") return { ...NO_DRIFT, isUnsettled: true };
  const applied =
    typeof judgement === "object" && judgement.kind === "applied" ? judgement.object : undefined;
  const searched = findWithAnswers({ ...driftInput(seen), applied }, seen);
  if (searched === "asking") return { ...NO_DRIFT, isAsking: true };
  const { found: differences, ignored, letBe, readings } = searched;
  const found = differences.filter((each) =>
    counts(each, { isNew: item.lastApplied.kind === "none", isVerified: judgement === "verified" }),
  );
  const isJudged = judgement === "verified" || applied !== undefined;
  const isSettled = isJudged && !found.some(isToRevert);
  return {
    found,
    ignored,
    letBe,
    isAsking: false,
    moves: found.flatMap((each) => each.moves),
    refusal: refusalOf(judgement, found),
    isUnchangeable: refusalIn(judgement)?.code === "immutable",
    isUnsettled: false,
    claims: unionAll(found.map((each) => each.claims)),
    formerly: formerlyOwned(seen, applied),
    readings,
    verified: isSettled
      ? { intentHash: base.hash, ownedDigest: ownedDigest(live, world.look) }
      : undefined,
  };
}

/** The dry run of the last applied intent says what our entry would hold; empty unless we lost it. */
function formerlyOwned({ live, world }: Base, applied: JsonObject | undefined): FieldSet {
  const { manager } = world.look.rules;
  if (applied === undefined || ownEntryOf(live, manager) !== undefined) return EMPTY_SET;
  return ownEntryOf(applied, manager)?.fields ?? EMPTY_SET;
}

function ownEntryOf(object: JsonObject, manager: string): ManagerEntry | undefined {
  return readManagerEntries(object).entries.find((each) => isOwnEntry(each, manager));
}

/** The server no longer takes the last applied intent; unless what is to be taken back is in its way. */
function refusalOf(judgement: Judgement, found: readonly FoundDrift[]): WriteRefusal | undefined {
  return found.some(isToRevert) ? undefined : refusalIn(judgement);
}

function refusalIn(judgement: Judgement): WriteRefusal | undefined {
  return typeof judgement === "object" && judgement.kind === "refused"
    ? judgement.refusal
    : undefined;
}

/** A write can take the difference back, or our ownership. */
export function isToRevert({ concerns, isRevertible }: FoundDrift): boolean {
  return concerns !== "ownership" && isRevertible;
}

/**
 * From an object that was never ours nothing of ours can have been removed: what it lacks is what Git brings. Where
 * ownership stays lost after our write (a proxy leaves it out), writing again would never end.
 */
function counts(
  { concerns, drift }: FoundDrift,
  object: { readonly isNew: boolean; readonly isVerified: boolean },
): boolean {
  if (object.isNew && drift.class === "removed") return false;
  return !(object.isVerified && concerns === "lost");
}

function baseOf(item: ObjectCase): Intent {
  return item.lastApplied.kind === "known" ? item.lastApplied.intent : item.wanted;
}

/**
 * What the server says an apply of the last applied intent would make of the live object. `verified`: what we own is as it
 * was when that was last asked. `unknown`: there is no such intent, or a webhook did not answer. `stale`: somebody wrote
 * meanwhile, and again after a fresh look.
 */
function judge(seen: Base): Judgement {
  const { item, base, live, world } = seen;
  if (item.lastApplied.kind !== "known") return "unknown";
  const present = { intentHash: base.hash, ownedDigest: ownedDigest(live, world.look) };
  if (isJsonEqual(item.memory.verified ?? null, present)) return "verified";
  const answer = answerDryRun(seen);
  if (answer === undefined) return "asking";
  if (answer.kind === "accepted") return { kind: "applied", object: answer.object };
  const { refusal } = answer;
  if (refusal.code === "conflict") return isFreshlySeen(seen) ? "stale" : "asking";
  return refusal.code === "webhook-failed" ? "unknown" : { kind: "refused", refusal };
}

/** Asks for what is newer than the cache, once in a pass. */
function isFreshlySeen({ item, world }: Base): boolean {
  const isFresh = world.look.freshlySeen.has(item.key);
  if (!isFresh) ask(world, { ask: "object", ref: item.ref });
  return isFresh;
}

type Judgement =
  | "verified"
  | "unknown"
  | "asking"
  | "stale"
  | { readonly kind: "applied"; readonly object: JsonObject }
  | { readonly kind: "refused"; readonly refusal: WriteRefusal };

/** Digests of live objects that somebody still holds: ownership is walked once for each version of an object. */
const digests = new WeakMap<JsonObject, string>();

/** The digest of the values that our Apply entry owns in a live object; empty when we own nothing. */
export function ownedDigest(live: JsonObject, look: Pick<Look, "digest" | "rules">): string {
  const known = digests.get(live);
  if (known !== undefined) return known;
  const made = digestOwned(live, look);
  digests.set(live, made);
  return made;
}

function digestOwned(live: JsonObject, { digest, rules }: Pick<Look, "digest" | "rules">): string {
  const own = ownEntryOf(live, rules.manager);
  return own === undefined ? "" : digest(ownedText(live, own));
}

interface Base {
  readonly item: ObjectCase;
  readonly base: Intent;
  readonly live: JsonObject;
  readonly world: World;
}

/** One dry-run apply onto exactly this live object: another resourceVersion is another question. */
function answerDryRun({
  item,
  base,
  live,
  world,
}: Base): ReturnType<World["look"]["dryRuns"]["get"]> {
  const key = [item.key, base.hash, uidOf(live), resourceVersionOf(live)].join("\n");
  const answer = world.look.dryRuns.get(key);
  if (answer === undefined) {
    ask(world, {
      ask: "dry-run",
      ref: item.ref,
      key,
      body: guardBody(bodyToTry(item, base), live),
    });
  }
  return answer;
}

function driftInput({ item, base, live, world }: Base): DriftInput {
  const { rules } = world.look;
  return {
    id: item.manifest.id,
    live,
    intent: item.lastApplied.kind === "lost" ? "unknown" : base.body,
    pending: item.wanted.body,
    rules,
    neverTouched: { revert: rules.revertPaths, labels: rules.skipLabels },
    released: item.released.paths,
    created: item.wanted.created,
  };
}

/** Findings without a dry run or a probe: in a converged pass each object is judged once for each of its versions. */
const findings = new WeakMap<
  JsonObject,
  { readonly grounds: FindingGrounds; readonly finding: DriftFinding }
>();

/** An intent is the same one as long as the released paths of the object are. */
interface FindingGrounds {
  readonly kind: ObjectCase["lastApplied"]["kind"];
  readonly base: Intent;
  readonly wanted: Intent;
}

function findDriftOnce(input: DriftInput, grounds: FindingGrounds): DriftFinding {
  if (input.applied !== undefined) return findDrift(input);
  const known = findings.get(input.live);
  if (known !== undefined && areSame(known.grounds, grounds)) return known.finding;
  const finding = findDrift(input);
  findings.set(input.live, { grounds, finding });
  return finding;
}

function areSame(a: FindingGrounds, b: FindingGrounds): boolean {
  return a.kind === b.kind && a.base === b.base && a.wanted === b.wanted;
}

/**
 * Foreign fields that a clean object has, too, are defaults: a dry-run create tells, once for each intent. What is owned at
 * another API version can be moved once it is known how the object reads there.
 */
function findWithAnswers(
  input: DriftInput,
  { item, base, live, world }: Base,
): Pick<DriftDecision, "found" | "ignored" | "letBe" | "readings"> | "asking" {
  const first = findDriftOnce(input, { kind: item.lastApplied.kind, base, wanted: item.wanted });
  const ignored = [...first.ignored, ...first.allowed.map(({ drift }) => drift)];
  const letBe = first.allowed.map(({ place }) => place);
  const readings = readVersions(item, { live, found: first.found }, world);
  const probe = first.needsProbe ? findProbe({ item, base, world }) : undefined;
  if (readings === undefined || probe === "asking") return "asking";
  const clean = probe?.kind === "clean" ? probe.object : undefined;
  const isKnownAsIs = readings.size === 0 && clean === undefined;
  const { found } = isKnownAsIs ? first : findDrift({ ...input, clean, readings });
  if (probe?.kind !== "impossible") return { found, ignored, letBe, readings };
  const certain = found.filter(
    (each) => each.drift.class !== "added" || isCertainlyAdded(each, live),
  );
  return { found: certain, ignored, letBe, readings };
}

function findProbe({ item, base, world }: Omit<Base, "live">): ProbeAnswer | "asking" {
  const key = `${item.key}\n${base.hash}`;
  const probe = world.look.probes.get(key);
  if (probe !== undefined) return probe;
  ask(world, { ask: "probe", ref: item.ref, key, body: probeBody(base.created) });
  return "asking";
}
