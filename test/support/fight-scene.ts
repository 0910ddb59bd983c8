import type { JsonObject } from "../../src/core/object/json.ts";
import type { FightStatus, StackStatus } from "../../src/core/report/status-document.ts";
import { auditMark, auditSince, briefEntry } from "./audit-log.ts";
import { passUntil } from "./follow-stack.ts";
import type { Files } from "./git-repository.ts";
import type { Target } from "./kube-client.ts";
import { manifestFiles } from "./kube-manifests.ts";
import { type MovableClock, movableClock } from "./movable-clock.ts";
import { admin } from "./real-cluster.ts";
import { openTestStack, type TestStack, type TestStackOptions } from "./test-stack.ts";
import { untilSeen } from "./until-seen.ts";

export const MINUTE_MS = 60_000;

/** A stack in sync, whose clock the test moves and whose passes the test makes. */
export interface FightScene {
  readonly stack: TestStack;
  readonly clock: MovableClock;
}

export async function openFight(
  manifests: readonly JsonObject[],
  options: TestStackOptions = {},
): Promise<FightScene> {
  const clock = movableClock();
  const stack = await openTestStack({ clock, ...options });
  // Kinds of one name would share the name of a file.
  const files = manifests.flatMap((manifest, index) =>
    Object.entries(manifestFiles(manifest)).map(([file, text]): [string, Files[string]] => [
      `${index}/${file}`,
      text,
    ]),
  );
  await stack.commit(Object.fromEntries(files));
  // Without a Lease: the moved clock would end it.
  await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
  return { stack, clock };
}

/** What somebody does, and what one pass of the agent then wrote of the stack's objects. */
export interface Round {
  readonly status: StackStatus;
  /** `patch configmaps/colours 200`, dry runs and events left out. */
  readonly writes: readonly string[];
}

/** Somebody takes a field by an Update, and the agent makes one pass that knows of it. */
export async function take(
  scene: FightScene,
  target: Target,
  move: { readonly as: string; readonly patch: JsonObject; readonly subresource?: string },
): Promise<Round> {
  const { as, patch, subresource } = move;
  const options = subresource === undefined ? { as } : { as, subresource };
  await admin().patch(target, { merge: patch }, options);
  return look(scene, target);
}

/** One pass that knows how the target is now. */
export async function look({ stack }: FightScene, target: Target): Promise<Round> {
  await untilSeen(stack, target);
  const mark = await auditMark();
  const status = await stack.pass();
  return { status, writes: await objectWrites(stack, mark) };
}

/** What the agent wrote of objects: neither its own parent nor events. */
export async function objectWrites(stack: TestStack, mark: number): Promise<readonly string[]> {
  const entries = await auditSince(mark, { user: stack.user.name, isWrite: true });
  return entries
    .filter(
      ({ namespace, resource }) => namespace !== stack.agentNamespace && resource !== "events",
    )
    .map(briefEntry);
}

/** Whether an object says that somebody fights for it. */
export function contestOf({ objects }: StackStatus, id: string): string | undefined {
  return objects.find((each) => each.id === id)?.conditions.find(({ type }) => type === "Contested")
    ?.message;
}

/** `data.x by k9s, x: 5, contested`. */
export function briefFights(fights: readonly FightStatus[]): readonly string[] {
  return fights.map(({ path, managers, count, contested, stopped }) =>
    [
      `${path} by ${managers.join(", ")}: ${count}`,
      ...(contested ? ["contested"] : []),
      ...(stopped === true ? ["stopped"] : []),
    ].join(", "),
  );
}
