import { type Adoptable, findAdoptable } from "../agent/find-adoptable.ts";
import { planAdoption } from "../core/adopt/plan-adoption.ts";
import type { Drift } from "../core/drift/drift.ts";
import { objectKey, parseObjectId } from "../core/object/object-id.ts";
import type { Problem } from "../core/problem.ts";
import type { AdoptionDocument, StackAdoption } from "../core/report/adoption-document.ts";
import { describeAdoption } from "../core/report/describe-adoption.ts";
import type { WorkTreePort } from "../ports/work-tree-port.ts";
import type { Command } from "./command.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { renderAdoption } from "./render-adoption.ts";
import { renderJson } from "./render-json.ts";
import { showProblems } from "./show-problems.ts";
import { withStacks } from "./with-stacks.ts";

type Adopting = Extract<Command, { readonly name: "adopt" }>;

/**
 * `adopt`: what others changed in the cluster, as an edit of the files of a working tree. Writes nothing to the cluster, and
 * commits nothing.
 *
 * @returns the exit code.
 */
export async function adoptDrift(
  command: Adopting,
  loaded: LoadedConfig,
  outside: Outside,
): Promise<number> {
  const problems = findIdProblems(command.ids);
  if (problems.length > 0) return showProblems(command, problems, outside);
  const tree = await outside.openWorkTree(loaded.stacks, command.folder);
  if (!tree.ok) return showProblems(command, tree.problems, outside);
  const found = await withStacks(loaded, outside, async ({ stack }) => findAdoptable(stack));
  const stacks: StackAdoption[] = [];
  for (const each of found) {
    // oxlint-disable-next-line no-await-in-loop -- two stacks may have the same file: each reads what the other left
    stacks.push(await adopt(each, command, tree.value));
  }
  const document: AdoptionDocument = {
    dryRun: command.isDryRun,
    folder: tree.value.folder,
    stacks,
  };
  outside.stdout(
    command.output === "json" ? renderJson(document) : renderAdoption(document, outside.palette),
  );
  return chooseCode(document);
}

function findIdProblems(ids: readonly string[]): readonly Problem[] {
  const expected = "Kind[.group]/[namespace/]name, such as Deployment.apps/shop/web";
  return ids
    .filter((id) => parseObjectId(id) === undefined)
    .map((id) => ({ where: `adopt ${id}`, what: "is no id", expected }));
}

async function adopt(
  { status, manifests, drifts }: Adoptable,
  { ids, isDryRun, includesRights }: Adopting,
  tree: WorkTreePort,
): Promise<StackAdoption> {
  const chosen = drifts.filter(({ id }) => isMeant(id, ids));
  const keys = new Set(chosen.map(({ id }) => objectKey(id)));
  const named = manifests.filter(({ id }) => keys.has(objectKey(id)));
  const files = await readFiles(new Set(named.map(({ place }) => place.file)), tree);
  const adoption = planAdoption({ manifests: named, files, drifts: chosen, includesRights });
  for (const [path, text] of isDryRun ? [] : adoption.files) {
    // oxlint-disable-next-line no-await-in-loop -- a few files of this machine
    await tree.write(path, text);
  }
  return describeAdoption(adoption, { status, files });
}

/** Without a namespace an id means every object of that kind and name. */
function isMeant(id: Drift["id"], ids: readonly string[]): boolean {
  if (ids.length === 0) return true;
  return ids.some((text) => {
    const asked = parseObjectId(text);
    if (asked === undefined) return false;
    const namespace = asked.namespace === "" ? id.namespace : asked.namespace;
    return objectKey({ ...asked, namespace }) === objectKey(id);
  });
}

async function readFiles(
  paths: ReadonlySet<string>,
  tree: WorkTreePort,
): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(
    [...paths].map(async (path) => [path, await tree.read(path)] as const),
  );
  return new Map(
    texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])),
  );
}

function chooseCode({ stacks }: AdoptionDocument): number {
  const isUnknown = stacks.some(({ refusals }) => refusals.some(({ id }) => id === ""));
  if (isUnknown) return EXIT_CODES.refused;
  if (stacks.some(({ revision }) => revision === "")) return EXIT_CODES.problem;
  const isLeft = stacks.some(({ refused, refusals }) => refused.length > 0 || refusals.length > 0);
  return isLeft ? EXIT_CODES.open : EXIT_CODES.inSync;
}
