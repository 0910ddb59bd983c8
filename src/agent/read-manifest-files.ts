import { objectKey } from "../core/object/object-id.ts";
import type { OfferedDrift } from "../core/offer/offer.ts";
import type { Desired } from "../core/plan/look.ts";
import { SourceError } from "../core/source-error.ts";
import type { Stack } from "./stack.ts";

/** The texts of the files in which the manifests of these drifts are written, by path; links are left out. @throws {SourceError} */
export async function readManifestFiles(
  stack: Stack,
  { manifests, revision }: Desired,
  drifts: readonly OfferedDrift[],
): Promise<ReadonlyMap<string, string>> {
  const { source } = stack.setup.ports;
  const keys = new Set(drifts.map(({ id }) => objectKey(id)));
  const wanted = manifests.filter(({ id }) => keys.has(objectKey(id)));
  if (wanted.length === 0) return new Map();
  const paths = new Set(wanted.map(({ place }) => place.file));
  const entries = await source.readTree(revision);
  const files = entries.filter(({ kind, path }) => kind === "file" && paths.has(path));
  const texts = await Promise.all(
    files.map(async ({ path, oid }) => [path, await readText(stack, oid)] as const),
  );
  return new Map(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
}

/** What is too large to be read is not edited either. */
async function readText({ setup }: Stack, oid: string): Promise<string | undefined> {
  try {
    return await setup.ports.source.readText(oid);
  } catch (error) {
    if (error instanceof SourceError && error.code === "too-large") return undefined;
    throw error;
  }
}
