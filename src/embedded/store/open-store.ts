import { isJsonObject, type JsonObject } from "../../core/object/json.ts";
import { ChangeFeed } from "./change-feed.ts";
import type { Change, Collection, Listing, ObjectStore, Place } from "./object-store.ts";
import { StateFile } from "./state-file.ts";
import { stateChange, stateHeader, stateObject } from "./state-record.ts";
import { checkLimits, type StoreLimits } from "./store-limits.ts";
import { StoredCollection } from "./stored-collection.ts";

/** Revision of an empty store. Objects begin above it: version 0 means "any" in requests. */
const FIRST_REVISION = 1;

const LIMITS: StoreLimits = {
  objectsMax: 20_000,
  objectBytesMax: 1.5 * 1024 * 1024,
  bytesMax: 128 * 1024 * 1024,
  historyBytesMax: 16 * 1024 * 1024,
};

/** Where and how much to store. */
export interface StoreOptions {
  /** It is made when it is not there. `undefined`: in memory only. */
  readonly folder: string | undefined;
  /** How many changes of one collection are kept for watches and the next pages of lists. */
  readonly historyMax: number;
  readonly limits?: Partial<StoreLimits>;
  /** Bytes of changes on disk before the file is written anew; 8 MiB when left out. */
  readonly logBytesMin?: number;
  /** Told in one sentence what was mended at the start. */
  readonly report?: (message: string) => void;
}

/**
 * Opens the store of a cluster where it was left. After a start no earlier change is known, so `changesSince` an older
 * revision is `undefined`.
 * @throws {EmbeddedError} when the folder cannot be used: not writable, in use, damaged, of another version.
 */
export function openStore(options: StoreOptions): ObjectStore {
  return new Store(options);
}

class Store implements ObjectStore {
  readonly #file: StateFile | undefined;
  readonly #limits: StoreLimits & { readonly historyMax: number };
  readonly #collections = new Map<string, StoredCollection>();
  readonly #feed = new ChangeFeed();
  /** From here on all changes are known. */
  readonly #openedAt: number;
  #revision = FIRST_REVISION;
  #objects = 0;
  #bytes = 0;

  constructor(options: StoreOptions) {
    const { folder, historyMax, limits, report = ignore } = options;
    this.#limits = { ...LIMITS, ...limits, historyMax };
    if (folder !== undefined) {
      const { logBytesMin } = options;
      this.#file = new StateFile({
        folder,
        firstRevision: FIRST_REVISION,
        report,
        ...(logBytesMin === undefined ? {} : { logBytesMin }),
      });
      this.#revision = this.#file.found.revision;
    }
    this.#openedAt = this.#revision;
    for (const { place, object, sizeBytes } of this.#file?.found.changes ?? []) {
      this.#set(place, object, sizeBytes);
    }
  }

  get revision(): number {
    return this.#revision;
  }

  get(place: Place): JsonObject | undefined {
    return this.#find(place)?.table.get(place)?.object;
  }

  list(collection: Collection, namespace = ""): Listing {
    const entries = this.#find(collection)?.table.entries(namespace) ?? [];
    return { items: entries.map(({ object }) => object), revision: this.#revision };
  }

  listAt(collection: Collection, at: { namespace: string; revision: number }): Listing | undefined {
    if (at.revision > this.#revision) return undefined;
    const found = this.#find(collection);
    if (found === undefined) {
      return at.revision < this.#openedAt ? undefined : { items: [], revision: at.revision };
    }
    const items = found.itemsAt(at);
    return items === undefined ? undefined : { items, revision: at.revision };
  }

  put(place: Place, object: JsonObject): JsonObject {
    const revision = this.#revision + 1;
    const stored = withRevision(object, revision);
    const line = stateChange(revision, place, stored);
    const before = this.#find(place)?.table.get(place);
    checkLimits(this.#limits, {
      objects: this.#objects + (before === undefined ? 1 : 0),
      objectBytes: line.length,
      bytes: this.#bytes + line.length - (before?.sizeBytes ?? 0),
    });
    this.#write(line);
    this.#set(place, stored, line.length);
    const kind = before === undefined ? "added" : "modified";
    this.#tell({ kind, place, object: stored, before: before?.object, revision }, line.length);
    return stored;
  }

  remove(place: Place): JsonObject | undefined {
    const before = this.get(place);
    if (before === undefined) return undefined;
    const revision = this.#revision + 1;
    const removed = withRevision(before, revision);
    const line = stateChange(revision, place, undefined);
    const sizeBytes = this.#find(place)?.table.get(place)?.sizeBytes ?? 0;
    this.#write(line);
    this.#set(place, undefined, 0);
    this.#tell({ kind: "deleted", place, object: removed, before, revision }, sizeBytes);
    return removed;
  }

  changesSince(collection: Collection, revision: number): readonly Change[] | undefined {
    const found = this.#find(collection);
    if (found !== undefined) return found.history.since(revision);
    return revision < this.#openedAt ? undefined : [];
  }

  follow(listener: (change: Change) => void, collection?: Collection): () => void {
    return this.#feed.follow(listener, collection);
  }

  close(): void {
    this.#file?.close();
  }

  #write(line: Buffer): void {
    if (this.#file?.isLong === true) this.#file.replace(this.#snapshot());
    this.#file?.append(line);
  }

  *#snapshot(): Generator<Buffer> {
    yield stateHeader({ revision: this.#revision, objects: this.#objects });
    for (const { table } of this.#collections.values()) {
      for (const { place, object } of table.entries("")) yield stateObject(place, object);
    }
  }

  #set(place: Place, object: JsonObject | undefined, sizeBytes: number): void {
    const { table } = this.#collection(place);
    const before = table.get(place);
    if (object === undefined) table.delete(place);
    else table.set({ place, object, sizeBytes });
    this.#objects += (object === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    this.#bytes += (object === undefined ? 0 : sizeBytes) - (before?.sizeBytes ?? 0);
  }

  #tell(change: Change, sizeBytes: number): void {
    this.#revision = change.revision;
    this.#collection(change.place).history.add(change, sizeBytes);
    this.#feed.tell(change);
  }

  #find({ group, plural }: Collection): StoredCollection | undefined {
    return this.#collections.get(`${group}/${plural}`);
  }

  #collection(at: Collection): StoredCollection {
    const found = this.#find(at) ?? new StoredCollection(this.#openedAt, this.#limits);
    this.#collections.set(`${at.group}/${at.plural}`, found);
    return found;
  }
}

function withRevision(object: JsonObject, revision: number): JsonObject {
  const metadata = isJsonObject(object["metadata"]) ? object["metadata"] : {};
  return { ...object, metadata: { ...metadata, resourceVersion: String(revision) } };
}

function ignore(): void {}
