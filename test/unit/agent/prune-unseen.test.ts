import { describe, expect, test } from "vitest";
import { findSiblings } from "../../../src/agent/find-siblings.ts";
import type { Stack } from "../../../src/agent/stack.ts";
import { emptyKinds } from "../../../src/agent/stack-view.ts";
import { ClusterError } from "../../../src/core/cluster-error.ts";
import type { JsonObject } from "../../../src/core/object/json.ts";
import type { Desired } from "../../../src/core/plan/look.ts";
import { SourceError } from "../../../src/core/source-error.ts";
import {
  A,
  A_AND_C,
  AFTER_A,
  AGGREGATED,
  BOAT,
  C_ONLY,
  deletes,
  holds,
  install,
  kinds,
  move,
  passes,
  SECRET,
  WITH_BOAT,
  WITH_SECRET,
} from "../../support/dropped-kinds.ts";
import { openFakeStack } from "../../support/fake-stack.ts";
import { yaml } from "../../support/graph-builders.ts";
import { keyFrom } from "../../support/look-builder.ts";

const DEFINITION = yaml(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.sea.example}
spec: {group: sea.example, names: {kind: Boat, plural: boats}}
`);

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
