import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import type { Change, ObjectStore, Place } from "../../src/embedded/store/object-store.ts";
import { openStore, type StoreOptions } from "../../src/embedded/store/open-store.ts";

export const CONFIG_MAPS = { group: "", plural: "configmaps" };

export function place(key: string, plural = "configmaps"): Place {
  const [namespace = "", name = ""] = key.includes("/") ? key.split("/") : ["", key];
  return { group: "", plural, namespace, name };
}

/** An object that says which one it is: `shop/a` with data `1`. */
function configMap(key: string, data = ""): JsonObject {
  const { namespace, name } = place(key);
  return { metadata: { name, namespace }, data };
}

export function put(store: ObjectStore, key: string, data = ""): JsonObject {
  return store.put(place(key), configMap(key, data));
}

/** `shop/a=1@3`: key, data and version. */
export function briefObject(object: JsonObject | undefined): string {
  if (object === undefined) return "-";
  const namespace = textAt(object, "metadata", "namespace") ?? "";
  const name = textAt(object, "metadata", "name") ?? "";
  const data = textAt(object, "data") ?? "";
  const version = textAt(object, "metadata", "resourceVersion") ?? "";
  return `${namespace === "" ? "" : `${namespace}/`}${name}=${data}@${version}`;
}

export function briefList(listing: { items: readonly JsonObject[] } | undefined): string {
  return listing === undefined ? "gone" : listing.items.map(briefObject).join(" ");
}

export function briefChanges(changes: readonly Change[] | undefined): string {
  if (changes === undefined) return "gone";
  return changes.map(({ kind, object }) => `${kind} ${briefObject(object)}`).join(", ");
}

/** An empty folder that is removed when the test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lockstep-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function openTestStore(options: Partial<StoreOptions> = {}): ObjectStore {
  return openStore({ folder: undefined, historyMax: 100, ...options });
}

export function stateFile(folder: string): string {
  return join(folder, "state.jsonl");
}

export function readState(folder: string): Buffer {
  return readFileSync(stateFile(folder));
}

/** A new folder with a state file of these bytes. */
export function folderWith(bytes: Buffer | string): string {
  const folder = newFolder();
  writeFileSync(stateFile(folder), bytes);
  return folder;
}

export function filesOf(folder: string): string {
  return readdirSync(folder).toSorted().join(" ");
}

/** Code and message of what is thrown, `-` when nothing is. */
export function refusalOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    return `${String(error.code)}: ${error.message}`;
  }
  return "-";
}
