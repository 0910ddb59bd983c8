import { textAt } from "../../src/core/object/json.ts";
import type { ObjectStatus } from "../../src/core/report/status-document.ts";
import type { Target } from "./kube-client.ts";
import { idIn, manifestFiles, settings, targetIn } from "./kube-manifests.ts";
import { label } from "./person-words.ts";
import { patchAsX } from "./protected-fields.ts";
import { admin } from "./real-cluster.ts";
import { openTestStack, type TestStack, type TestStackOptions } from "./test-stack.ts";
import { untilSeen } from "./until-seen.ts";

/** The ConfigMap that is skipped, and as the next commit wants it. */
export const SKY = settings("sky", { colour: "blue" });
const SEA = settings("sea", { colour: "green" });
export const GREY = settings("sky", { colour: "grey" });
export const SKIP = "lockstep.dev/skip-reconciliation";
export const UNTIL = "lockstep.dev/skip-until";

/** A stack in sync with two ConfigMaps. */
export async function openSky(options: TestStackOptions = {}): Promise<TestStack> {
  const stack = await openTestStack(options);
  await stack.commit(manifestFiles(SKY, SEA));
  await stack.sync();
  return stack;
}

export function skyIn({ namespace }: TestStack): Target {
  return targetIn(namespace, SKY);
}

export async function colourOf(stack: TestStack): Promise<string | undefined> {
  return textAt(await admin().get(skyIn(stack)), "data", "colour");
}

/** A person labels the ConfigMap and another one paints it red; the agent's watch has seen both. */
export async function skipAndPaint(stack: TestStack, ...marks: readonly string[]): Promise<void> {
  await label(skyIn(stack), ...(marks.length === 0 ? [`${SKIP}=true`] : marks));
  await patchAsX(skyIn(stack), { data: { colour: "red" } });
  await untilSeen(stack, skyIn(stack));
}

/** An RFC 3339 time with whole seconds. */
export function inSeconds(seconds: number): string {
  return `${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)}Z`;
}

export function skyStatus(stack: TestStack): ObjectStatus | undefined {
  return stack.object(idIn(stack.namespace, SKY));
}

export function notesOf(stack: TestStack, type: string): readonly string[] {
  const conditions = skyStatus(stack)?.conditions ?? [];
  return conditions.filter((each) => each.type === type).map(({ message }) => message);
}

export async function drop(stack: TestStack): Promise<void> {
  await stack.commit({ "configmap-sky.yaml": null }, "Drop it");
}
