import { writeBlob, writeCommit, writeObject } from "isomorphic-git";
import { SourceError } from "../../core/source-error.ts";
import type { LedgerChange } from "../../ports/ledger-port.ts";
import { atomicFs } from "./atomic-fs.ts";
import { isTree, parseGitTree, renderGitTree, type StoredEntry, TREE_MODE } from "./git-tree.ts";
import { DamagedStoreError, type ObjectStore } from "./object-store.ts";
import { parseGitCommit } from "./parse-git-commit.ts";

const FILE_MODE = "100644";
const TEXT_BYTES_MAX = 4 * 1024 * 1024;

/** Who commits, in the words of Git. */
export interface Committer {
  readonly name: string;
  readonly email: string;
}

/** One commit to be made on a tip; without a tip it begins a branch of its own. */
interface LedgerCommit {
  readonly store: ObjectStore;
  readonly tip: string | undefined;
  readonly change: LedgerChange;
  readonly committer: Committer;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** Files by first path segment: a text is a file, a map a folder. */
type Wanted = ReadonlyMap<string, string | Wanted>;

/**
 * Writes blobs, trees and a commit into the object store; everything else in the tip's tree stays as it is.
 *
 * @returns The commit's id, or `undefined` when the tip's tree holds these very files.
 */
export async function writeLedgerCommit(request: LedgerCommit): Promise<string | undefined> {
  const { store, tip, change, committer } = request;
  const before = tip === undefined ? undefined : await readRootTree(store, tip);
  const tree = await writeFolder(store, before, nest(change.files));
  if (tree === before) return undefined;
  const who = { ...committer, timestamp: Math.floor(request.atMs / 1000), timezoneOffset: 0 };
  return await writeCommit({
    fs: atomicFs,
    gitdir: store.gitdir,
    commit: {
      tree,
      parent: tip === undefined ? [] : [tip],
      author: who,
      committer: who,
      message: `${change.message.trimEnd()}\n`,
    },
  });
}

/** The texts of these files in a commit's tree. Missing ones, and what is no readable text, are left out. */
export async function readLedgerFiles(
  store: ObjectStore,
  tip: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const root = await readRootTree(store, tip);
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFileIn(store, root, segmentsOf(path))] as const),
  );
  return new Map(
    texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])),
  );
}

async function readRootTree(store: ObjectStore, tip: string): Promise<string> {
  const commit = parseGitCommit(await store.read(tip, "commit"));
  if (commit === undefined) throw new DamagedStoreError(`commit ${tip} does not parse`);
  return commit.tree;
}

async function readFileIn(
  store: ObjectStore,
  tree: string,
  segments: readonly string[],
): Promise<string | undefined> {
  const [first = "", ...rest] = segments;
  const entry = (await readEntries(store, tree)).find(({ name }) => name === bytesOf(first));
  if (entry === undefined) return undefined;
  if (rest.length > 0) return isTree(entry) ? await readFileIn(store, entry.oid, rest) : undefined;
  if (!entry.mode.startsWith("100")) return undefined;
  const bytes = await store.read(entry.oid, "blob");
  return bytes.length > TEXT_BYTES_MAX ? undefined : Buffer.from(bytes).toString("utf8");
}

async function writeFolder(
  store: ObjectStore,
  before: string | undefined,
  wanted: Wanted,
): Promise<string> {
  const old = before === undefined ? [] : await readEntries(store, before);
  const replaced = new Map<string, StoredEntry>();
  for (const [segment, content] of wanted) {
    const name = bytesOf(segment);
    const present = old.find((entry) => entry.name === name);
    // oxlint-disable-next-line no-await-in-loop -- a handful of files
    replaced.set(name, await writeEntry(store, { name, present, content }));
  }
  const kept = old.filter(({ name }) => !replaced.has(name));
  return await writeObject({
    fs: atomicFs,
    gitdir: store.gitdir,
    type: "tree",
    object: renderGitTree([...kept, ...replaced.values()]),
    format: "content",
  });
}

async function writeEntry(
  store: ObjectStore,
  entry: {
    readonly name: string;
    readonly present: StoredEntry | undefined;
    readonly content: string | Wanted;
  },
): Promise<StoredEntry> {
  const { name, present, content } = entry;
  if (typeof content === "string") {
    const blob = Buffer.from(content, "utf8");
    return {
      mode: FILE_MODE,
      name,
      oid: await writeBlob({ fs: atomicFs, gitdir: store.gitdir, blob }),
    };
  }
  // A file that somebody put where our folder belongs gives way; its commit keeps it.
  const before = present !== undefined && isTree(present) ? present.oid : undefined;
  return { mode: TREE_MODE, name, oid: await writeFolder(store, before, content) };
}

async function readEntries(store: ObjectStore, tree: string): Promise<readonly StoredEntry[]> {
  const entries = parseGitTree(await store.read(tree, "tree"));
  if (entries === undefined) throw new DamagedStoreError(`tree ${tree} does not parse`);
  return entries;
}

function nest(files: ReadonlyMap<string, string>): Wanted {
  return group([...files].map(([path, text]) => ({ segments: segmentsOf(path), text })));
}

function group(
  files: readonly { readonly segments: readonly string[]; readonly text: string }[],
): Wanted {
  const firsts = new Set(files.map(({ segments }) => segments[0] ?? ""));
  return new Map(
    [...firsts].map((first) => {
      const inside = files.filter(({ segments }) => segments[0] === first);
      const file = inside.find(({ segments }) => segments.length === 1);
      const below = inside.map(({ segments, text }) => ({ segments: segments.slice(1), text }));
      return [first, file?.text ?? group(below)] as const;
    }),
  );
}

/** @throws {SourceError} `unsupported` for a path that Git would not take. */
function segmentsOf(path: string): readonly string[] {
  const segments = path.split("/");
  const isBad = segments.some(
    (part) => part === "" || part === "." || part === ".." || part.toLowerCase() === ".git",
  );
  if (isBad || path.includes("\0")) {
    throw new SourceError("unsupported", `${path} is no path for a file in Git`);
  }
  return segments;
}

function bytesOf(name: string): string {
  return Buffer.from(name, "utf8").toString("latin1");
}
