import { describe, expect, test } from "vitest";
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
  serveBoats,
  silenceBoats,
  WITH_BOAT,
  WITH_SECRET,
} from "../../support/dropped-kinds.ts";
import { type FakeStack, openFakeStack } from "../../support/fake-stack.ts";

const PARENT = "ConfigMap/agents/lockstep-shop";

/** The agent starts again, its parent is gone, and Secrets cannot be listed. */
function lose(before: FakeStack, code: "forbidden" | "unreachable"): FakeStack {
  before.cluster.remove(PARENT);
  before.cluster.unlistable.add("Secret");
  before.cluster.listRefusal = code;
  before.cluster.catchUp();
  return openFakeStack({ like: before });
}

/** It came back to a stack that had lost its parent meanwhile. */
async function returnGroup(): Promise<FakeStack> {
  const before = await install(WITH_BOAT);
  silenceBoats(before);
  before.cluster.remove(PARENT);
  const fake = openFakeStack({ like: before });
  await move(fake, C_ONLY);
  serveBoats(fake);
  fake.cluster.unlistable.add("Boat.sea.example");
  return fake;
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
    silenceBoats(before);
    before.cluster.remove(PARENT);
    const fake = openFakeStack({ like: before });
    await move(fake, C_ONLY);
    expect(deletes(fake)).toEqual([]);
    expect(holds(fake)).toEqual([expect.stringContaining(`hold ${A}: *.sea.example cannot be`)]);
    expect(kinds(fake)).toEqual(["*.sea.example", "ConfigMap"]);
    const later = openFakeStack({ like: fake });
    await passes(later, 2);
    expect(deletes(later)).toEqual([]);
    serveBoats(fake);
    await passes(later, 6);
    expect(deletes(later)).toEqual([`delete ${BOAT}`, `delete ${A}`]);
    expect(kinds(later)).toEqual(["ConfigMap"]);
  });

  test("a kind of a group that came back, which may not be listed, holds nothing else", async () => {
    const fake = await returnGroup();
    await passes(fake, 4);
    expect(deletes(fake)).toEqual([`delete ${A}`]);
    expect(kinds(fake)).toEqual(["Boat.sea.example", "ConfigMap"]);
    fake.cluster.unlistable.clear();
    await passes(fake, 4);
    expect(deletes(fake)).toEqual([`delete ${A}`, `delete ${BOAT}`]);
    expect(kinds(fake)).toEqual(["ConfigMap"]);
  });

  test("a kind of a group that came back is not forgotten while its list is lost again", async () => {
    const fake = await returnGroup();
    fake.cluster.listRefusal = "unreachable";
    const answer = { kinds: ["Boat.sea.example"], unknown: [], unanswered: [] };
    fake.cluster.findKindsOf = async () => Promise.resolve(answer);
    await passes(fake, 4);
    expect(deletes(fake)).toEqual([]);
    expect(kinds(fake)).toEqual(["Boat.sea.example", "ConfigMap"]);
    fake.cluster.unlistable.clear();
    await passes(fake, 6);
    expect(deletes(fake)).toEqual([`delete ${BOAT}`, `delete ${A}`]);
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
