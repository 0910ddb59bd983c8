import { expect, test } from "vitest";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
} from "../../src/core/object/json.ts";
import { resourceVersionOf, uidOf } from "../../src/core/object/live-object.ts";
import { interpose } from "../support/interpose.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { entriesOf, entryOf } from "../support/managed-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const MANAGERS = 1000;
const BIG_BYTES = 900_000;
/** Several times what it takes on an idle machine. */
const TIME_MAX_MS = 40_000;

/** A stack that has applied a ConfigMap with `one` and `two` and more data. */
async function openWith(data: JsonObject = {}): Promise<{ stack: TestStack; target: Target }> {
  const stack = await openTestStack();
  const a = settings("a", { one: "1", two: "2", ...data });
  await stack.commit(manifestFiles(a));
  await stack.sync();
  return { stack, target: targetIn(stack.namespace, a) };
}

/** Writes the list of owners as a whole, on the object as it is. */
async function writeEntries(
  target: Target,
  change: (present: readonly Json[]) => readonly Json[],
): Promise<JsonObject> {
  const live = await admin().get(target);
  const json = [
    {
      op: "replace",
      path: "/metadata/managedFields",
      value: change(listAt(live, "metadata", "managedFields")),
    },
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersionOf(live) },
  ];
  return admin().patch(target, { json }, { as: "forger" });
}

function entry(manager: string, fieldsV1: JsonObject, more: JsonObject = {}): JsonObject {
  const apply = { manager, operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1" };
  return { ...apply, time: "2026-01-01T00:00:00Z", fieldsV1, ...more };
}

async function drop(stack: TestStack, target: Target, data: JsonObject = {}): Promise<JsonObject> {
  await stack.commit(manifestFiles(settings("a", { one: "1", ...data })));
  await untilSeen(stack, target);
  expect((await stack.sync()).inSync).toBe(true);
  return admin().get(target);
}

describeReal("Ownership at its limits", () => {
  test("B7: a thousand managers own what Git drops, each with an addition of its own: all of it goes, in bounded time", async () => {
    const { stack, target } = await openWith();
    const names = Array.from({ length: MANAGERS }, (_, index) => `m-${index}`);
    const data = Object.fromEntries(names.map((name) => [name, "1"]));
    await admin().patch(target, { merge: { data } }, { as: "m-0" });
    await writeEntries(target, (present) => [
      ...present.filter((each) => isJsonObject(each) && each["manager"] !== "m-0"),
      ...names.map((name) => entry(name, { "f:data": { "f:two": {}, [`f:${name}`]: {} } })),
    ]);
    expect(entriesOf(await admin().get(target))).toHaveLength(MANAGERS + 1);
    const startedAt = performance.now();

    const after = await drop(stack, target);

    expect([after["data"], entriesOf(after)]).toEqual([{ one: "1" }, ["lockstep Apply"]]);
    expect(performance.now() - startedAt).toBeLessThan(TIME_MAX_MS);
  });

  test("B7: from an object of nearly one MiB a co-owned field goes like from any other", async () => {
    const big = { big: "x".repeat(BIG_BYTES) };
    const { stack, target } = await openWith(big);
    const { namespace } = stack;
    const theirs = settings("a", { two: "2", zz: "1" }, { namespace });
    await admin().apply(theirs, { as: "peer", force: true });

    const after = await drop(stack, target, big);

    expect(Object.keys(objectAt(after, "data") ?? {}).toSorted()).toEqual(["big", "one"]);
    expect(entriesOf(after)).toEqual(["lockstep Apply"]);
  });

  test.each<{ what: string; strange: JsonObject; isHolding?: boolean }>([
    {
      what: "an element of a later server",
      strange: entry("later", { "x:what": {}, "f:data": { "f:gone": {} } }),
    },
    {
      what: "a number that JavaScript cannot keep",
      strange: entry("precise", { "f:data": { "v:9007199254740993": {} } }),
    },
    {
      what: "keys out of order, of a list that is none",
      strange: entry("keyed", { "f:data": { 'k:{"z":1, "a":[null,true]}': { ".": {} } } }),
    },
    { what: "an index", strange: entry("indexed", { "f:data": { "i:0": {} } }) },
    {
      what: "an empty name and a name of another script",
      strange: entry("", { "f:data": { "f:": {}, "f:ключ": {} } }),
    },
    {
      what: "the fields of something else",
      strange: entry("lost", { "f:spec": { "f:nowhere": { "f:deep": {} } } }),
    },
    { what: "no field at all", strange: entry("empty", {}) },
    {
      what: "a version that nobody serves",
      strange: entry(
        "old",
        { "f:data": { "f:two": {} } },
        { apiVersion: "v0", operation: "Update" },
      ),
    },
    {
      what: "a subresource that nobody knows",
      isHolding: true,
      strange: entry("sub", { "f:data": { "f:two": {} } }, { subresource: "unheard-of" }),
    },
  ])(
    "B7: beside an entry with $what, what a peer owns as well goes when Git drops it, and that entry stays as it is",
    async ({ strange, isHolding }) => {
      const { stack, target } = await openWith();
      const peer = entry("peer", { "f:data": { "f:two": {} } });
      const before = await writeEntries(target, (present) => [...present, peer, strange]);

      const after = await drop(stack, target);

      // What somebody owns through a subresource is not ours to take.
      expect(after["data"]).toEqual(isHolding === true ? { one: "1", two: "2" } : { one: "1" });
      const others = entriesOf(before).filter((name) => !/^(?:peer|lockstep) /.test(name));
      expect(entriesOf(after).toSorted()).toEqual([...others, "lockstep Apply"].toSorted());
      for (const name of others) expect(entryOf(after, name)).toEqual(entryOf(before, name));
    },
  );

  test.each(["beforePatch", "beforeApply"] as const)(
    "B7: %s: an object that vanishes between the read and the write is made again",
    async (point) => {
      const armed: Target[] = [];
      const stack = await openTestStack({
        wrapCluster: (cluster) =>
          interpose(cluster, {
            async [point]() {
              const target = armed.pop();
              if (target !== undefined) await admin().delete(target);
            },
          }),
      });
      const a = settings("a", { one: "1", two: "2" });
      const target = targetIn(stack.namespace, a);
      await stack.commit(manifestFiles(a));
      await stack.sync();
      const before = await admin().get(target);
      await admin().apply(settings("a", { two: "2" }, { namespace: stack.namespace }), {
        as: "peer",
        force: true,
      });
      await stack.commit(manifestFiles(settings("a", { one: "1" })));
      await untilSeen(stack, target);
      armed.push(target);

      expect((await stack.sync()).inSync).toBe(true);

      const after = await admin().get(target);
      expect([armed, after["data"]]).toEqual([[], { one: "1" }]);
      expect(uidOf(after)).not.toBe(uidOf(before));
    },
  );
});
