import { offerDrift, settleOffer } from "../../src/agent/deliver-offer.ts";
import { refreshTip } from "../../src/agent/refresh-source.ts";
import { runPass } from "../../src/agent/run-pass.ts";
import { objectKey } from "../../src/core/object/object-id.ts";
import type { OfferedDrift } from "../../src/core/offer/offer.ts";
import { configMapText, type FakeStack, openFakeStack } from "./fake-stack.ts";
import { found, offered } from "./offer-builder.ts";

/** `reports.every` by default, in milliseconds. */
export const EVERY_MS = 300_000;

/** Of a stack with a pull request at a forge. */
export const OFFERING: readonly string[] = [
  "mode: observe",
  "reports:",
  "  pullRequest:",
  "    forge: gitea",
  "    api: https://git.example/api/v1",
  "    repository: team/stack",
  "    tokenFile: /token",
  "    labels: [drift]",
];

/** A stack in force with ConfigMap `a`, whose `/data/x` is `1` in Git. `keys`: more lines of `reports.pullRequest`. */
export async function openOffering(...keys: readonly string[]): Promise<FakeStack> {
  const world = openFakeStack({ config: [...OFFERING, ...keys.map((key) => `    ${key}`)] });
  world.source.commit({ "a.yaml": configMapText("a", "1") });
  await pass(world);
  await settleOffer(world.stack);
  world.forge.changes.splice(0);
  return world;
}

/** Asks the repository, then exactly one pass. */
export async function pass({ stack }: FakeStack): Promise<void> {
  await refreshTip(stack);
  await runPass(stack, { isPreview: false });
}

/** A person's change of `/data/x` to this, which was taken back, and the delivery that it begins. */
export async function revert(world: FakeStack, live: string): Promise<void> {
  await revertAll(world, [offered("x", { live })]);
}

/** The same of several changes. */
export async function revertAll(
  { stack }: FakeStack,
  drifts: readonly OfferedDrift[],
): Promise<void> {
  const reverted = drifts.map((drift) => found(drift, "reverted"));
  offerDrift(stack, { found: reverted, judged: new Set() });
  await settleOffer(stack);
}

/** What the agent is after a restart: the outside is as it was left. */
export async function startAnew(world: FakeStack): Promise<FakeStack> {
  const { stack } = world;
  for (const desk of [stack.offerDesk, stack.desk, stack.commitDesk]) desk.stopTimer();
  stack.stopStatusTimer();
  world.forge.onRequest = () => undefined;
  const again = openFakeStack({ config: OFFERING, like: world });
  await pass(again);
  await settleOffer(again.stack);
  return again;
}

/** A look that finds these observed, and the delivery that it begins. */
export async function look(
  { stack }: FakeStack,
  ...drifts: readonly OfferedDrift[]
): Promise<void> {
  offerDrift(stack, {
    found: drifts.map((drift) => found(drift, "observed")),
    judged: new Set<string>([objectKey(offered("x").id)]),
  });
  await settleOffer(stack);
}
