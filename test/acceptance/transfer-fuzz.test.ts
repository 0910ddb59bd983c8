import pLimit from "p-limit";
import { test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { eventually } from "../support/eventually.ts";
import { targetOf } from "../support/kube-client.ts";
import { idIn, manifestFiles } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";
import { DEFINITIONS } from "../transfer/definitions.ts";
import { briefCase, drawCase, type FuzzCase } from "../transfer/draw-case.ts";
import { groupSeeds } from "../transfer/fuzz-seeds.ts";
import { judgeCase } from "../transfer/judge-case.ts";
import { ALLOWED, EARLIER_NAME, playAct, playStart, targetIn } from "../transfer/play-acts.ts";

const CONCURRENCY = 8;
/** A reset list costs one pass more: the server has to record anew who owns what. */
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

      const faults = await playCases(stack, stories, { isSeenBetween: (seeds[0] ?? 0) % 2 === 0 });

      expect(faults).toEqual([]);
    },
  );
});

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
  const befores = await Promise.all(targets.map(async (target) => admin().get(target)));
  await stack.commit(manifestFiles(...stories.map(({ last }) => last)));
  await settle(stack, targets);
  const afters = await Promise.all(targets.map(async (target) => admin().get(target)));
  return stories.flatMap((story, index) =>
    tell(stack, story, { before: befores[index] ?? {}, after: afters[index] ?? {} }),
  );
}

function tell(
  stack: TestStack,
  story: FuzzCase,
  { before, after }: { readonly before: JsonObject; readonly after: JsonObject },
): readonly string[] {
  const faults = judgeCase(story, before, after);
  if (faults.length === 0) return [];
  const status = stack.object(idIn(stack.namespace, story.last));
  const said = stack.stack.status.refusals.find(({ id }) => id === status?.id)?.message ?? "";
  return [
    `${briefCase(story)} ${status?.phase ?? ""} ${said}`,
    ...faults.map((fault) => `  ${fault}`),
  ];
}

async function settle(stack: TestStack, targets: Parameters<typeof untilSeen>[1][]): Promise<void> {
  for (let made = 0; made < PASSES_MAX; made += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one pass after the other
    const status = await stack.pass();
    // oxlint-disable-next-line no-await-in-loop -- as above
    await untilSeen(stack, ...targets);
    if (status.writes === 0) return;
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
