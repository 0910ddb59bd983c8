import { groupBy } from "../graph/group-by.ts";
import type { ManifestPlace } from "../manifest/manifest.ts";
import type { WrittenManifest } from "../manifest/written-manifest.ts";
import { isJsonEqual } from "../object/json.ts";
import { objectKey } from "../object/object-id.ts";
import { type EditedFile, editFile, type PlacedWish } from "./edit-file.ts";
import type { Wish } from "./find-change.ts";
import { locateManifest } from "./locate-manifest.ts";
import { placeOfWish } from "./place-of-wish.ts";
import { openAgain, type ReadingBudget, readManifests } from "./reading-budget.ts";
import { countBreaks, splitDocuments, type TextPart } from "./split-documents.ts";

/** A file that says what the agent reads. It need not be the commit's to the letter. */
export interface ReadFile {
  readonly text: string;
  readonly manifests: readonly WrittenManifest[];
}

/** A wish with the place of its manifest in the file. */
interface FileWish {
  readonly wish: Wish;
  readonly place: ManifestPlace;
}

/** What became of a wish, and the line in the edited text where it is, or would be. */
interface FileOutcome {
  readonly outcome: EditedFile["outcomes"][number];
  /** From 1. */
  readonly line: number;
}

/** A file's new text, and what became of the wishes in their order. */
export interface EditedParts {
  readonly text: string;
  readonly outcomes: readonly FileOutcome[];
}

/** Edits each document by itself, so that a large file of many is read as a whole only twice: before, and to check it in the end. */
export function editParts(path: string, file: ReadFile, { wishes, budget }: FileEdit): EditedParts {
  const parts = editEach(path, file, { wishes, budget });
  const text = parts.map((part) => part.text).join("");
  const told = new Map(parts.flatMap(({ outcomes }) => [...outcomes]));
  const outcomes = wishes.map(
    (wish): FileOutcome => told.get(wish) ?? { outcome: "no-manifest", line: wish.place.line },
  );
  if (text === file.text || parts.length === 1) return { text, outcomes };
  const touched = wishes.filter((_, index) => outcomes[index]?.outcome === "edited");
  const places = new Set(touched.map(({ place }) => place));
  return isSame(file.manifests, readManifests(path, text, budget), places)
    ? { text, outcomes }
    : { text: file.text, outcomes: outcomes.map(undone) };
}

/** What is asked for one file. */
interface FileEdit {
  readonly wishes: readonly FileWish[];
  readonly budget: ReadingBudget;
}

interface EditedPart {
  readonly text: string;
  readonly outcomes: ReadonlyMap<FileWish, FileOutcome>;
}

function editEach(
  path: string,
  file: ReadFile,
  { wishes, budget }: FileEdit,
): readonly EditedPart[] {
  const parts = splitDocuments(file.text);
  const byPart = groupBy(wishes, ({ place }) =>
    parts.findLast(({ linesBefore }) => linesBefore < place.line),
  );
  let linesBefore = 0;
  return parts.map((part) => {
    const own = byPart.get(part) ?? [];
    const manifests = parts.length === 1 ? file.manifests : undefined;
    const edited = editPart(path, { ...part, manifests }, { wishes: own, budget });
    const before = linesBefore;
    linesBefore += countBreaks(edited.text);
    const outcomes = [...edited.outcomes].map(
      ([wish, { outcome, line }]) => [wish, { outcome, line: before + line }] as const,
    );
    return { text: edited.text, outcomes: new Map(outcomes) };
  });
}

/** Lines are those of the part. */
function editPart(
  path: string,
  part: TextPart & { readonly manifests: ReadFile["manifests"] | undefined },
  { wishes, budget }: FileEdit,
): EditedPart {
  const { text, linesBefore } = part;
  if (wishes.length === 0) return { text, outcomes: new Map() };
  const open = openAgain(text, budget);
  const manifests = part.manifests ?? readManifests(path, text, budget);
  if (open === undefined || manifests === undefined) {
    return { text, outcomes: new Map(wishes.map((wish) => [wish, unsafe()])) };
  }
  const placed = wishes.flatMap((each): (PlacedWish & { readonly each: FileWish })[] => {
    const { line, column } = each.place;
    const spot = locateManifest(open, { line: line - linesBefore, column });
    return spot === undefined ? [] : [{ ...each.wish, ...spot, each }];
  });
  const edited = editFile({ path, open, manifests }, placed, budget);
  const outcomes = placed.map((wish, index): [FileWish, FileOutcome] => [
    wish.each,
    {
      outcome: edited.outcomes[index] ?? "no-safe-edit",
      line: edited.open.lineAt(placeOfWish(edited.open, wish)),
    },
  ]);
  return { text: edited.open.text, outcomes: new Map(outcomes) };
}

/** What was not to be edited stays so. */
function undone(told: FileOutcome): FileOutcome {
  return told.outcome === "edited" ? unsafe() : told;
}

function unsafe(): FileOutcome {
  return { outcome: "no-safe-edit", line: 1 };
}

/** Whether a file has the same objects, and says of each but the touched ones what it said. */
function isSame(
  old: readonly WrittenManifest[],
  read: readonly WrittenManifest[] | undefined,
  touched: ReadonlySet<ManifestPlace>,
): boolean {
  return (
    read?.length === old.length &&
    old.every(({ id, body, place }, index) => {
      const other = read[index];
      if (other === undefined || objectKey(other.id) !== objectKey(id)) return false;
      return touched.has(place) || isJsonEqual(other.body, body);
    })
  );
}
