import {
  canonicalText,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from "../../src/core/object/json.ts";
import type { DriftStatus } from "../../src/core/report/status-document.ts";

/** A test's own record of who wrote what, made of the answers to its own writes and of nothing else. */
export interface FieldRecord {
  /** By path of a leaf, or of an item of a list: who changed it last. */
  readonly written: Map<string, Written>;
  readonly removed: Map<string, Removed>;
  leaves: ReadonlyMap<string, string>;
}

interface Written {
  readonly changer: string;
  readonly atMs: number;
}

interface Removed {
  readonly remover: string;
}

/** Begins with the object as it is when nobody has written yet. */
export function openRecord(live: JsonObject): FieldRecord {
  return { written: new Map(), removed: new Map(), leaves: leavesOf(live) };
}

/** Notes one write: what its answer has and the answer before has not. */
export function noteWrite(
  record: FieldRecord,
  write: { readonly by: string; readonly answer: JsonObject },
): void {
  const next = leavesOf(write.answer);
  for (const [path, value] of next) {
    if (record.leaves.get(path) !== value) {
      record.written.set(path, { changer: write.by, atMs: Date.now() });
      record.removed.delete(path);
    }
  }
  for (const path of record.leaves.keys()) {
    if (next.has(path)) continue;
    record.written.delete(path);
    record.removed.set(path, { remover: write.by });
  }
  record.leaves = next;
}

/**
 * What is wrong with the names of a drift; empty when each is right or nobody is named. Who is `recorded` has changed the value
 * last; of those who are named as `shared` one has. Who asked for a value that stood there already has not written it.
 */
export function judgeNames(record: FieldRecord, drift: DriftStatus): readonly string[] {
  // Who owns a field beside us is read off the entries themselves: nobody is said to have written anything.
  const isOwnership = drift.class === "coowned" || drift.class === "legacy";
  if (drift.attribution === "unknown" || isOwnership) return [];
  const named = [drift.manager, ...(drift.sharedWith ?? [])];
  if (drift.class === "removed") {
    return at(record.removed, drift.path)
      .filter(([, { remover }]) => drift.attribution !== "recorded" || remover !== drift.manager)
      .map(([path, { remover }]) => fault(drift, `${remover} removed ${path}`));
  }
  return at(record.written, drift.path).flatMap(([path, { changer, atMs }]) => {
    const isRecorded = drift.attribution === "recorded";
    const right = isRecorded ? [drift.manager] : named;
    if (!right.includes(changer)) return [fault(drift, `${changer} wrote ${path}`)];
    // A time is that of the manager's last write to the object: never before the one that counts.
    const isEarlier = isRecorded && Date.parse(drift.at) + 1_000 < atMs - LATENESS_MS;
    return isEarlier
      ? [fault(drift, `${path} was written at ${new Date(atMs).toISOString()}`)]
      : [];
  });
}

/** From the server's clock in a write to our hearing of the answer. */
const LATENESS_MS = 10_000;

function at<Value>(map: ReadonlyMap<string, Value>, place: string): readonly [string, Value][] {
  return [...map].filter(([path]) => path === place || path.startsWith(`${place}/`));
}

function fault(
  { class: kind, path, manager, operation, attribution }: DriftStatus,
  truth: string,
): string {
  return `${kind} ${path} by ${manager} ${operation} (${attribution}); ${truth}`;
}

/** The keys by which the server merges lists of these names. */
const KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ["containers", ["name"]],
  ["env", ["name"]],
  ["volumes", ["name"]],
  ["ports", ["port", "protocol"]],
]);

/** Maps that the server owns as a whole. */
const ATOMIC = ["selector", "nodeSelector"];

/** What the tests' managers do not write: the server and controllers do. */
const APART = ["managedFields", "resourceVersion", "generation", "uid", "creationTimestamp"];

function leavesOf(object: JsonObject): ReadonlyMap<string, string> {
  const { status: _, apiVersion: __, kind: ___, metadata, ...rest } = object;
  const kept = Object.entries(isJsonObject(metadata) ? metadata : {}).filter(
    ([name]) => !APART.includes(name),
  );
  const leaves = new Map<string, string>();
  addLeaves({ ...rest, metadata: Object.fromEntries(kept) }, "", leaves);
  leaves.delete("/metadata/annotations/deployment.kubernetes.io~1revision");
  return leaves;
}

function addLeaves(value: Json, path: string, leaves: Map<string, string>): void {
  const name = path.split("/").at(-1) ?? "";
  const keys = KEYS.get(name);
  if (isJsonList(value) && keys !== undefined) {
    for (const item of value) {
      const place = `${path}/[${keys.map((key) => `${key}=${keyOf(item, key)}`).join(",")}]`;
      leaves.set(place, "item");
      addLeaves(item, place, leaves);
    }
  } else if (isJsonObject(value) && !ATOMIC.includes(name)) {
    for (const [key, below] of Object.entries(value)) {
      addLeaves(below, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, leaves);
    }
  } else {
    leaves.set(path, canonicalText(value));
  }
}

function keyOf(item: Json, key: string): string {
  const value = isJsonObject(item) ? item[key] : undefined;
  if (value === undefined) return key === "protocol" ? "TCP" : "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
