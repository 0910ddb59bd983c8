import { LRUCache } from "lru-cache";
import type { TreeEntry } from "../../core/manifest/tree-entry.ts";
import { SourceError } from "../../core/source-error.ts";
import { isTree, parseGitTree, type StoredEntry } from "./git-tree.ts";
import { DamagedStoreError, type ObjectStore } from "./object-store.ts";

/** One more than the core takes, so that it can say "more than". */
const ENTRIES_MAX = 50_001;
/** A tree may name itself many times over; without this bound ten small objects would keep us busy for ever. */
const FOLDERS_MAX = 100_000;
const DEPTH_MAX = 200;
/** Entries of all cached folders together; a folder that did not change is not read again. */
const CACHED_ENTRIES_MAX = 400_000;
const CACHED_LISTS_MAX = 4;

interface Named {
  readonly name: string;
  readonly kind: TreeEntry["kind"] | "folder";
  readonly oid: string;
}

interface Folder {
  /** With a slash at its end, or empty for the root. */
  readonly prefix: string;
  readonly oid: string;
  readonly depth: number;
}

/** Lists the folders of Git trees; equal trees are read once. */
export class TreeReader {
  readonly #store: ObjectStore;
  readonly #folders = new LRUCache<string, readonly Named[]>({
    maxSize: CACHED_ENTRIES_MAX,
    sizeCalculation: (entries) => entries.length + 1,
  });
  readonly #lists = new LRUCache<string, readonly TreeEntry[]>({ max: CACHED_LISTS_MAX });

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** The id of the tree at `path` (`.` is the root), or `undefined` when there is no such folder. */
  async findFolder(root: string, path: string): Promise<string | undefined> {
    let oid = root;
    for (const name of path.split("/").filter((part) => part !== "" && part !== ".")) {
      // oxlint-disable-next-line no-await-in-loop -- each folder is found in the one before
      const entries = await this.#read({ prefix: "", oid, depth: 0 });
      const next = entries.find((entry) => entry.name === name && entry.kind === "folder");
      if (next === undefined) return undefined;
      oid = next.oid;
    }
    return oid;
  }

  /**
   * All files, symlinks and submodules below a tree, folder by folder, at most 50,001.
   *
   * @throws {SourceError} `too-large` for more than 100,000 folders or a depth over 200; `unsupported` for names that are not UTF-8.
   */
  async list(tree: { readonly oid: string; readonly path: string }): Promise<readonly TreeEntry[]> {
    const prefix = tree.path === "." || tree.path === "" ? "" : `${tree.path}/`;
    const key = `${tree.oid} ${prefix}`;
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const listed = await this.#walk({ prefix, oid: tree.oid, depth: 0 });
    this.#lists.set(key, listed);
    return listed;
  }

  async #walk(start: Folder): Promise<readonly TreeEntry[]> {
    const found: TreeEntry[] = [];
    const open: Folder[] = [start];
    for (let visited = 0; open.length > 0 && found.length < ENTRIES_MAX; visited += 1) {
      const folder = open.pop() ?? start;
      if (visited === FOLDERS_MAX || folder.depth > DEPTH_MAX) {
        throw new SourceError(
          "too-large",
          `the tree has more than ${FOLDERS_MAX} folders or is deeper than ${DEPTH_MAX}, at ${folder.prefix.slice(0, 200)}`,
        );
      }
      // oxlint-disable-next-line no-await-in-loop -- stops as soon as a limit is reached
      const entries = await this.#read(folder);
      for (const { kind, name, oid } of entries) {
        const path = `${folder.prefix}${name}`;
        if (kind === "folder") open.push({ prefix: `${path}/`, oid, depth: folder.depth + 1 });
        else found.push({ path, kind, oid });
      }
    }
    return found.slice(0, ENTRIES_MAX);
  }

  async #read(folder: Folder): Promise<readonly Named[]> {
    const known = this.#folders.get(folder.oid);
    if (known !== undefined) return known;
    const stored = parseGitTree(await this.#store.read(folder.oid, "tree"));
    if (stored === undefined) throw new DamagedStoreError(`tree ${folder.oid} does not parse`);
    const entries = stored.map((entry) => nameEntry(entry, folder.prefix));
    this.#folders.set(folder.oid, entries);
    return entries;
  }
}

function nameEntry(entry: StoredEntry, prefix: string): Named {
  const bytes = Buffer.from(entry.name, "latin1");
  const name = bytes.toString("utf8");
  const isSafe = name !== "" && name !== "." && name !== ".." && !name.includes("/");
  if (!isSafe || name.toLowerCase() === ".git" || !bytes.equals(Buffer.from(name, "utf8"))) {
    throw new SourceError(
      "unsupported",
      `${prefix}${name}: a file name that is not UTF-8 or that Git forbids, rename it`,
    );
  }
  return { name, kind: kindOf(entry, `${prefix}${name}`), oid: entry.oid };
}

function kindOf(entry: StoredEntry, path: string): Named["kind"] {
  if (isTree(entry)) return "folder";
  if (entry.mode.startsWith("100")) return "file";
  if (entry.mode === "120000") return "symlink";
  if (entry.mode === "160000") return "submodule";
  throw new SourceError("unsupported", `${path}: a tree entry of unknown mode ${entry.mode}`);
}
