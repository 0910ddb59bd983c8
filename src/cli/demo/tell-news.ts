import type { ObjectStatus, StackStatus } from "../../core/report/status-document.ts";
import { countText } from "../../core/wording/count-text.ts";
import { explainBlocker } from "../../core/wording/explain-blocker.ts";
import { explainAction, explainChange } from "../../core/wording/explain-change.ts";
import { groupByTier } from "../../core/wording/group-by-tier.ts";
import { isSettled } from "../../core/wording/is-settled.ts";
import { type Naming, nameObjects } from "../../core/wording/name-objects.ts";
import { shortCommit } from "../../core/wording/short-commit.ts";
import { driftState } from "../drift-state.ts";
import type { Tone } from "../line.ts";

/** One thing that happened: a word for it, and what. */
export interface News {
  readonly label: "runs" | "applied" | "waits" | "drift" | "trouble" | "in sync";
  readonly text: string;
  readonly tone: Tone;
}

interface NewsStep {
  readonly before: ReadonlyMap<string, ObjectStatus>;
  readonly previous: StackStatus | undefined;
  readonly next: StackStatus;
  readonly name: Naming;
}

/**
 * What happened from one status to the next, for somebody who sees it for the first time: causes before effects, objects
 * that moved together in one line, and each wait once, when it begins.
 */
export function tellNews(previous: StackStatus | undefined, next: StackStatus): readonly News[] {
  const before = new Map(previous?.objects.map((each) => [each.id, each] as const));
  const step = { before, previous, next, name: nameObjects(next) };
  return [
    ...tellSettled(step),
    ...tellApplied(step),
    ...tellWaits(step),
    ...tellTrouble(step),
    ...tellDrift(step),
    ...tellEnd(step),
  ];
}

function tellSettled({ before, next, name }: NewsStep): readonly News[] {
  return groupByTier(next.objects).flatMap(([, members]) => {
    const settled = members.filter((object) => {
      const earlier = before.get(object.id);
      return isSettled(object) && earlier !== undefined && !isSettled(earlier);
    });
    return joined(
      "runs",
      "good",
      settled.map(({ id, version }) => versioned(name(id), version)),
    );
  });
}

function versioned(name: string, { declared }: ObjectStatus["version"]): string {
  return declared === null ? name : `${name} ${declared}`;
}

function tellApplied({ before, next, name }: NewsStep): readonly News[] {
  return groupByTier(next.objects).flatMap(([, members]) => {
    const applied = members.filter(
      ({ id, appliedRevision }) => appliedRevision !== (before.get(id)?.appliedRevision ?? ""),
    );
    return joined(
      "applied",
      "strong",
      applied.map((object) => moved(name(object.id), object, before.get(object.id))),
    );
  });
}

/** With both versions when they differ. */
function moved(name: string, { version }: ObjectStatus, before: ObjectStatus | undefined): string {
  const from = before?.version.running.join(" and ") ?? "";
  const to = version.declared ?? "";
  return from === "" || to === "" || from === to ? name : `${name} ${from} → ${to}`;
}

function joined(label: News["label"], tone: Tone, names: readonly string[]): readonly News[] {
  return names.length === 0 ? [] : [{ label, tone, text: names.join(", ") }];
}

function tellWaits({ before, next, name }: NewsStep): readonly News[] {
  return next.objects
    .filter(({ id }) => (before.get(id)?.blockers.length ?? 0) === 0)
    .flatMap(({ id, blockers }) =>
      blockers.map((each) => ({
        label: "waits",
        tone: "wait",
        text: `${name(id)} for ${name(each.to)}: ${explainBlocker(each)}`,
      })),
    );
}

function tellTrouble({ before, next, name }: NewsStep): readonly News[] {
  const stalled = next.objects.filter(
    ({ id, phase }) => phase === "Stalled" && before.get(id)?.phase !== "Stalled",
  );
  return stalled.map(({ id, cause }) => ({
    label: "trouble",
    tone: "bad",
    text: `${name(id)} makes no progress${cause === undefined ? "" : `: ${cause.reason}`}`,
  }));
}

function tellDrift({ previous, next, name }: NewsStep): readonly News[] {
  const known = new Set(previous?.drift.map(driftState));
  return next.drift
    .filter((each) => !known.has(driftState(each)))
    .map((each) => ({
      label: "drift",
      tone: "bad",
      text: `${name(each.id)}: ${explainChange(each)}: ${explainAction(each)}`,
    }));
}

function tellEnd({ previous, next }: NewsStep): readonly News[] {
  const { inSync, objects, revision } = next;
  const isNews = previous?.inSync !== true || previous.revision !== revision;
  if (!inSync || !isNews) return [];
  const text = `at ${shortCommit(revision)}, ${countText(objects.length, "object")}`;
  return [{ label: "in sync", tone: "good", text }];
}
