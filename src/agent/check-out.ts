import pLimit from "p-limit";
import type { Association } from "../core/graph/association.ts";
import { buildGraph } from "../core/graph/build-graph.ts";
import type { PodTemplates } from "../core/graph/find-pod-specs.ts";
import { assembleManifests } from "../core/manifest/assemble-manifests.ts";
import type { LeftOut, Lint, ScopeOf } from "../core/manifest/manifest.ts";
import { parseFile } from "../core/manifest/parse-file.ts";
import { isTextNeeded, type SelectedFiles, selectFiles } from "../core/manifest/select-files.ts";
import type { TreeEntry } from "../core/manifest/tree-entry.ts";
import type {
  FileContent,
  ParsedFile,
  WrittenManifest,
} from "../core/manifest/written-manifest.ts";
import { kindKey, type ObjectKey } from "../core/object/object-id.ts";
import type { Desired } from "../core/plan/look.ts";
import type { Problem } from "../core/problem.ts";
import type { VersionPaths } from "../core/rollout/declared-version.ts";
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
  /** Where kinds say their version. */
  readonly versionPaths: VersionPaths;
  /** Where custom kinds have a pod template. */
  readonly templates?: PodTemplates;
  readonly ownObjects: ReadonlySet<ObjectKey>;
  /** What the cluster knows of the kinds that the revision uses. */
  readonly findScopes: (written: readonly WrittenManifest[]) => Promise<ScopeOf>;
}

export interface CheckedOut {
  readonly desired: Desired;
  readonly lints: readonly Lint[];
  /** Files that hold no Kubernetes object, sorted by place. */
  readonly leftOut: readonly LeftOut[];
  /** Kinds of which nobody knows whether they live in a namespace; they were taken as namespaced. */
  readonly unknownKinds: readonly GroupKind[];
}

export type CheckOut =
  | { readonly ok: true; readonly value: CheckedOut }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      readonly leftOut: readonly LeftOut[];
    };

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/**
 * Reads what Git says at one commit: tree → files → manifests → graph. Blobs that were parsed before are not read again.
 *
 * @returns all problems of the revision at once when it has any: then nothing of it may be applied. They include what is
 * wrong with the order, which in a revision without other problems concerns single objects only.
 * @throws {SourceError} when the repository does not give the commit out.
 */
export async function checkOut(commit: string, options: CheckOutOptions): Promise<CheckOut> {
  const entries = await options.source.readTree(commit);
  if (entries.length === 0 && options.path !== ".") {
    return { ok: false, problems: [missingFolder(commit, options.path)], leftOut: [] };
  }
  const texts = await readTexts(entries.filter(isTextNeeded), options.source);
  const selected = selectFiles(entries, {
    path: options.path,
    reportsPath: options.reportsPath,
    textOf: (path) => texts.get(path),
  });
  const files = selected.ok ? selected.value : selected.rest;
  const content = await readContent(commit, files, options);
  return assemble(
    commit,
    {
      ...content,
      lints: [...files.lints, ...content.lints],
      problems: [...(selected.ok ? [] : selected.problems), ...content.problems],
    },
    options,
  );
}

/** With problems, what can be read is still looked through, so that nobody has to come back for the next ones. */
async function assemble(
  commit: string,
  content: JoinedContent,
  options: CheckOutOptions,
): Promise<CheckOut> {
  const { manifests: written, leftOut } = content;
  const { findScopes, defaultNamespace, ownObjects } = options;
  const scopeOf = await findScopes(written);
  const assembled = assembleManifests(written, { defaultNamespace, scopeOf, ownObjects });
  const manifests = assembled.ok ? assembled.value.manifests : assembled.rest;
  const isPartial = content.problems.length > 0;
  const graph = buildGraph({ ...options, manifests, scopeOf, isPartial });
  if (!assembled.ok || isPartial) {
    const problems = [
      ...content.problems,
      ...(assembled.ok ? [] : assembled.problems),
      ...[...graph.refused.values()].flat(),
    ];
    return { ok: false, problems: problems.slice(0, PROBLEMS_MAX), leftOut };
  }
  const lints = [...content.lints, ...assembled.value.lints, ...graph.lints];
  const unknownKinds = kindsOf(written).filter((kind) => scopeOf(kind) === undefined);
  const desired = { revision: commit, manifests, graph };
  return { ok: true, value: { desired, lints, leftOut, unknownKinds } };
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
): Promise<JoinedContent> {
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
): Promise<ParsedFile> {
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
async function orProblem(path: string, read: () => Promise<ParsedFile>): Promise<ParsedFile> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SourceError) || !FILE_CODES.has(error.code)) throw error;
    const expected = "a file that can be read, or its name in .lockstepignore";
    return { ok: false, problems: [{ where: path, what: error.message, expected }], rest: [] };
  }
}

async function readBuild(
  build: { readonly commit: string; readonly root: string },
  options: CheckOutOptions,
): Promise<ParsedFile> {
  const key = `${build.commit}\n${build.root}`;
  const known = options.cache.builds.get(key);
  if (known !== undefined) return known;
  const path = build.root === "." ? "kustomization.yaml" : `${build.root}/kustomization.yaml`;
  const parsed = await orProblem(path, async () => {
    const built = await options.source.buildKustomization(build);
    return built.kind === "built"
      ? parseFile({ path, text: built.text })
      : { ok: false, problems: [buildProblem(path, built.message)], rest: [] };
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

/** What the files say together, with what is wrong in them. */
interface JoinedContent extends FileContent {
  readonly problems: readonly Problem[];
}

function joinContent(files: readonly ParsedFile[]): JoinedContent {
  const contents = files.flatMap((each) => (each.ok ? [each.value] : []));
  return {
    problems: files.flatMap((each) => (each.ok ? [] : each.problems)),
    manifests: files.flatMap((each) => (each.ok ? each.value.manifests : each.rest)),
    lints: contents.flatMap((each) => each.lints),
    leftOut: contents.flatMap((each) => each.leftOut),
  };
}
