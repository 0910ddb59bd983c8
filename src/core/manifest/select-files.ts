import type { Problem } from "../problem.ts";
import { chooseKustomizeRoots } from "./choose-kustomize-roots.ts";
import { findIgnored, IGNORE_FILE } from "./find-ignored.ts";
import { folderOf, foldersAbove, isWithin, plainFolder } from "./folder-path.ts";
import type { Lint } from "./manifest.ts";
import { resolveSymlink } from "./resolve-symlink.ts";
import type { TreeEntry } from "./tree-entry.ts";

/** Files of one stack. */
const FILES_MAX = 50_000;
/** Folders with a kustomization in one stack. */
const KUSTOMIZATIONS_MAX = 1_000;
/** Links that lead to links. */
const LINK_HOPS_MAX = 10;
const MANIFEST_FILE = /\.(?:yaml|yml|json)$/;
export const KUSTOMIZATION_FILE = /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/;

export interface SelectOptions {
  /** The stack's folder; `.` for the repository's root. */
  readonly path: string;
  /** Where drift reports are written: never source. */
  readonly reportsPath: string;
  /** The text of an entry for which `isTextNeeded`; of a symlink its target, as Git stores it. */
  readonly textOf: (path: string) => string | undefined;
}

/** Which paths of a tree are source. */
export interface SelectedFiles {
  /** Files to read as manifests, sorted. */
  readonly plain: readonly SelectedFile[];
  /** Folders to build with kustomize, sorted; `.` for the repository's root. */
  readonly kustomizeRoots: readonly string[];
  readonly lints: readonly Lint[];
}

/** What is source, or the problems; `rest`: what can be read all the same, to look for more of them. */
export type Selection =
  | { readonly ok: true; readonly value: SelectedFiles }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      readonly rest: SelectedFiles;
    };

interface SelectedFile {
  readonly path: string;
  /** The entry that holds the text: where a symlink leads in the end, else the file's own. */
  readonly entry: TreeEntry;
}

/** Whether `selectFiles` may ask for the entry's text. */
export function isTextNeeded({ path, kind }: TreeEntry): boolean {
  if (kind === "submodule") return false;
  return kind === "symlink" || isIgnoreFile(path) || KUSTOMIZATION_FILE.test(path);
}

/**
 * Decides which files of a revision are source: manifests under the stack's folder
 * that no ignore file names, and the folders to build with kustomize. Plain files inside a folder
 * with a kustomization are read only by kustomize.
 */
export function selectFiles(entries: readonly TreeEntry[], options: SelectOptions): Selection {
  const source = sourceEntries(entries, options);
  const tree = new Map(entries.map((entry) => [entry.path, entry]));
  const found = source
    .filter(({ kind }) => kind !== "submodule")
    .map((entry) => followEntry(entry, tree, options));
  const problems = found.flatMap((each) => (each.kind === "problem" ? [each.problem] : []));
  const files = found.flatMap((each) => (each.kind === "file" ? [each.file] : []));
  const manifests = files.filter(({ path }) => MANIFEST_FILE.test(path));
  const kustomizations = kustomizationsOf(files, options);
  const excess = sizeProblems(manifests.length, kustomizations.size);
  if (excess.length > 0) {
    const nothing = { plain: [], kustomizeRoots: [], lints: [] };
    return { ok: false, problems: [...problems, ...excess], rest: nothing };
  }
  const { roots, unused } = chooseKustomizeRoots(kustomizations);
  const selected = {
    plain: manifests.filter(
      ({ path }) => !foldersAbove(path).some((each) => kustomizations.has(each)),
    ),
    kustomizeRoots: roots,
    lints: [
      ...source.flatMap((entry) => (entry.kind === "submodule" ? [submoduleLint(entry)] : [])),
      ...unused.map(unusedLint),
    ],
  };
  return problems.length === 0
    ? { ok: true, value: selected }
    : { ok: false, problems, rest: selected };
}

/** Entries under the stack's folder, without reports and what is ignored, sorted by path. */
function sourceEntries(
  entries: readonly TreeEntry[],
  { path, reportsPath, textOf }: SelectOptions,
): readonly TreeEntry[] {
  const folder = plainFolder(path);
  const reports = plainFolder(reportsPath);
  const ignoreFiles = entries.filter((entry) => entry.kind === "file" && isIgnoreFile(entry.path));
  const isIgnored = findIgnored(
    new Map(ignoreFiles.map((entry) => [folderOf(entry.path), textOf(entry.path) ?? ""])),
  );
  return entries
    .filter((entry) => isWithin(entry.path, folder))
    .filter((entry) => reports === "." || !isWithin(entry.path, reports))
    .filter((entry) => !isIgnored(entry.path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

type Followed =
  | { readonly kind: "file"; readonly file: SelectedFile }
  | { readonly kind: "problem"; readonly problem: Problem }
  /** A link to a folder, or one that leads nowhere and does not look like a manifest. */
  | { readonly kind: "nothing" };

/** The file that an entry is in the end, or what is wrong with the links on the way. */
function followEntry(
  entry: TreeEntry,
  tree: ReadonlyMap<string, TreeEntry>,
  { textOf }: SelectOptions,
): Followed {
  let here: TreeEntry | undefined = entry;
  for (let hops = 0; here?.kind === "symlink" && hops <= LINK_HOPS_MAX; hops += 1) {
    const target = resolveSymlink({ path: here.path, target: textOf(here.path) ?? "" });
    if (target === undefined) return linkProblem(entry.path, "leaves the repository");
    here = tree.get(target);
  }
  if (here?.kind === "file") return { kind: "file", file: { path: entry.path, entry: here } };
  if (!MANIFEST_FILE.test(entry.path)) return { kind: "nothing" };
  return linkProblem(entry.path, "leads to no file of the stack's folder");
}

function linkProblem(path: string, fault: string): Followed {
  const what = `the symlink ${fault}`;
  const expected = "a link to a file beside it, or the link in .lockstepignore";
  return { kind: "problem", problem: { where: path, what, expected } };
}

function kustomizationsOf(
  files: readonly SelectedFile[],
  { textOf }: SelectOptions,
): ReadonlyMap<string, string> {
  return new Map(
    files
      .filter(({ path }) => KUSTOMIZATION_FILE.test(path))
      .map(({ path, entry }) => [folderOf(path), textOf(entry.path) ?? ""]),
  );
}

function isIgnoreFile(path: string): boolean {
  return path === IGNORE_FILE || path.endsWith(`/${IGNORE_FILE}`);
}

function sizeProblems(files: number, kustomizations: number): readonly Problem[] {
  return [
    { count: files, max: FILES_MAX, noun: "files" },
    { count: kustomizations, max: KUSTOMIZATIONS_MAX, noun: "kustomizations" },
  ].flatMap(({ count, max, noun }) =>
    count > max
      ? [
          {
            where: ".",
            what: `the stack has ${String(count)} ${noun}`,
            expected: `at most ${String(max)} ${noun}, or a .lockstepignore`,
          },
        ]
      : [],
  );
}

function submoduleLint({ path }: TreeEntry): Lint {
  return { where: path, what: "a submodule is not read" };
}

function unusedLint(folder: string): Lint {
  return {
    where: folder,
    what: "the kustomization lies inside another one that does not refer to it, and is not built",
  };
}
