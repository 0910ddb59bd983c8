import * as fc from "fast-check";
import { type Json, type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import type { Actor } from "./actor.ts";
import { configMap, deployment, service, widget } from "./objects.ts";

/** One write of a history. `content` is a whole object with the name `x`. */
export interface Write {
  readonly manager: string;
  readonly verb: "apply" | "force" | "create" | "update" | "merge" | "strategic" | "remove-first";
  readonly content: JsonObject;
}

/** Sends the writes one after the other; each is recorded with its answer. */
export async function playHistory(to: Actor, writes: readonly Write[]): Promise<void> {
  for (const write of writes) {
    // oxlint-disable-next-line no-await-in-loop -- a history is a sequence
    await send(to, write);
  }
}

async function send(to: Actor, { manager: as, verb, content }: Write): Promise<unknown> {
  switch (verb) {
    case "apply":
      return to.apply(content, { as });
    case "force":
      return to.apply(content, { as, force: "true" });
    case "create":
      return to.create(content, { as });
    case "merge":
      return to.patch(content, { merge: content }, { as });
    case "strategic":
      return to.patch(content, { strategic: content }, { as });
    case "update":
      return update(to, content, as);
    case "remove-first":
      return to.patch(content, { json: [{ op: "remove", path: "/metadata/labels" }] }, { as });
  }
}

/** As a client does it: read, change, write back with the version that was read. */
async function update(to: Actor, content: JsonObject, as: string): Promise<unknown> {
  const resourceVersion = resourceVersionOf(await to.get(content));
  const own = { ...objectAt(content, "metadata"), resourceVersion };
  return to.update({ ...content, metadata: own }, { as });
}

const MANAGERS = ["alice", "bob", "carol", "dave"] as const;
const VALUE = fc.constantFrom("1", "2");

/** Twenty writes by four managers to one object of one kind. */
export const HISTORIES: fc.Arbitrary<readonly Write[]> = fc
  .constantFrom(configMaps(), deployments(), services(), widgets())
  .chain((content) => {
    const write = fc.record({
      manager: fc.constantFrom(...MANAGERS),
      verb: fc.oneof(
        { weight: 5, arbitrary: fc.constant("apply" as const) },
        { weight: 4, arbitrary: fc.constant("force" as const) },
        { weight: 1, arbitrary: fc.constant("create" as const) },
        { weight: 2, arbitrary: fc.constant("update" as const) },
        { weight: 2, arbitrary: fc.constant("merge" as const) },
        { weight: 2, arbitrary: fc.constant("strategic" as const) },
        { weight: 1, arbitrary: fc.constant("remove-first" as const) },
      ),
      content,
    });
    return fc.array(write, { minLength: 20, maxLength: 20 });
  });

function configMaps(): fc.Arbitrary<JsonObject> {
  return fc
    .record({ data: mapOf("a", "b", "c"), metadata: metadata() })
    .map(({ data, metadata: own }) => configMap(data, own));
}

function deployments(): fc.Arbitrary<JsonObject> {
  const env = listOf(["A", "B", "C"], (name) => VALUE.map((value) => ({ name, value })));
  const container = (name: string) =>
    fc
      .record({
        name: fc.constant(name),
        image: fc.constantFrom("i:1", "i:2"),
        env: optional(env),
        args: optional(fc.constantFrom<Json[]>(["x"], ["y"], ["x", "y"])),
      })
      .map(withoutNone);
  return fc
    .record({
      metadata: metadata(),
      containers: listOf(["a", "b", "c"], container),
      replicas: optional(fc.constantFrom(1, 2)),
      paused: optional(fc.boolean()),
    })
    .map(({ metadata: own, containers, ...spec }) =>
      deployment(containers, { metadata: own, spec: withoutNone(spec) }),
    );
}

function services(): fc.Arbitrary<JsonObject> {
  const ports: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
    ["http", { port: 80 }],
    ["dns", { port: 80, protocol: "UDP" }],
    ["https", { port: 443, protocol: "TCP" }],
  ]);
  const port = (name: string) =>
    fc.constantFrom(8080, 9090).map((targetPort) => ({ name, targetPort, ...ports.get(name) }));
  return fc
    .record({
      ports: listOf([...ports.keys()], port),
      selector: mapOf("app", "tier"),
      metadata: metadata(),
    })
    .map(({ ports: list, selector, metadata: own }) => ({
      ...service(list, { selector }),
      metadata: { name: "x", ...own },
    }));
}

function widgets(): fc.Arbitrary<JsonObject> {
  const item = (name: string) =>
    fc.record({ name: fc.constant(name), value: optional(VALUE) }).map(withoutNone);
  const texts = fc.shuffledSubarray(["a", "b", "c"]);
  return fc
    .record({
      metadata: metadata(),
      keyed: optional(listOf(["a", "b", "c"], item)),
      set: optional(texts),
      atomic: optional(texts),
      labels: optional(mapOf("a", "b")),
      whole: optional(mapOf("a", "b")),
      open: optional(fc.constantFrom<JsonObject>({ a: { b: 1 } }, { a: { c: [1] } }, { d: "x" })),
    })
    .map(({ metadata: own, ...spec }) => ({
      ...widget(withoutNone(spec)),
      apiVersion: "histories.example.com/v1",
      metadata: { name: "x", ...own },
    }));
}

function metadata(): fc.Arbitrary<JsonObject> {
  return fc
    .record({ labels: optional(mapOf("a", "b")), annotations: optional(mapOf("n", "o")) })
    .map(withoutNone);
}

/** Some of the keys, each with one of two values. */
function mapOf(...keys: readonly string[]): fc.Arbitrary<JsonObject> {
  return fc.record(Object.fromEntries(keys.map((key) => [key, optional(VALUE)]))).map(withoutNone);
}

/** Items for some of the names, in any order. */
function listOf<T>(
  names: readonly string[],
  item: (name: string) => fc.Arbitrary<T>,
): fc.Arbitrary<T[]> {
  return fc
    .shuffledSubarray([...names], { minLength: 1 })
    .chain((chosen) => fc.tuple(...chosen.map(item)));
}

function optional<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined, freq: 2 });
}

function withoutNone(record: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
