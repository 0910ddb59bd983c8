import { isJsonEqual, isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";

/** One operation of a JSON patch, as far as it is well-formed. */
export interface PatchOperation {
  readonly op: string;
  readonly path: string | undefined;
  readonly from: string | undefined;
  /** `undefined` when it is left out, which counts as null. */
  readonly value: Json | undefined;
}

/** Levels of objects and lists in each other. */
const DEPTH_MAX = 1_000;
/** Characters that the copies of one patch make up together. */
const COPIED_SIZE_MAX = 3 * 1024 * 1024;

/** An operation that cannot be carried out. Only the patch as a whole is refused, so it says no more. */
export class PatchFailure extends Error {
  override readonly name = "PatchFailure";
}

/**
 * Carries out a JSON patch as the API server's library does it, which is more lenient than the RFC: `replace` adds a missing
 * key of an object, `copy` of a missing key gives null, negative indices count from the end, a path need not begin with `/`.
 *
 * @throws {PatchFailure} when an operation cannot be carried out.
 * @see https://www.rfc-editor.org/rfc/rfc6902
 */
export function jsonPatch(document: Json, operations: readonly PatchOperation[]): Json {
  let patched = document;
  let copiedSize = 0;
  for (const operation of operations) {
    copiedSize += copySize(patched, operation);
    if (copiedSize > COPIED_SIZE_MAX) throw new PatchFailure();
    patched = applyOperation(patched, operation);
  }
  return patched;
}

/** Characters that an operation adds to a document without being that long itself. */
function copySize(document: Json, { op, from }: PatchOperation): number {
  return op === "copy" ? JSON.stringify(valueOf(document, stepsOf(from)) ?? null).length : 0;
}

type Apply = (document: Json, operation: PatchOperation) => Json;

const OPERATIONS: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  ["add", applyAdd],
  ["remove", (document, { path }) => changedAt(document, stepsOf(path), removed)],
  ["replace", applyReplace],
  ["move", applyMove],
  ["copy", applyCopy],
  ["test", applyTest],
]);

function applyOperation(document: Json, operation: PatchOperation): Json {
  const apply = OPERATIONS.get(operation.op);
  if (apply === undefined) throw new PatchFailure();
  return apply(document, operation);
}

function applyAdd(document: Json, { path, value = null }: PatchOperation): Json {
  return addedAt(document, stepsOf(path), value);
}

/** The only operation that takes the document as a whole. */
function applyReplace(document: Json, { path, value = null }: PatchOperation): Json {
  if (path === "") return value;
  const steps = stepsOf(path);
  checkDepth(steps, value);
  return changedAt(document, steps, (parent, key) => replaced(parent, key, value));
}

function applyMove(document: Json, { from, path }: PatchOperation): Json {
  const source = stepsOf(from);
  const moved = valueOf(document, source);
  if (moved === undefined) throw new PatchFailure();
  return addedAt(changedAt(document, source, removed), stepsOf(path), moved);
}

function applyCopy(document: Json, { from, path }: PatchOperation): Json {
  return addedAt(document, stepsOf(path), valueOf(document, stepsOf(from)) ?? null);
}

function addedAt(document: Json, steps: readonly string[], value: Json): Json {
  checkDepth(steps, value);
  return changedAt(document, steps, (parent, key) => added(parent, key, value));
}

/** What is too deep would exhaust the stack. @throws {PatchFailure} */
function checkDepth(steps: readonly string[], value: Json): void {
  if (steps.length + depthOf(value) > DEPTH_MAX) throw new PatchFailure();
}

function depthOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  const members: readonly Json[] = isJsonList(value) ? value : Object.values(value);
  return 1 + members.reduce<number>((most, each) => Math.max(most, depthOf(each)), 0);
}

function applyTest(document: Json, { path, value }: PatchOperation): Json {
  if (value === undefined || !isJsonEqual(valueOf(document, stepsOf(path)) ?? null, value)) {
    throw new PatchFailure();
  }
  return document;
}

/** Steps of a JSON pointer. What stands before the first slash is dropped. The root itself is no target. */
function stepsOf(pointer: string | undefined): readonly string[] {
  const steps = (pointer ?? "").split("/").map(unescaped);
  const own = steps.slice(1);
  if (own.length === 0 || own.length > DEPTH_MAX) throw new PatchFailure();
  return own;
}

function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The document with another container where the last step leads. */
function changedAt(
  document: Json,
  steps: readonly string[],
  change: (parent: Json, key: string) => Json,
): Json {
  const [key = "", ...rest] = steps;
  if (rest.length === 0) return change(document, key);
  const child = childOf(document, key);
  if (child === undefined) throw new PatchFailure();
  return replaced(document, key, changedAt(child, rest, change));
}

function valueOf(document: Json, steps: readonly string[]): Json | undefined {
  const [key = "", ...rest] = steps;
  const child = childOf(document, key);
  if (rest.length === 0) return child;
  if (child === undefined) throw new PatchFailure();
  return valueOf(child, rest);
}

/** @returns `undefined` for a missing key of an object. @throws {PatchFailure} for an index that is none. */
function childOf(parent: Json, key: string): Json | undefined {
  if (isJsonList(parent)) return parent[indexOf(key, parent.length)];
  if (!isJsonObject(parent)) throw new PatchFailure();
  return Object.hasOwn(parent, key) ? parent[key] : undefined;
}

function added(parent: Json, key: string, value: Json): Json {
  if (!isJsonList(parent)) return withMember(parent, key, value);
  const index = key === "-" ? parent.length : indexOf(key, parent.length + 1);
  return parent.toSpliced(index, 0, value);
}

function replaced(parent: Json, key: string, value: Json): Json {
  return isJsonList(parent)
    ? parent.with(indexOf(key, parent.length), value)
    : withMember(parent, key, value);
}

function removed(parent: Json, key: string): Json {
  if (isJsonList(parent)) return parent.toSpliced(indexOf(key, parent.length), 1);
  if (!isJsonObject(parent) || !Object.hasOwn(parent, key)) throw new PatchFailure();
  return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== key));
}

function withMember(parent: Json, key: string, value: Json): Json {
  if (!isJsonObject(parent)) throw new PatchFailure();
  return Object.fromEntries([...Object.entries(parent), [key, value]]);
}

/** @throws {PatchFailure} for what is no index below `length`. */
function indexOf(key: string, length: number): number {
  const written = /^-?[0-9]+$/.test(key) ? Number(key) : Number.NaN;
  const index = written < 0 ? written + length : written;
  if (!(index >= 0 && index < length)) throw new PatchFailure();
  return index;
}
