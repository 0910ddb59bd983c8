import pLimit from "p-limit";
import type { Association } from "../core/graph/association.ts";
import { buildGraph } from "../core/graph/build-graph.ts";
import { assembleManifests } from "../core/manifest/assemble-manifests.ts";
import type { Lint, ScopeOf } from "../core/manifest/manifest.ts";
import { parseFile } from "../core/manifest/parse-file.ts";
import { isTextNeeded, type SelectedFiles, selectFiles } from "../core/manifest/select-files.ts";
import type { TreeEntry } from "../core/manifest/tree-entry.ts";
import type { FileContent, WrittenManifest } from "../core/manifest/written-manifest.ts";
import { kindKey, type ObjectKey } from "../core/object/object-id.ts";
import type { Desired } from "../core/plan/look.ts";
import type { Parsed, Problem } from "../core/problem.ts";
import { SourceError } from "../core/source-error.ts";
import type { SourcePort } from "../ports/source-port.ts";
import type { SourceCache } from "./source-cache.ts";

/** Blobs read at the same time. */
const READS_MAX = 32;

/** Problems told of one revision; a person mends the first ones first. */
const PROBLEMS_MAX = 200;

/** Refusals that speak of one file. */
const FILE_CODES: ReadonlySet<string> = new Set(["too-large", "unsupported", "kustomize-missing"]);

export interface CheckOutOptions {
  readonly source: SourcePort;
  readonly cache: SourceCache;
  /** The stack's folder; `.` for the repository's root. */
  readonly path: string;
  readonly reportsPath: string;
  readonly defaultNamespace: string;
  readonly associations: readonly Association[];
  readonly ownObjects: ReadonlySet<ObjectKey>;
  /** What the cluster knows of the kinds that the revision uses. */
  readonly findScopes: (written: readonly WrittenManifest[]) => Promise<ScopeOf>;
}

export interface CheckedOut {
  readonly desired: Desired;
  readonly lints: readonly Lint[];
  /** Kinds of which nobody knows whether they live in a namespace; they were taken as namespaced. */
  readonly unknownKinds: readonly GroupKind[];
}

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/**
 * Reads what Git says at one commit: tree → files → manifests → graph. Blobs that were parsed before are not read again.
 *
 * @returns all problems of the revision at once when it has any: then nothing of it may be applied.
 * @throws {SourceError} when the repository does not give the commit out.
 */
export async function checkOut(
  commit: string,
  options: CheckOutOptions,
): Promise<Parsed<CheckedOut>> {
  const entries = await options.source.readTree(commit);
  if (entries.length === 0 && options.path !== ".") {
    return { ok: false, problems: [missingFolder(commit, options.path)] };
  }
  const texts = await readTexts(entries.filter(isTextNeeded), options.source);
  const selected = selectFiles(entries, {
    path: options.path,
    reportsPath: options.reportsPath,
    textOf: (path) => texts.get(path),
  });
  if (!selected.ok) return selected;
  const content = await readContent(commit, selected.value, options);
  if (!content.ok) return content;
  const { manifests: written } = content.value;
  const scopeOf = await options.findScopes(written);
  const assembled = assembleManifests(written, {
    defaultNamespace: options.defaultNamespace,
    scopeOf,
    ownObjects: options.ownObjects,
  });
  if (!assembled.ok) return assembled;
  const { manifests } = assembled.value;
  const graph = buildGraph({ manifests, associations: options.associations, scopeOf });
  const lints = [selected.value, content.value, assembled.value, graph].flatMap(
    (each) => each.lints,
  );
  const unknownKinds = kindsOf(written).filter((kind) => scopeOf(kind) === undefined);
  return {
    ok: true,
    value: { desired: { revision: commit, manifests, graph }, lints, unknownKinds },
  };
}

/** A wrong path must not look like a stack that wants nothing. */
function missingFolder(commit: string, path: string): Problem {
  return {
    where: path,
    what: `commit ${commit.slice(0, 10)} has no such folder`,
    expected: "the stack's folder as source.path in the configuration",
  };
}

/** The distinct kinds of manifests, for asking the cluster once for each. */
export function kindsOf(written: readonly WrittenManifest[]): readonly GroupKind[] {
  return [...new Map(written.map(({ id }) => [kindKey(id), id] as const)).values()];
}

async function readTexts(
  entries: readonly TreeEntry[],
  source: SourcePort,
): Promise<ReadonlyMap<string, string>> {
  const limit = pLimit(READS_MAX);
  const texts = await Promise.all(
    entries.map(async ({ path, oid }) =>
      limit(async () => [path, await source.readText(oid)] as const),
    ),
  );
  return new Map(texts);
}

async function readContent(
  commit: string,
  selected: SelectedFiles,
  options: CheckOutOptions,
): Promise<Parsed<FileContent>> {
  const limit = pLimit(READS_MAX);
  const files = await Promise.all([
    ...selected.plain.map(async ({ path, entry }) =>
      limit(async () => readFile(path, entry, options)),
    ),
    ...selected.kustomizeRoots.map(async (root) =>
      limit(async () => readBuild({ commit, root }, options)),
    ),
  ]);
  return joinContent(files);
}

async function readFile(
  path: string,
  entry: TreeEntry,
  options: CheckOutOptions,
): Promise<Parsed<FileContent>> {
  const key = `${path}\n${entry.oid}`;
  const known = options.cache.files.get(key);
  if (known !== undefined) return known;
  const parsed = await orProblem(path, async () =>
    parseFile({ path, text: await options.source.readText(entry.oid) }),
  );
  options.cache.files.set(key, parsed);
  return parsed;
}

/** What the repository cannot give us of one file is that file's problem, not a refusal of the whole. */
async function orProblem(
  path: string,
  read: () => Promise<Parsed<FileContent>>,
): Promise<Parsed<FileContent>> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SourceError) || !FILE_CODES.has(error.code)) throw error;
    const expected = "a file that can be read, or its name in .lockstepignore";
    return { ok: false, problems: [{ where: path, what: error.message, expected }] };
  }
}

async function readBuild(
  build: { readonly commit: string; readonly root: string },
  options: CheckOutOptions,
): Promise<Parsed<FileContent>> {
  const key = `${build.commit}\n${build.root}`;
  const known = options.cache.builds.get(key);
  if (known !== undefined) return known;
  const path = build.root === "." ? "kustomization.yaml" : `${build.root}/kustomization.yaml`;
  const parsed = await orProblem(path, async () => {
    const built = await options.source.buildKustomization(build);
    return built.kind === "built"
      ? parseFile({ path, text: built.text })
      : { ok: false, problems: [buildProblem(path, built.message)] };
  });
  // A program that is missing may come; what a commit says does not change.
  if (parsed.ok) options.cache.builds.set(key, parsed);
  return parsed;
}

function buildProblem(path: string, message: string): Problem {
  return {
    where: path,
    what: `kustomize does not build this folder: ${message}`,
    expected: `a folder that kustomize builds without remote bases, plugins or Helm`,
  };
}

function joinContent(files: readonly Parsed<FileContent>[]): Parsed<FileContent> {
  const problems = files.flatMap((each) => (each.ok ? [] : each.problems));
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, PROBLEMS_MAX) };
  const contents = files.flatMap((each) => (each.ok ? [each.value] : []));
  return {
    ok: true,
    value: {
      manifests: contents.flatMap((each) => each.manifests),
      lints: contents.flatMap((each) => each.lints),
    },
  };
}
