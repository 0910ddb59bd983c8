import { ClusterError } from "../core/cluster-error.ts";
import { type ObjectKey, objectKey } from "../core/object/object-id.ts";
import type { Look } from "../core/plan/look.ts";
import type { Question } from "../core/plan/plan.ts";
import { readClosedSibling } from "./closed-sibling.ts";
import { describeHearing, describeSiblings, type Siblings } from "./find-siblings.ts";
import { holdsStack } from "./holds-stack.ts";
import { pause } from "./pause.ts";
import { refreshTip, takeRevision } from "./refresh-source.ts";
import type { SiblingSetup, Stack } from "./stack.ts";

/** How long the first look of a stack that was opened beside this one is waited for, in milliseconds. */
const FIRST_LOOK_WAIT_MS = 20_000;

/**
 * Asks the repositories of the other stacks, where a decision rests on what they have by now: one commit may move an object from
 * here to there, and they may not have looked since. `undefined`: no question is about them.
 */
export async function answerSiblings(
  stack: Stack,
  questions: readonly Question[],
  { members, desired, heard }: Pick<Look, "members" | "desired" | "heard">,
): Promise<Siblings | undefined> {
  const asked = questions.flatMap((each) =>
    each.ask === "siblings" ? [objectKey(each.ref.id)] : [],
  );
  if (asked.length === 0) return undefined;
  await Promise.all(stack.setup.siblings.map(async (each) => bringUpToDate(stack, each)));
  const nowMs = stack.setup.ports.clock.now();
  const atMs = new Map([...stack.hearing.atMs, ...asked.map((key) => [key, nowMs] as const)]);
  stack.hearing = { revision: desired.revision, atMs };
  return {
    siblings: describeSiblings(stack, members, desired),
    heard: describeHearing(stack, new Set([...asked, ...heardNow(heard)])),
  };
}

function heardNow(heard: Look["heard"]): readonly ObjectKey[] {
  return [...heard].flatMap(([key, { isNow }]) => (isNow ? [key] : []));
}

async function bringUpToDate(stack: Stack, sibling: SiblingSetup): Promise<void> {
  const open = stack.setup.family.get(sibling.name);
  if (open === undefined) {
    await readClosedSibling(stack, sibling);
    return;
  }
  if (await refreshTip(open)) open.wakeUp.ring();
  await takeRevisionOf(open);
  await waitForLook(open);
}

/** What the cluster refuses of another stack its own passes tell; of this one it refuses nothing. */
async function takeRevisionOf(open: Stack): Promise<void> {
  try {
    await takeRevision(open);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
  }
}

/** Stacks that are opened together begin to look together. */
async function waitForLook(open: Stack): Promise<void> {
  const { clock } = open.setup.ports;
  const deadlineMs = clock.now() + FIRST_LOOK_WAIT_MS;
  while (isAboutToLook(open) && clock.now() < deadlineMs) {
    // oxlint-disable-next-line no-await-in-loop -- the end of the first look, or of the pass in which it failed
    await Promise.race([open.looks.wait(), pause(clock, 250, NEVER)]);
  }
}

function isAboutToLook(open: Stack): boolean {
  return open.readings === undefined && !open.hasPassed && holdsStack(open);
}

const NEVER = new AbortController().signal;
