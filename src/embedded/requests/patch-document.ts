import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";
import { PatchFailure } from "./patch-failure.ts";

/** A list or an object that only this patch knows, so that it may be changed in place. */
type Own =
  | { readonly kind: "list"; readonly value: Json[] }
  | { readonly kind: "object"; readonly value: Record<string, Json> };

/** Levels of objects and lists in each other. */
const DEPTH_MAX = 1_000;
/** Values that the copies of one patch make up together. */
const COPIED_VALUES_MAX = 500_000;
/** Characters that they make up. */
const COPIED_SIZE_MAX = 3 * 1024 * 1024;
/** Keys that are compared, and blocks of items that are moved, in one patch: about a second. */
const WORK_MAX = 4_000_000;
/** Items that are moved about as fast as one key is compared. */
const BLOCK_ITEMS = 128;

/**
 * A document that a patch changes step by step. Each list and object on the way of a change is copied once; from then on it is
 * the patch's own and is changed in place.
 */
export class PatchDocument {
  #root: Json;
  readonly #own = new Map<Json, Own>();
  #work = 0;
  #copiedValues = 0;
  #copiedSize = 0;

  constructor(root: Json) {
    this.#root = root;
  }

  /** @throws {PatchFailure} when it is nested too deeply: that would exhaust the stack of others. */
  get value(): Json {
    let level: readonly Json[] = [this.#root];
    for (let depth = 0; level.length > 0; depth += 1) {
      if (depth > DEPTH_MAX) throw new PatchFailure();
      level = level.flatMap(childrenOf);
    }
    return this.#root;
  }

  replaceRoot(value: Json): void {
    this.#root = value;
  }

  /** @returns `undefined` for a missing key of an object. @throws {PatchFailure} when the way there is none. */
  find(steps: readonly string[]): Json | undefined {
    let here: Json | undefined = this.#root;
    for (const step of steps) {
      if (here === undefined) throw new PatchFailure();
      here = childOf(here, step);
    }
    return here;
  }

  /** Puts a value into an object, or between the items of a list. */
  add(steps: readonly string[], value: Json): void {
    const { parent, key } = this.#ownAt(steps);
    if (parent.kind === "object") {
      setMember(parent.value, key, value);
      return;
    }
    const { length } = parent.value;
    const index = key === "-" ? length : indexOf(key, length + 1);
    this.#spend(Math.ceil((length - index) / BLOCK_ITEMS));
    parent.value.splice(index, 0, value);
  }

  /** Puts a value in the place of another; a missing key of an object is added. */
  replace(steps: readonly string[], value: Json): void {
    const { parent, key } = this.#ownAt(steps);
    setChild(parent, key, value);
  }

  remove(steps: readonly string[]): void {
    const { parent, key } = this.#ownAt(steps);
    if (parent.kind === "list") {
      const { length } = parent.value;
      const index = indexOf(key, length);
      this.#spend(Math.ceil((length - index) / BLOCK_ITEMS));
      parent.value.splice(index, 1);
      return;
    }
    if (!Object.hasOwn(parent.value, key)) throw new PatchFailure();
    Reflect.deleteProperty(parent.value, key);
  }

  /** A value that stands in two places from now on, so none of it may be changed in place any more. */
  share(steps: readonly string[]): Json {
    const value = this.find(steps) ?? null;
    const waiting = [value];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      this.#copiedValues += 1;
      if (this.#copiedValues > COPIED_VALUES_MAX) throw new PatchFailure();
      this.#own.delete(next);
      this.#copiedSize += sizeOf(next);
      if (this.#copiedSize > COPIED_SIZE_MAX) throw new PatchFailure();
      for (const child of childrenOf(next)) waiting.push(child);
    }
    return value;
  }

  /** Whether a value stands there, as JSON compares. @throws {PatchFailure} when that is too much to look at. */
  isAt(steps: readonly string[], expected: Json): boolean {
    return this.#isEqual(expected, this.find(steps) ?? null);
  }

  #isEqual(a: Json, b: Json | undefined): boolean {
    this.#spend(1);
    if (a === b) return true;
    if (isJsonList(a) && isJsonList(b)) {
      return a.length === b.length && a.every((item, index) => this.#isEqual(item, b[index]));
    }
    if (!isJsonObject(a) || !isJsonObject(b)) return false;
    const [keys, others] = [Object.keys(a), Object.keys(b)];
    this.#spend(keys.length + others.length);
    if (keys.length !== others.length) return false;
    return keys.every((key) => Object.hasOwn(b, key) && this.#isEqual(a[key] ?? null, b[key]));
  }

  /** The list or object where the last step leads, and all above it, made the patch's own. */
  #ownAt(steps: readonly string[]): { readonly parent: Own; readonly key: string } {
    let parent = this.#made(this.#root);
    this.#root = parent.value;
    for (const step of steps.slice(0, -1)) {
      const child = childOf(parent.value, step);
      if (child === undefined) throw new PatchFailure();
      const own = this.#made(child);
      if (own.value !== child) setChild(parent, step, own.value);
      parent = own;
    }
    return { parent, key: steps.at(-1) ?? "" };
  }

  #made(value: Json): Own {
    const known = this.#own.get(value);
    if (known !== undefined) return known;
    const own = copyOf(value);
    this.#own.set(own.value, own);
    return own;
  }

  #spend(units: number): void {
    this.#work += units;
    if (this.#work > WORK_MAX) throw new PatchFailure();
  }
}

function copyOf(value: Json): Own {
  if (isJsonList(value)) return { kind: "list", value: [...value] };
  if (!isJsonObject(value)) throw new PatchFailure();
  return { kind: "object", value: Object.fromEntries(Object.entries(value)) };
}

function childOf(parent: Json, key: string): Json | undefined {
  if (isJsonList(parent)) return parent[indexOf(key, parent.length)];
  if (!isJsonObject(parent)) throw new PatchFailure();
  return Object.hasOwn(parent, key) ? parent[key] : undefined;
}

function setChild(parent: Own, key: string, value: Json): void {
  if (parent.kind === "object") setMember(parent.value, key, value);
  else parent.value[indexOf(key, parent.value.length)] = value;
}

/** An own member also for `__proto__`, which an assignment would take otherwise. */
function setMember(members: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(members, key, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

function childrenOf(value: Json): readonly Json[] {
  if (isJsonList(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}

/** About the characters of a value in JSON, without its children. */
function sizeOf(value: Json): number {
  if (isJsonList(value)) return value.length + 1;
  if (!isJsonObject(value)) return JSON.stringify(value).length;
  return Object.keys(value).reduce((size, key) => size + key.length + 4, 1);
}

/** @throws {PatchFailure} for what is no index below `length`. */
function indexOf(key: string, length: number): number {
  const written = /^-?[0-9]+$/.test(key) ? Number(key) : Number.NaN;
  const index = written < 0 ? written + length : written;
  if (!(index >= 0 && index < length)) throw new PatchFailure();
  return index;
}
