import type { AdoptionDocument, StackAdoption } from "../core/report/adoption-document.ts";
import { countText } from "../core/wording/count-text.ts";
import { describeProblem } from "../core/wording/describe-problem.ts";
import { describeRefusal } from "../core/wording/describe-refusal.ts";
import { shortCommit } from "../core/wording/short-commit.ts";
import { findingLine } from "./finding-line.ts";
import type { Line } from "./line.ts";
import { paintLines } from "./paint-line.ts";
import type { Palette } from "./palette.ts";

/** The edit, or why there is none, by drift; with `--dry-run` the lines as well. */
export function renderAdoption(document: AdoptionDocument, palette: Palette): string {
  return document.stacks
    .map((stack) => paintLines(listAdoption(stack, document), palette))
    .join("\n");
}

function listAdoption(stack: StackAdoption, document: AdoptionDocument): readonly Line[] {
  const { dryRun } = document;
  return [
    [{ text: stack.name, tone: "strong" }, `: ${headlineOf(stack, document)}`],
    ...stack.refusals.map((each) => findingLine("refused", describeRefusal(each), "bad")),
    ...stack.problems.map((each) => findingLine("problem", describeProblem(each), "bad")),
    ...stack.edited.map((each) =>
      findingLine(
        dryRun ? "would edit" : "edited",
        `${each.where}: ${each.id} ${each.path}`,
        "good",
      ),
    ),
    ...stack.refused.map(({ id, path, message, where }) =>
      findingLine("left", `${id} ${path}: ${message}${where === "" ? "" : ` (${where})`}`, "wait"),
    ),
    ...(dryRun ? stack.files.flatMap(({ diff }) => diff.trimEnd().split("\n").map(diffLine)) : []),
  ];
}

function headlineOf(
  { edited, refused, files, refusals, revision }: StackAdoption,
  { dryRun, folder }: AdoptionDocument,
): string {
  if (refusals.some(({ id }) => id === "")) {
    return "nobody knows, because nothing could be looked at";
  }
  if (revision === "") return "nothing is in force yet";
  if (edited.length + refused.length === 0) {
    return `nothing to adopt, the cluster is as Git says at ${shortCommit(revision)}`;
  }
  const verb = dryRun ? "would be written" : "written";
  const left = refused.length === 0 ? "" : `, ${String(refused.length)} left`;
  return `${countText(edited.length, "difference")} ${verb} into ${countText(files.length, "file")} of ${folder}${left}`;
}

function diffLine(line: string): Line {
  if (/^(?:---|\+\+\+|@@) ?/.test(line)) return [{ text: line, tone: "faint" }];
  return [{ text: line, tone: line.startsWith("+") ? "good" : "bad" }];
}
