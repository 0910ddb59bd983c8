import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { parse } from "yaml";
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  valueAt,
} from "../../core/object/json.ts";

const KUSTOMIZATION_NAMES = ["kustomization.yaml", "kustomization.yml", "Kustomization"];
const FOLDERS_MAX = 2_000;
const FILE_BYTES_MAX = 4 * 1024 * 1024;
/** kustomize fetches any file whose name parses as an http(s) URL, and clones what looks like a repository. */
const REMOTE = /:\/\/|^\s*https?:/i;

/** Fields that name files or folders, each an entry of its own. */
const BASE_FIELDS = ["resources", "bases", "components"];
/** Fields that configure plugins; a built-in one may name files, so its text is looked at too. */
const PLUGIN_FIELDS = ["generators", "transformers", "validators"];
const FILE_FIELDS = ["crds", "configurations", "patchesStrategicMerge"];
const PATH_FIELDS = ["patches", "patchesJson6902", "replacements"];
const DATA_FIELDS = ["configMapGenerator", "secretGenerator"];

interface Visit {
  readonly folder: string;
  /** The folder's resources configure plugins. */
  readonly isPlugin: boolean;
}

/**
 * The first thing that a kustomization, or one below it, would fetch from elsewhere or that it does not find in the
 * exported tree, as a sentence; `undefined` when there is none.
 *
 * @see https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
 */
export async function findForbiddenBase(tree: string, root: string): Promise<string | undefined> {
  const top = await realpath(tree);
  const start: Visit = { folder: resolve(top, root), isPlugin: false };
  const visits = new Map([[start.folder, start]]);
  for (const visit of visits.values()) {
    if (visits.size > FOLDERS_MAX) {
      return `more than ${FOLDERS_MAX} folders belong to this kustomization`;
    }
    // oxlint-disable-next-line no-await-in-loop -- each folder names the next ones
    const seen = await look(top, visit);
    if (typeof seen === "string") return seen;
    for (const next of seen) if (!visits.has(next.folder)) visits.set(next.folder, next);
  }
  return undefined;
}

/** What is forbidden in one folder, or the folders it leads to. */
async function look(top: string, visit: Visit): Promise<string | readonly Visit[]> {
  const names = await readdir(visit.folder).catch(() => []);
  const found: Visit[] = [];
  for (const name of names.filter((each) => KUSTOMIZATION_NAMES.includes(each))) {
    const where = relative(top, join(visit.folder, name));
    // oxlint-disable-next-line no-await-in-loop -- one file, kustomize refuses several
    const kustomization = await readKustomization(join(visit.folder, name));
    if (typeof kustomization === "string") return `${where}: ${kustomization}`;
    const remote = namedFiles(kustomization).find((file) => REMOTE.test(file));
    if (remote !== undefined) return forbid(where, remote);
    for (const field of [...BASE_FIELDS, ...PLUGIN_FIELDS]) {
      const isPlugin = visit.isPlugin || PLUGIN_FIELDS.includes(field);
      for (const entry of textsIn(valueAt(kustomization, field))) {
        // oxlint-disable-next-line no-await-in-loop -- stops at the first that is forbidden
        const next = await follow({ top, folder: visit.folder, entry, isPlugin });
        if (next === "forbidden") return forbid(where, entry);
        if (next !== "file") found.push(next);
      }
    }
  }
  return found;
}

function forbid(where: string, entry: string): string {
  const shown = entry.length > 200 ? `${entry.slice(0, 200)}…` : entry;
  return `${where}: "${shown}" is neither a file nor a folder of this repository; nothing is fetched from elsewhere, copy it into the repository`;
}

async function follow(step: {
  readonly top: string;
  readonly folder: string;
  readonly entry: string;
  readonly isPlugin: boolean;
}): Promise<Visit | "file" | "forbidden"> {
  const { top, folder, entry, isPlugin } = step;
  if (isPlugin && entry.includes("\n")) return entry.includes("://") ? "forbidden" : "file";
  if (REMOTE.test(entry)) return "forbidden";
  const path = await placeInside(top, resolve(folder, entry));
  if (path === undefined) return "forbidden";
  const found = await stat(path);
  if (found.isDirectory()) return { folder: path, isPlugin };
  if (!isPlugin) return "file";
  const isChecked = found.size <= FILE_BYTES_MAX && !(await readFile(path, "utf8")).includes("://");
  return isChecked ? "file" : "forbidden";
}

/** The real path, or `undefined` when it does not exist or lies outside of the tree. */
async function placeInside(top: string, written: string): Promise<string | undefined> {
  const path = await realpath(written).catch(() => undefined);
  return path === top || path?.startsWith(top + sep) ? path : undefined;
}

/** The file parsed, or what is wrong with it: what we cannot read we cannot let kustomize read. */
async function readKustomization(path: string): Promise<JsonObject | string> {
  if ((await stat(path)).size > FILE_BYTES_MAX) return "is too large";
  try {
    const parsed: unknown = parse(await readFile(path, "utf8"), {
      merge: true,
      maxAliasCount: 100,
    });
    return isJsonObject(parsed) ? parsed : "is not a mapping";
  } catch (error) {
    return `does not parse: ${error instanceof Error ? error.message : ""}`;
  }
}

function namedFiles(kustomization: JsonObject): readonly string[] {
  const files = FILE_FIELDS.flatMap((field) => textsIn(valueAt(kustomization, field)));
  const paths = PATH_FIELDS.flatMap((field) => listAt(kustomization, field)).map((item) =>
    valueAt(item, "path"),
  );
  const data = DATA_FIELDS.flatMap((field) => listAt(kustomization, field)).flatMap((item) => [
    valueAt(item, "files"),
    valueAt(item, "envs"),
    valueAt(item, "env"),
  ]);
  const others = [valueAt(kustomization, "openapi", "path")];
  // A text of several lines is an inline patch, not a file name.
  return [...files, ...[...paths, ...data, ...others].flatMap(textsIn)].filter(
    (text) => !text.includes("\n"),
  );
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  return isJsonList(value) ? value.filter((item) => typeof item === "string") : [];
}
