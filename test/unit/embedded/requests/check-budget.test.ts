import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { checkBudget } from "../../../../src/embedded/requests/check-budget.ts";
import { StatusError, statusOf } from "../../../../src/embedded/status-error.ts";
import { openWorld } from "./open-world.ts";

interface Pod {
  readonly phase?: string;
  readonly ready?: string;
  readonly metadata?: JsonObject;
}

/** What is said of the pods of a ReplicaSet that should have three. */
interface Budget {
  readonly spec?: JsonObject;
  readonly allowed?: number;
  readonly seen?: number;
}

function pod(name: string, { phase = "Running", ready = "True", metadata = {} }: Pod): JsonObject {
  return {
    metadata: { name, namespace: "shop", labels: { app: "web" }, ...metadata },
    status: { phase, conditions: [{ type: "Ready", status: ready }] },
  };
}

function budget(name: string, { spec = {}, allowed = 1, seen = 1 }: Budget): JsonObject {
  const selector = { matchLabels: { app: "web" } };
  const status = {
    observedGeneration: seen,
    desiredHealthy: 2,
    currentHealthy: 3,
    disruptionsAllowed: allowed,
  };
  return {
    metadata: { name, namespace: "shop", generation: 1 },
    spec: { selector, ...spec },
    status,
  };
}

/** `429 needs …`, or `goes`. */
function fateOf(
  asked: Pod,
  { budgets, others }: { budgets: readonly Budget[]; others: readonly Pod[] },
): string {
  const world = openWorld();
  const at = { group: "", plural: "pods", namespace: "shop" };
  const pods = [asked, ...others].map((each, index) => pod(`web-${index}`, each));
  for (const [index, each] of pods.entries()) {
    world.store.put({ ...at, name: `web-${index}` }, each);
  }
  for (const [index, each] of budgets.entries()) {
    const place = { ...at, group: "policy", plural: "poddisruptionbudgets", name: `b-${index}` };
    world.store.put(place, budget(place.name, each));
  }
  try {
    checkBudget(pod("web-0", asked), world);
    return "goes";
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const causes = JSON.stringify(statusOf(error)["details"] ?? {});
    return `${error.code} ${/"message":"(?<text>[^"]*)/.exec(causes)?.groups?.["text"] ?? error.message}`;
  }
}

const TWO: readonly Pod[] = [{}, {}];
const NEEDED = "429 The disruption budget b-0 needs 2 healthy pods and has 3 currently";
const GOING = { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } };

interface Case {
  readonly with: string;
  readonly pod?: Pod;
  readonly budgets: readonly Budget[];
  readonly others?: readonly Pod[];
  readonly fate: string;
}

test.each<Case>([
  { with: "no budget", budgets: [], fate: "goes" },
  { with: "a budget with room", budgets: [{}], fate: "goes" },
  { with: "a budget without room", budgets: [{ allowed: 0 }], fate: NEEDED },
  {
    with: "a budget whose room was taken a moment ago",
    budgets: [{}],
    others: [{}, GOING],
    fate: "429 The disruption budget b-0 needs 2 healthy pods and has 2 currently",
  },
  {
    with: "a budget that nobody has looked at",
    budgets: [{ seen: 0 }],
    fate: "429 The disruption budget b-0 is still being processed by the server.",
  },
  {
    with: "two budgets",
    budgets: [{}, {}],
    fate: "500 This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
  },
  {
    with: "a budget of other pods",
    budgets: [{ allowed: 0, spec: { selector: { matchLabels: { app: "x" } } } }],
    fate: "goes",
  },
  { with: "a pod that waits", pod: { phase: "Pending" }, budgets: [{ allowed: 0 }], fate: "goes" },
  { with: "a pod that goes already", pod: GOING, budgets: [{ allowed: 0 }], fate: "goes" },
  {
    with: "a pod that is not ready while enough others are",
    pod: { ready: "False" },
    budgets: [{ allowed: 0 }],
    fate: "goes",
  },
])("an eviction with $with", ({ pod: asked = {}, budgets, others = TWO, fate }) => {
  expect(fateOf(asked, { budgets, others })).toBe(fate);
});
