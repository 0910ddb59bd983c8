import { describe, expect, test } from "vitest";
import { findSiblings } from "../../../src/agent/find-siblings.ts";
import { refreshTip } from "../../../src/agent/refresh-source.ts";
import { runPass } from "../../../src/agent/run-pass.ts";
import type { Stack } from "../../../src/agent/stack.ts";
import { emptyKinds } from "../../../src/agent/stack-view.ts";
import { ClusterError } from "../../../src/core/cluster-error.ts";
import type { JsonObject } from "../../../src/core/object/json.ts";
import type { Desired } from "../../../src/core/plan/look.ts";
import { SourceError } from "../../../src/core/source-error.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { yaml } from "../../support/graph-builders.ts";
import { keyFrom } from "../../support/look-builder.ts";

const A = "ConfigMap/shop/a";
const BOAT = "Boat.sea.example/shop/b";
const SECRET = "Secret/shop/s";
const C_ONLY = { "c.yaml": configMapText("c", "1") };
const A_AND_C = { "a.yaml": configMapText("a", "1"), ...C_ONLY };
const AFTER_A = "{ lockstep.dev/after: ConfigMap/shop/a@exists }";
const WITH_BOAT = {
  ...A_AND_C,
  "b.yaml": `apiVersion: sea.example/v1\nkind: Boat\nmetadata: { name: b, annotations: ${AFTER_A} }\n`,
};
const WITH_SECRET = {
  ...A_AND_C,
  "s.yaml": `apiVersion: v1\nkind: Secret\nmetadata: { name: s, annotations: ${AFTER_A} }\n`,
};

