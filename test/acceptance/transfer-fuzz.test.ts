import pLimit from "p-limit";
import { test } from "vitest";
import { type JsonObject, objectAt, textAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { type Target, targetOf } from "../support/kube-client.ts";
import { idIn, manifestFiles } from "../support/kube-manifests.ts";
import { entriesOf } from "../support/managed-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";
import { DEFINITIONS } from "../transfer/definitions.ts";
import { briefCase, drawCase, type FuzzCase } from "../transfer/draw-case.ts";
import { GROUP, groupSeeds } from "../transfer/fuzz-seeds.ts";
import { findRemains, type JudgedObjects, judgeCase } from "../transfer/judge-case.ts";
import { ALLOWED, EARLIER_NAME, playAct, playStart, targetIn } from "../transfer/play-acts.ts";

const CONCURRENCY = 8;
/** For a start, and against races: a reset list costs one pass more, for the server has to record anew who owns what. */
const PASSES_MAX = 4;

describeReal("the transfer, from every starting state", () => {
  test.concurrent.for(groupSeeds())(
    "B7: what Git drops is gone and nothing else is, from random starting states (seeds %j)",
    { timeout: 240_000 },
    async (seeds, { onTestFinished, expect }) => {
      await defineKinds();
      const stories = seeds.map(drawCase);
      const stack = await openTestStack({
        whenDone: onTestFinished,
        config: [`ownership: { allow: [{ manager: ${ALLOWED} }] }`],
        renamedFrom: [EARLIER_NAME],
      });

      const faults = await playCases(stack, stories, { isSeenBetween: isSeen(seeds) });

      expect(faults).toEqual([]);
    },
  );
});

/** Groups take turns; a single seed is one of those that are seen. */
function isSeen([first = 0, second]: readonly number[]): boolean {
  return second === undefined || Math.floor(first / GROUP) % 2 === 0;
}

async function playCases(
  stack: TestStack,
  stories: readonly FuzzCase[],
  { isSeenBetween }: { readonly isSeenBetween: boolean },
): Promise<readonly string[]> {
  const limit = pLimit(CONCURRENCY);
  const targets = stories.map((story) => targetIn(stack.namespace, story));
  async function each(act: (story: FuzzCase) => Promise<void>): Promise<void> {
    await Promise.all(stories.map(async (story) => limit(async () => act(story))));
  }
  await each(async (story) => playStart(story, stack.namespace));
  await stack.commit(manifestFiles(...stories.map(({ first }) => first)));
  await settle(stack, targets);
  await each(async (story) => {
    for (const drawn of story.acts) {
      // oxlint-disable-next-line no-await-in-loop -- a history
      await playAct(drawn, story, stack.namespace);
    }
  });
  await untilSeen(stack, ...targets);
  if (isSeenBetween) await settle(stack, targets);
  const befores = await readAll(targets);
  await stack.commit(manifestFiles(...stories.map(({ last }) => last)));
  const seen = { stories, befores };
  const slow = await dropInOnePass(stack, seen, hasNoOwnership);
  await untilSeen(stack, ...targets);
  const slower = await dropInOnePass(stack, seen, () => false);
  await settle(stack, targets);
  const afters = await readAll(targets);
  const cleans = await Promise.all(stories.map(async ({ last }) => cleanOf(last, stack.namespace)));
  const faults = stories.flatMap((story, index) =>
    tell(stack, story, {
      before: befores[index] ?? {},
      after: afters[index] ?? {},
      clean: cleans[index] ?? {},
    }),
  );
  return [...slow, ...slower, ...faults];
}

/**
 * Of an object that nobody owns anything of nothing can be moved to us: the list was reset, or a proxy does not show it, and whoever
 * writes one would take the entries of all others away. The first apply makes the server record `before-first-apply`, from which the
 * next pass takes what Git dropped.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.34.0/staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/skipnonapplied.go
 */
function hasNoOwnership(before: JsonObject): boolean {
  return entriesOf(before).length === 0;
}

/**
 * One pass takes away what Git drops. But where somebody wrote the object meanwhile, as the controller of autoscalers does of
 * itself, the server refuses what was decided before that (409), and the next pass decides anew.
 */
async function dropInOnePass(
  stack: TestStack,
  { stories, befores }: { stories: readonly FuzzCase[]; befores: readonly JsonObject[] },
  isExcused: (before: JsonObject) => boolean,
): Promise<readonly string[]> {
  const { user, namespace } = stack;
  const mark = await auditMark();
  await stack.pass();
  const nows = await readAll(stories.map((story) => targetIn(namespace, story)));
  const sent = await auditSince(mark, { user: user.name, namespace });
  const raced = new Set(sent.filter(({ code }) => code === 409).map(({ name }) => name));
  const cleans = await Promise.all(stories.map(async ({ last }) => cleanOf(last, namespace)));
  return stories.flatMap((story, index) => {
    const [before = {}, after = {}, clean = {}] = [befores, nows, cleans].map((all) => all[index]);
    if (raced.has(story.name) || isExcused(before)) return [];
    const remains = findRemains(story, { before, after, clean });
    return remains.length === 0 ? [] : [`${briefCase(story)}: too late`, ...remains];
  });
}

async function readAll(targets: readonly Target[]): Promise<readonly JsonObject[]> {
  return Promise.all(targets.map(async (target) => admin().get(target)));
}

/** What the server makes of Git's last word where nobody else ever wrote: its own defaults stand there, too. */
async function cleanOf(last: JsonObject, namespace: string): Promise<JsonObject> {
  const metadata = { ...objectAt(last, "metadata"), namespace };
  const name = `${textAt(last, "metadata", "name") ?? ""}-clean`;
  return admin().create({ ...last, metadata: { ...metadata, name } }, { isDryRun: true });
}

function tell(stack: TestStack, story: FuzzCase, objects: JudgedObjects): readonly string[] {
  const faults = judgeCase(story, objects);
  if (faults.length === 0) return [];
  const status = stack.object(idIn(stack.namespace, story.last));
  const said = stack.stack.status.refusals.find(({ id }) => id === status?.id)?.message ?? "";
  return [
    `${briefCase(story)} ${status?.phase ?? ""} ${said}`,
    ...faults.map((fault) => `  ${fault}`),
  ];
}

async function settle(stack: TestStack, targets: readonly Target[]): Promise<void> {
  for (let made = 0; made < PASSES_MAX; made += 1) {
    const { writes } = stack.stack.status;
    // oxlint-disable-next-line no-await-in-loop -- one pass after the other
    const status = await stack.pass();
    // oxlint-disable-next-line no-await-in-loop -- as above
    await untilSeen(stack, ...targets);
    if (status.writes === writes) return;
  }
}

let defined: Promise<unknown> | undefined;

async function defineKinds(): Promise<void> {
  defined ??= Promise.all(
    DEFINITIONS.map(async (definition) => {
      const live = await admin().apply(definition, { as: "definer", force: true });
      await eventually("the kinds are served", async () => {
        const now = await admin().get(targetOf(live));
        return JSON.stringify(now["status"] ?? {}).includes('"Established"');
      });
    }),
  );
  await defined;
}
