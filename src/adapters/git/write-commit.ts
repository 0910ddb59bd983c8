import { writeBlob, writeObject } from "isomorphic-git";
import { SourceError } from "../../core/source-error.ts";
import type { LedgerChange } from "../../ports/ledger-port.ts";
import { atomicFs } from "./atomic-fs.ts";
import { isTree, parseGitTree, renderGitTree, type StoredEntry, TREE_MODE } from "./git-tree.ts";
import { DamagedStoreError, type ObjectStore } from "./object-store.ts";
import { parseGitCommit } from "./parse-git-commit.ts";
import { withTrailers } from "./with-trailers.ts";

const FILE_MODE = "100644";
const EXECUTABLE_MODE = "100755";
const TEXT_BYTES_MAX = 4 * 1024 * 1024;

/** Who commits, in the words of Git. */
export interface Committer {
  readonly name: string;
  readonly email: string;
  /** What they add to each message. */
  readonly trailers?: readonly string[];
}

/** Signs the text of a commit object that has no signature yet. @returns the signature, armored. @throws {SourceError} */
export type SignCommit = (text: string) => Promise<string>;

/** One commit to be made on a parent; without one it begins a branch of its own. */
interface CommitToWrite {
  readonly store: ObjectStore;
  readonly parent: string | undefined;
  readonly change: LedgerChange;
  readonly committer: Committer;
  readonly sign: SignCommit | undefined;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** The tree of a commit to be. */
interface StagedTree {
  readonly tree: string;
  /** It is the parent's. */
  readonly isSame: boolean;
  readonly made: ReadonlySet<string>;
}

/** A commit in the store. */
export interface WrittenCommit {
  readonly commit: string;
  /** The objects that were made for it, itself included. */
  readonly made: ReadonlySet<string>;
}

/** Where objects are written, and which were. */
interface Writing {
  readonly store: ObjectStore;
  readonly made: Set<string>;
}

/** Files by first path segment: a text is a file, a map a folder. */
type Wanted = ReadonlyMap<string, string | Wanted>;

/**
 * Writes blobs, trees and a commit into the object store; everything else in the parent's tree stays as it is.
 *
 * @returns `undefined` when the parent's tree holds these very files.
 */
export async function writeCommit(request: CommitToWrite): Promise<WrittenCommit | undefined> {
  const staged = await stageFiles(request.store, request.parent, request.change.files);
  return staged.isSame ? undefined : await commitTree(request, staged);
}

/** Writes the files and the trees above them, beside what the parent's tree has. */
export async function stageFiles(
  store: ObjectStore,
  parent: string | undefined,
  files: ReadonlyMap<string, string>,
): Promise<StagedTree> {
  const before = parent === undefined ? undefined : await readRootTree(store, parent);
  const writing: Writing = { store, made: new Set() };
  const tree = await writeFolder(writing, before, nest(files));
  return { tree, isSame: tree === before, made: writing.made };
}

/** Writes the commit of a staged tree. */
export async function commitTree(
  request: CommitToWrite,
  { tree, made }: StagedTree,
): Promise<WrittenCommit> {
  const writing: Writing = { store: request.store, made: new Set(made) };
  const text = renderCommit(request, tree);
  const signed = request.sign === undefined ? text : addSignature(text, await request.sign(text));
  const commit = await write(writing, "commit", Buffer.from(signed, "utf8"));
  return { commit, made: writing.made };
}

/** @see https://git-scm.com/docs/git-commit-tree#_commit_information */
function renderCommit({ parent, change, committer, atMs }: CommitToWrite, tree: string): string {
  const who = `${committer.name} <${committer.email}> ${Math.floor(atMs / 1000)} +0000`;
  return [
    `tree ${tree}`,
    ...(parent === undefined ? [] : [`parent ${parent}`]),
    `author ${who}`,
    `committer ${who}`,
    "",
    `${withTrailers(change.message, committer.trailers ?? [])}\n`,
  ].join("\n");
}

/** The header goes last; its further lines begin with a space. @see https://git-scm.com/docs/gitformat-signature */
function addSignature(text: string, signature: string): string {
  const end = text.indexOf("\n\n");
  const header = `gpgsig ${signature.trimEnd().replaceAll("\n", "\n ")}`;
  return `${text.slice(0, end)}\n${header}${text.slice(end)}`;
}

async function write(
  { store, made }: Writing,
  type: "commit" | "tree",
  object: Uint8Array,
): Promise<string> {
  const { gitdir } = store;
  const oid = await writeObject({ fs: atomicFs, gitdir, type, object, format: "content" });
  made.add(oid);
  return oid;
}

/** The texts of these files in a commit's tree. Missing ones, and what is no readable text, are left out. */
export async function readFilesAt(
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
  writing: Writing,
  before: string | undefined,
  wanted: Wanted,
): Promise<string> {
  const old = before === undefined ? [] : await readEntries(writing.store, before);
  const replaced = new Map<string, StoredEntry>();
  for (const [segment, content] of wanted) {
    const name = bytesOf(segment);
    const present = old.find((entry) => entry.name === name);
    // oxlint-disable-next-line no-await-in-loop -- a handful of files
    replaced.set(name, await writeEntry(writing, { name, present, content }));
  }
  const kept = old.filter(({ name }) => !replaced.has(name));
  return await write(writing, "tree", renderGitTree([...kept, ...replaced.values()]));
}

async function writeEntry(
  writing: Writing,
  entry: {
    readonly name: string;
    readonly present: StoredEntry | undefined;
    readonly content: string | Wanted;
  },
): Promise<StoredEntry> {
  const { name, present, content } = entry;
  if (typeof content === "string") {
    const blob = Buffer.from(content, "utf8");
    const oid = await writeBlob({ fs: atomicFs, gitdir: writing.store.gitdir, blob });
    writing.made.add(oid);
    return { mode: modeOf(present), name, oid };
  }
  // A file that somebody put where our folder belongs gives way; its commit keeps it.
  const before = present !== undefined && isTree(present) ? present.oid : undefined;
  return { mode: TREE_MODE, name, oid: await writeFolder(writing, before, content) };
}

/** A file that can be run stays one. */
function modeOf(present: StoredEntry | undefined): string {
  return present?.mode === EXECUTABLE_MODE ? EXECUTABLE_MODE : FILE_MODE;
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
