import { isJsonObject, listAt } from "../object/json.ts";
import { foldersAbove } from "./folder-path.ts";
import { parseYaml } from "./parse-yaml.ts";
import { resolveSymlink } from "./resolve-symlink.ts";

/** Which of the folders with a kustomization are built. */
export interface KustomizeChoice {
  /** Sorted. */
  readonly roots: readonly string[];
  /** Neither built nor part of what is built: they lie inside another one that does not name them. Sorted. */
  readonly unused: readonly string[];
}

/** The fields of a kustomization that may name other folders. */
const REFERENCES = ["resources", "bases", "components"] as const;

/**
 * Decides which folders with a kustomization are built on their own. A folder that another one
 * refers to is built as a part of that one. A folder inside another one's folder is that one's
 * business, as its plain files are, unless it builds on it (an overlay below its base).
 * Folders that refer to each other are all roots, so that kustomize says so and nothing is lost.
 *
 * @param kustomizations - The text of each kustomization, by folder; at most some thousand.
 * @see https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
 */
export function chooseKustomizeRoots(kustomizations: ReadonlyMap<string, string>): KustomizeChoice {
  const folders = [...kustomizations.keys()].toSorted();
  const direct = new Map(
    Array.from(kustomizations, ([folder, text]) => [
      folder,
      new Set(referencesOf(folder, text).filter((each) => kustomizations.has(each))),
    ]),
  );
  const reached = new Map(folders.map((folder) => [folder, reachedFrom(folder, direct)]));
  const independent = folders.filter((folder) => isIndependent(folder, reached));
  const roots = independent.filter(
    (folder) => !independent.some((user) => isPartOf(folder, user, reached)),
  );
  const used = new Set(roots.flatMap((root) => [root, ...(reached.get(root) ?? [])]));
  return { roots, unused: folders.filter((folder) => !used.has(folder)) };
}

/** By folder, all that it refers to, by way of others too; itself only when it is in a circle. */
type Reached = ReadonlyMap<string, ReadonlySet<string>>;

function isIndependent(folder: string, reached: Reached): boolean {
  return foldersAbove(folder).every(
    (above) => !reached.has(above) || reached.get(folder)?.has(above) === true,
  );
}

function isPartOf(folder: string, user: string, reached: Reached): boolean {
  return reached.get(user)?.has(folder) === true && reached.get(folder)?.has(user) !== true;
}

/** Paths inside the repository that a kustomization names. One that is no YAML names none: kustomize will say why. */
function referencesOf(folder: string, text: string): readonly string[] {
  const [document] = parseYaml(text);
  const value = document?.value;
  if (!isJsonObject(value)) return [];
  return REFERENCES.flatMap((field) => listAt(value, field)).flatMap((target) => {
    if (typeof target !== "string") return [];
    const inFolder = folder === "." ? "kustomization" : `${folder}/kustomization`;
    const path = resolveSymlink({ path: inFolder, target });
    return path === undefined ? [] : [path];
  });
}

function reachedFrom(
  folder: string,
  direct: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(direct.get(folder) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(direct.get(next) ?? []));
  }
  return reached;
}
