import { isJsonObject, type JsonObject, valueAt } from "../../src/core/object/json.ts";
import { type DrawnHistory, type DrawnWrite, mergeAll } from "./draw-history.ts";
import { type FieldRecord, noteWrite, openRecord } from "./field-record.ts";
import { type KubeClient, KubeRefusal, type Target } from "./kube-client.ts";

/** How often a write that lost a race, or that the server refuses for what it says, is left out. */
const RACE_CODES = [409, 422, 400];

/** Plays the writes of a history one after the other on an object that is there, and records who wrote what. */
export async function playHistory(
  { writes }: DrawnHistory,
  target: Target,
  client: KubeClient,
): Promise<FieldRecord> {
  let live = await client.get(target);
  const record = openRecord(live);
  for (const write of writes) {
    const asked = askedOf(write, live);
    try {
      // oxlint-disable-next-line no-await-in-loop -- one write after the other: the record is of their order
      await send({ write, asked, target, live }, client);
    } catch (error) {
      if (!(error instanceof KubeRefusal && RACE_CODES.includes(error.status))) throw error;
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    live = await client.get(target);
    noteWrite(record, { by: write.by, answer: live });
  }
  return record;
}

/** What the body of the write says, without what it takes away. */
function askedOf(write: DrawnWrite, live: JsonObject): JsonObject {
  switch (write.kind) {
    case "merge":
    case "put":
      return write.patch;
    case "apply":
      return write.fields;
    case "take":
      return mergeAll(write.pointers.map((pointer) => partAt(live, pointer)));
    case "scale":
      return { spec: { replicas: write.replicas } };
    case "reset":
      return {};
  }
}

interface Sent {
  readonly write: DrawnWrite;
  readonly asked: JsonObject;
  readonly target: Target;
  readonly live: JsonObject;
}

async function send({ write, asked, target, live }: Sent, client: KubeClient): Promise<void> {
  const as = write.by;
  switch (write.kind) {
    case "merge":
      await client.patch(target, { merge: asked }, { as });
      return;
    case "put":
      await client.update(mergeAll([live, asked]), { as });
      return;
    case "apply":
    case "take":
      await client.apply(mergeAll([identityOf(target), asked]), { as, force: true });
      return;
    case "scale":
      await client.patch(target, { merge: asked }, { as, subresource: "scale" });
      return;
    case "reset":
      await client.patch(target, { merge: { metadata: { managedFields: [{}] } } }, { as });
  }
}

function identityOf({ apiVersion, kind, namespace = "", name }: Target): JsonObject {
  return { apiVersion, kind, metadata: { namespace, name } };
}

/** The part of an object that stands at a pointer, with the keys of the list items on the way; empty when it is not there. */
function partAt(live: JsonObject, pointer: string): JsonObject {
  const part = partBelow(live, pointer.split("/").slice(1));
  return isJsonObject(part) ? part : {};
}

function partBelow(
  value: unknown,
  steps: readonly string[],
): JsonObject | readonly JsonObject[] | string | number | boolean | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return isPlain(value) ? value : undefined;
  if (Array.isArray(value)) {
    const wanted = step
      .slice(1, -1)
      .split(",")
      .map((each) => each.split("="));
    const item = value
      .filter(isJsonObject)
      .find((each) => wanted.every(([key = "", text = ""]) => isText(valueAt(each, key), text)));
    if (item === undefined) return undefined;
    const keys = Object.fromEntries(wanted.map(([key = ""]) => [key, item[key] ?? ""]));
    const below = rest.length === 0 ? item : partBelow(item, rest);
    return isJsonObject(below) ? [{ ...keys, ...below }] : undefined;
  }
  if (!isJsonObject(value) || value[step] === undefined) return undefined;
  const below = partBelow(value[step], rest);
  return below === undefined ? undefined : { [step]: below };
}

/** As it stands in a pointer, where a number is text. */
function isText(value: unknown, text: string): boolean {
  return value === text || (typeof value === "number" && `${value}` === text);
}

function isPlain(value: unknown): value is JsonObject | string | number | boolean {
  return isJsonObject(value) || ["string", "number", "boolean"].includes(typeof value);
}
