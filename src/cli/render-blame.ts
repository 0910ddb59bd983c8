import type {
  Blame,
  FieldBlame,
  OwnerBlame,
  SubresourceBlame,
  UnownedBlame,
} from "../core/report/blame.ts";
import { countText } from "../core/wording/count-text.ts";
import { shortCommit } from "../core/wording/short-commit.ts";
import { valueText } from "../core/wording/value-text.ts";
import { ageText } from "./age-text.ts";
import type { Line, Tone } from "./line.ts";
import { paintLines } from "./paint-line.ts";
import { printable } from "./printable.ts";
import { textWidth } from "./text-width.ts";
import type { View } from "./view.ts";

/** Columns of the longest manager that is not cut off the table by its own length. */
const WHO_MAX = 40;

/**
 * Who owns what, one line for each field and owner in the order of the object, as `git blame` does it: manager, operation, how long
 * ago it last wrote to the object, the field, and what is special about it. What is simply from Git has no remark.
 */
export function renderBlame(blame: Blame, { nowMs, palette }: View): string {
  const rows = [
    ...blame.fields.flatMap((field) => rowsOf(field, nowMs)),
    ...(blame.unowned ?? []).map(rowOfUnowned),
    ...blame.subresources.map((each) => rowOfSubresource(each, nowMs)),
  ];
  const who = Math.min(WHO_MAX, widest(rows.map((row) => row.who)));
  const age = widest(rows.map((row) => row.age));
  return paintLines(
    [
      headOf(blame),
      ...(blame.isStripped
        ? [
            [
              "  managedFields is empty: it was reset, or left out on the way; nobody can be named",
            ] as Line,
          ]
        : []),
      ...rows.map(
        (row): Line => [
          "  ",
          { text: pad(row.who, who), tone: row.tone },
          `  ${pad(row.age, age)}  ${row.what}`,
          ...(row.remark === "" ? [] : [{ text: `  (${row.remark})`, tone: row.tone }]),
        ],
      ),
    ],
    palette,
  );
}

function headOf(blame: Blame): Line {
  const { id, stack, inGit, mode, appliedRevision } = blame;
  const applied =
    appliedRevision === "" ? "never applied" : `applied at ${shortCommit(appliedRevision)}`;
  const git = inGit ? "" : ", no longer in Git";
  const special = mode === "enforce" ? "" : `, mode ${mode}`;
  return [
    { text: id, tone: "strong" },
    ` of ${stack}, ${applied}${git}${special}${judgeText(blame)}`,
  ];
}

/** That what was applied is not known is said: then Git's newest counts. */
function judgeText({ appliedRevision, judgedBy = "" }: Blame): string {
  if (appliedRevision === "" || judgedBy === "" || judgedBy === appliedRevision) return "";
  return `, judged by Git at ${shortCommit(judgedBy)}`;
}

interface Row {
  readonly who: string;
  readonly age: string;
  readonly what: string;
  readonly remark: string;
  readonly tone: Tone;
}

function rowsOf(field: FieldBlame, nowMs: number): readonly Row[] {
  const value = field.value === null ? "" : ` = ${valueText(field.value)}`;
  const { desired } = field;
  return field.owners.map((owner, index) => ({
    who: nameOf(owner),
    age: ageText(owner.at, nowMs),
    what: index === 0 ? `${field.where}${value}` : `${field.where} too`,
    remark: remarkOf(
      owner,
      index === 0 && desired !== undefined ? `Git says ${valueText(desired)}` : "",
    ),
    tone: TONES[owner.standing],
  }));
}

const TONES: Readonly<Record<OwnerBlame["standing"], Tone>> = {
  own: "good",
  allowed: "faint",
  left: "faint",
  legacy: "wait",
  released: "faint",
  foreign: "bad",
};

function remarkOf({ why, named }: OwnerBlame, desired: string): string {
  const parts = [
    ...(why === "from Git" ? [] : [why]),
    ...(named ? [] : ["the server merged several managers into this entry"]),
    ...(desired === "" ? [] : [desired]),
  ];
  return parts.join("; ");
}

function rowOfUnowned({ where, value, desired, why }: UnownedBlame): Row {
  return {
    who: "nobody",
    age: "",
    what: `${where}${value === null ? "" : ` = ${valueText(value)}`}`,
    remark: `${why}; Git says ${valueText(desired)}`,
    tone: "faint",
  };
}

function rowOfSubresource(each: SubresourceBlame, nowMs: number): Row {
  return {
    who: nameOf(each),
    age: ageText(each.at, nowMs),
    what: countText(each.fields, "field"),
    remark: `by the subresource ${each.subresource}, which is never Git's`,
    tone: "faint",
  };
}

function nameOf({
  manager,
  operation,
  subresource,
}: Pick<OwnerBlame, "manager" | "operation" | "subresource">): string {
  return [manager, operation, subresource].filter((part) => part !== "").join(" ");
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => textWidth(printable(text))));
}

function pad(text: string, columns: number): string {
  const shown = printable(text);
  return shown + " ".repeat(Math.max(0, columns - textWidth(shown)));
}
