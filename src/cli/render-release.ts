import type { ReleaseDocument, ReleasedObject } from "../core/report/release-document.ts";
import { countText } from "../core/wording/count-text.ts";
import type { Line, Tone } from "./line.ts";
import { paintLines } from "./paint-line.ts";
import type { Palette } from "./palette.ts";

/** What was let go, or would be, for people: one line for each object, then the count. */
export function renderRelease(document: ReleaseDocument, palette: Palette): string {
  const { dryRun, objects, stack } = document;
  const released = objects.filter(({ outcome }) => outcome === "released").length;
  if (objects.length === 0) {
    return paintLines([[`${stack}: nothing in the cluster is of it`]], palette);
  }
  const verb = dryRun ? "would be let go" : "let go";
  const rest = dryRun ? "nothing was written" : "values stay as they are";
  const of = stack === "" ? "" : `${stack}: `;
  const count =
    released === 0 ? `nothing ${verb}` : `${countText(released, "object")} ${verb}; ${rest}`;
  const lines: readonly Line[] = [
    ...objects.map((each) => describe(each, verb)),
    [`${of}${count}`],
  ];
  return paintLines(lines, palette);
}

function describe({ id, outcome, message }: ReleasedObject, verb: string): Line {
  if (outcome === "released") return [{ text: verb, tone: "good" }, ` ${id}`];
  return [{ text: WORDS[outcome], tone: TONES[outcome] }, ` ${id}: ${message}`];
}

const WORDS = { gone: "nothing to do", "not-ours": "nothing to do", refused: "refused" } as const;
const TONES = { gone: "faint", "not-ours": "faint", refused: "bad" } as const satisfies Record<
  string,
  Tone
>;