const AGGREGATED = yaml(`
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.sea.example}
spec: {group: sea.example, version: v1, service: {name: sea, namespace: sea}}
`);
const DEFINITION = yaml(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.sea.example}
spec: {group: sea.example, names: {kind: Boat, plural: boats}}
`);

async function passes(fake: FakeStack, count: number): Promise<void> {
  for (let pass = 0; pass < count; pass += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one pass after the other
    await fake.clock.pass(10_000);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await refreshTip(fake.stack);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await runPass(fake.stack, { isPreview: false });
  }
}

async function install(files: Readonly<Record<string, string>>): Promise<FakeStack> {
  const fake = openFakeStack();
  await move(fake, files);
  return fake;
}

async function move(fake: FakeStack, files: Readonly<Record<string, string>>): Promise<void> {
  fake.source.commit(files);
  await passes(fake, 4);
}

function deletes({ cluster }: FakeStack): readonly string[] {
  return cluster.requests.filter((line) => line.startsWith("delete "));
}

function kinds({ stack }: FakeStack): readonly string[] {
  return stack.parent?.content.scope.kinds ?? [];
}

function holds({ stack }: FakeStack): readonly string[] {
  return stack.status.orphans.map(({ id, action, reason }) => `${action} ${id}: ${reason}`);
}

describe("a kind that is not served", () => {
  test.each<{ readonly title: string; readonly there?: JsonObject; readonly refused?: string }>([
    { title: "another server has its group", there: AGGREGATED },
    { title: "a definition makes it", there: DEFINITION },
    { title: "nobody may ask for definitions", refused: "list CustomResourceDefinition" },
    { title: "nobody may ask for other servers", refused: "list APIService" },
  ])("may have members: $title", async ({ there, refused }) => {
    const fake = await install(WITH_BOAT);
    if (there !== undefined) fake.cluster.put(there);
    fake.cluster.onRequest = (line) => {
      if (line === refused) throw new ClusterError("forbidden", "no");
    };
    fake.cluster.notServed.add("Boat.sea.example");
    await move(fake, C_ONLY);
    expect(deletes(fake)).toEqual([]);
    expect(holds(fake)).toEqual([expect.stringContaining(`hold ${A}: Boat.sea.example`)]);
    expect(kinds(fake)).toEqual(["Boat.sea.example", "ConfigMap"]);
    fake.cluster.notServed.clear();
    await passes(fake, 6);
    expect(deletes(fake)).toEqual([`delete ${BOAT}`, `delete ${A}`]);
    expect(kinds(fake)).toEqual(["ConfigMap"]);
  });

  test("has none once nothing makes it any more", async () => {
    const fake = await install(WITH_BOAT);
    fake.cluster.notServed.add("Boat.sea.example");
    await move(fake, C_ONLY);
    expect(deletes(fake)).toEqual([`delete ${A}`]);
    expect(kinds(fake)).toEqual(["ConfigMap"]);
  });
});

const PARENT = "ConfigMap/agents/lockstep-shop";

/** The agent starts again, its parent is gone, and Secrets cannot be listed. */
function lose(before: FakeStack, code: "forbidden" | "unreachable"): FakeStack {
  before.cluster.remove(PARENT);
  before.cluster.unlistable.add("Secret");
  before.cluster.listRefusal = code;
  before.cluster.catchUp();
  return openFakeStack({ like: before });
}

describe("a parent that was lost", () => {
  test("a kind that may not be listed is not pruned, is told once, and holds nothing else", async () => {
    const fake = lose(await install(WITH_SECRET), "forbidden");
    await move(fake, C_ONLY);
    expect(deletes(fake)).toEqual([`delete ${A}`]);
    expect(kinds(fake)).toEqual(["ConfigMap", "Secret"]);
    expect(fake.stack.status.inSync).toBe(true);
    expect(fake.stack.status.lints.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^Secret may not be listed: /),
    ]);
    fake.cluster.unlistable.clear();
    await passes(fake, 6);
    expect(deletes(fake)).toEqual([`delete ${A}`, `delete ${SECRET}`]);
    expect(kinds(fake)).toEqual(["ConfigMap"]);
    expect(fake.stack.status.lints).toEqual([]);
  });

  test("a kind in Git that may not be listed stops every delete: it may run what was dropped", async () => {
    const fake = lose(await install(WITH_SECRET), "forbidden");
    await move(fake, { ...C_ONLY, "s.yaml": WITH_SECRET["s.yaml"].replace(AFTER_A, "{}") });
    expect(deletes(fake)).toEqual([]);
    expect(holds(fake)).toEqual([expect.stringContaining(`hold ${A}: Secret cannot be listed`)]);
  });

  test("a kind that does not answer may have members: it stops every delete until it does", async () => {
    const fake = lose(await install(WITH_SECRET), "unreachable");
    await move(fake, C_ONLY);
    expect(deletes(fake)).toEqual([]);
    expect(holds(fake)).toEqual([expect.stringContaining(`hold ${A}: Secret cannot be listed`)]);
    expect(kinds(fake)).toEqual(["ConfigMap", "Secret"]);
    fake.cluster.unlistable.clear();
    await passes(fake, 6);
    expect(deletes(fake)).toEqual([`delete ${SECRET}`, `delete ${A}`]);
    expect(kinds(fake)).toEqual(["ConfigMap"]);
  });

  test("so does a group of which not even the kinds are known, and the parent keeps naming it", async () => {
    const before = await install(WITH_BOAT);
    before.cluster.put(AGGREGATED);
    before.cluster.notServed.add("Boat.sea.example");
    before.cluster.silent.add("sea.example");
    before.cluster.remove(PARENT);
    const fake = openFakeStack({ like: before });
    await move(fake, C_ONLY);
    expect(deletes(fake)).toEqual([]);
    expect(holds(fake)).toEqual([expect.stringContaining(`hold ${A}: *.sea.example cannot be`)]);
    expect(kinds(fake)).toEqual(["*.sea.example", "ConfigMap"]);
    const later = openFakeStack({ like: fake });
    await passes(later, 2);
    expect(deletes(later)).toEqual([]);
    fake.cluster.notServed.clear();
    fake.cluster.silent.clear();
    await passes(later, 6);
    expect(deletes(later)).toEqual([`delete ${BOAT}`, `delete ${A}`]);
    expect(kinds(later)).toEqual(["ConfigMap"]);
  });

  test("a group that ceased to be had none", async () => {
    const before = await install(A_AND_C);
    before.cluster.silent.add("sea.example");
    before.cluster.put(AGGREGATED);
    before.cluster.remove(PARENT);
    const fake = openFakeStack({ like: before });
    await move(fake, C_ONLY);
    expect(kinds(fake)).toEqual(["*.sea.example", "ConfigMap"]);
    fake.cluster.remove("APIService.apiregistration.k8s.io/v1.sea.example");
    await passes(fake, 4);
    expect(deletes(fake)).toEqual([`delete ${A}`]);
    expect(kinds(fake)).toEqual(["ConfigMap"]);
  });

  test("a stack that has nothing anywhere is a new one: nothing hides", async () => {
    const fake = openFakeStack();
    fake.cluster.unlistable.add("Secret");
    await move(fake, A_AND_C);
    expect(kinds(fake)).toEqual(["ConfigMap"]);
    await move(fake, C_ONLY);
    expect(deletes(fake)).toEqual([`delete ${A}`]);
  });
});

describe("a kind that nobody knew when Git was read", () => {
  test("stops every delete until it is known", async () => {
    const fake = await install(A_AND_C);
    fake.cluster.notServed.add("Boat.sea.example");
    const files = { ...C_ONLY, "b.yaml": WITH_BOAT["b.yaml"].replace(AFTER_A, "{}") };
    await move(fake, files);
    expect(deletes(fake)).toEqual([]);
    expect(holds(fake)).toEqual([expect.stringContaining(`hold ${A}: Boat.sea.example`)]);
    fake.cluster.notServed.clear();
    fake.source.refusal = new SourceError("unreachable", "the repository is down");
    await passes(fake, 4);
    expect(deletes(fake)).toEqual([]);
    fake.source.refusal = undefined;
    await passes(fake, 4);
    expect(deletes(fake)).toEqual([`delete ${A}`]);
  });

  test("of another stack: nobody knows which objects of that kind it has", async () => {
    const [own, other] = [await install(C_ONLY), openFakeStack()];
    other.cluster.notServed.add("Boat.sea.example");
    await move(other, WITH_BOAT);
    expect(keysOfOther(own.stack, other.stack, BOAT)).toBeUndefined();
    expect(keysOfOther(own.stack, other.stack, A)).toContain(A);
  });
});

/** What one stack knows of another when an object of its own is in Git no more. */
function keysOfOther(stack: Stack, other: Stack, orphan: string): ReadonlySet<string> | undefined {
  const { config, parent, ports } = other.setup;
  const applySetId = "applyset-other-v1";
  const sibling = {
    name: "other",
    applySetId,
    earlierSets: new Set<string>(),
    config,
    parent,
    openSource: () => ports.source,
  };
  const setup = { ...stack.setup, siblings: [sibling], family: new Map([["other", other]]) };
  const members = new Set([keyFrom(orphan)]);
  const { siblings } = findSiblings({ ...stack, setup }, members, desiredOf(stack));
  return siblings[0]?.keys;
}

function desiredOf({ desired }: Stack): Desired {
  if (desired === undefined) throw new Error("nothing is in force");
  return desired;
}

describe("what was written and no watch shows yet", () => {
  test("goes before its target, and its kind is remembered until a list says that it is gone", async () => {
    const fake = await install(A_AND_C);
    fake.cluster.isWatchBehind = true;
    await move(fake, WITH_SECRET);
    expect(fake.cluster.objects.has(keyFrom(SECRET))).toBe(true);
    expect(emptyKinds(fake.stack.view, () => true)).not.toContain("Secret");
    await move(fake, C_ONLY);
    expect(deletes(fake)).toEqual([`delete ${SECRET}`]);
    expect(holds(fake)).toContain(`hold ${A}: waits for ${SECRET}: it goes first`);
    expect(kinds(fake)).toEqual(["ConfigMap", "Secret"]);
    fake.cluster.catchUp();
    fake.cluster.put(AGGREGATED);
    await passes(fake, 4);
    expect(deletes(fake)).toEqual([`delete ${SECRET}`, `delete ${A}`]);
    expect(kinds(fake)).toEqual(["ConfigMap"]);
  });
});
