import { groupBy } from "../graph/group-by.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { parseFile } from "../manifest/parse-file.ts";
import type { WrittenManifest } from "../manifest/written-manifest.ts";
import { type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import type {
  AdoptableDrift,
  AdoptedDrift,
  Adoption,
  AdoptionRequest,
  UnadoptedDrift,
  UnadoptedReason,
} from "./adoption.ts";
import { editParts, type ReadFile } from "./edit-parts.ts";
import type { Wish } from "./find-change.ts";
import { findUnadoptable } from "./find-unadoptable.ts";
import { parsePath } from "./parse-path.ts";
import { READING_MAX, type ReadingBudget } from "./reading-budget.ts";

/** Characters of a file that is edited. */
const TEXT_MAX = 1024 * 1024;

/**
 * Plans the smallest edit of a commit's files that makes Git equal to the live values of drifts. Pure; what it returns was read
 * back: each edited text says the live values at their places, and everything else as before.
 */
export function planAdoption<D extends AdoptableDrift>(request: AdoptionRequest<D>): Adoption<D> {
  const manifests = new Map(request.manifests.map((each) => [objectKey(each.id), each]));
  const told = request.drifts.map((drift) => askFor(drift, request, manifests));
  const asked = told.flatMap((each) => ("wish" in each ? [each] : []));
  const byFile = groupBy(asked, ({ manifest }) => manifest.place.file);
  const files = new Map<string, string>();
  const edited = new Map<D, AdoptedDrift<D>>();
  const refused = new Map<D, UnadoptedDrift<D>>();
  for (const [file, ofFile] of byFile) {
    const first = readFile(file, request.files.get(file));
    if (typeof first === "string") {
      for (const each of ofFile) refused.set(each.drift, refuse(each, first));
      continue;
    }
    const done = editAsked(file, first, { asked: ofFile, shared: request.budget });
    if (done.text !== first.text) files.set(file, done.text);
    for (const answer of done.answers) {
      if ("reason" in answer) refused.set(answer.drift, answer);
      else edited.set(answer.drift, answer);
    }
  }
  for (const each of told) if ("reason" in each) refused.set(each.drift, each);
  return {
    files,
    edited: request.drifts.flatMap((drift) => edited.get(drift) ?? []),
    refused: request.drifts.flatMap((drift) => refused.get(drift) ?? []),
  };
}

interface Asked<D extends AdoptableDrift> {
  readonly drift: D;
  readonly manifest: Manifest;
  readonly wish: Wish;
}

function askFor<D extends AdoptableDrift>(
  drift: D,
  request: AdoptionRequest<D>,
  manifests: ReadonlyMap<ObjectKey, Manifest>,
): Asked<D> | UnadoptedDrift<D> {
  const manifest = manifests.get(objectKey(drift.id));
  const includesRights = request.includesRights === true;
  const reason = findUnadoptable(drift, { manifest, includesRights });
  if (manifest === undefined) return { drift, reason: reason ?? "no-manifest" };
  if (reason !== undefined) return refuse({ drift, manifest }, reason);
  const path = parsePath(drift.path);
  if (path === undefined) return refuse({ drift, manifest }, "unclear-path");
  const { live, desired } = drift;
  return { drift, manifest, wish: { path, live, desired, isAddition: drift.class === "added" } };
}

function refuse<D extends AdoptableDrift>(
  { drift, manifest }: { readonly drift: D; readonly manifest: Manifest },
  reason: UnadoptedReason,
): UnadoptedDrift<D> {
  return { drift, reason, file: manifest.place.file, line: manifest.place.line };
}

function readFile(path: string, text: string | undefined): ReadFile | UnadoptedReason {
  if (text === undefined) return "no-file";
  if (text.length > TEXT_MAX) return "too-large";
  const parsed = parseFile({ path, text });
  return parsed.ok ? { text, manifests: parsed.value.manifests } : "no-safe-edit";
}

interface AnsweredFile<D extends AdoptableDrift> {
  readonly text: string;
  readonly answers: readonly (AdoptedDrift<D> | UnadoptedDrift<D>)[];
}

interface AskedOfFile<D extends AdoptableDrift> {
  readonly asked: readonly Asked<D>[];
  readonly shared: ReadingBudget | undefined;
}

function editAsked<D extends AdoptableDrift>(
  file: string,
  first: ReadFile,
  { asked, shared }: AskedOfFile<D>,
): AnsweredFile<D> {
  const byName = groupBy(first.manifests, ({ id }) => nameOf(id));
  const placed = asked.map((each) => ({ each, place: placeOf(each.manifest.id, byName) }));
  const wishes = placed.flatMap(({ each: { wish }, place }) =>
    place === undefined ? [] : [{ wish, place }],
  );
  const room = Math.min(READING_MAX, shared?.left ?? READING_MAX);
  const budget = { left: room };
  const { text, outcomes } = editParts(file, first, { wishes, budget });
  if (shared !== undefined) shared.left -= room - budget.left;
  const left = [...outcomes];
  const answers = placed.map(({ each, place }) => {
    const answer = place === undefined ? undefined : left.shift();
    if (answer === undefined) return refuse(each, "no-manifest");
    const { outcome, line } = answer;
    return outcome === "edited"
      ? { drift: each.drift, file, line }
      : { drift: each.drift, reason: outcome, file, line };
  });
  return { text, answers };
}

/** `undefined` when the file has no such object. */
function placeOf(
  id: ObjectId,
  byName: ReadonlyMap<ObjectKey, readonly WrittenManifest[]>,
): WrittenManifest["place"] | undefined {
  const found = (byName.get(nameOf(id)) ?? []).filter((each) => isMeant(each.id, id));
  return found.length === 1 ? found[0]?.place : undefined;
}

function nameOf(id: ObjectId): ObjectKey {
  return objectKey({ ...id, namespace: "" });
}

/** A manifest may leave its namespace out. */
function isMeant(written: ObjectId, id: ObjectId): boolean {
  const namespace = written.namespace === "" ? id.namespace : written.namespace;
  return objectKey({ ...written, namespace }) === objectKey(id);
}
