import type { Adoption, UnadoptedDrift } from "../adopt/adoption.ts";
import { objectKey } from "../object/object-id.ts";
import { commitText } from "../report/commit-text.ts";
import {
  codeOfValue,
  markdownCode,
  markdownRow,
  markdownSection,
  markdownTable,
} from "../report/markdown.ts";
import { readablePath } from "../report/readable-path.ts";
import { countText } from "../wording/count-text.ts";
import { explainUnadopted } from "../wording/explain-unadopted.ts";
import type { Offer, OfferedDrift } from "./offer.ts";

/** A pull request and the commit behind it, in words. */
export interface RenderedOffer {
  readonly title: string;
  readonly body: string;
  /** Of the commit. Names of the config, objects and paths only: live values are other people's text. */
  readonly message: string;
}

/** What is offered, and what is not. */
export interface OfferToRender {
  readonly stack: string;
  readonly cluster: string;
  readonly adoption: Adoption<OfferedDrift>;
  /** By the drift of the adoption. */
  readonly offers: ReadonlyMap<OfferedDrift, Offer>;
  /** Where the stack's drift report lies, with its branch. */
  readonly report: { readonly path: string; readonly branch: string };
  /** Characters that the forge takes in a body. */
  readonly bodyMax: number;
}

/** Rows that a body shows at most, before it is shortened further. */
const ROWS: readonly number[] = [100, 25, 5, 0];

/** The texts of a pull request. Equal facts give equal texts. */
export function renderOffer(offer: OfferToRender): RenderedOffer {
  const { stack, cluster, adoption } = offer;
  const count = adoption.edited.length;
  const title = `Adopt ${countText(count, "change")} made in ${cluster} into stack ${stack}`;
  const bodies = ROWS.map((rows) => renderBody(offer, rows));
  const body = bodies.find((text) => text.length <= offer.bodyMax) ?? bodies.at(-1) ?? "";
  const lines = adoption.edited.map(
    ({ drift }) => `- ${commitText(objectKey(drift.id))} ${commitText(readablePath(drift.path))}`,
  );
  const trailer = `Lockstep-Offer: ${cluster}/${stack}`;
  return { title, body, message: `${title}\n\n${lines.join("\n")}\n\n${trailer}\n` };
}

function renderBody(offer: OfferToRender, rows: number): string {
  const { adoption, stack, cluster, report } = offer;
  const values = countText(adoption.edited.length, "value");
  return `${[
    `${values} of stack ${markdownCode(stack)} in cluster ${markdownCode(cluster)} ${adoption.edited.length === 1 ? "is" : "are"} not as Git says.  \n**Merge** to take what the cluster had into Git; **close** to stay with Git.`,
    ...limited(editedTable(offer), rows),
    ...markdownSection(
      "Differs, but is not part of the edit",
      limited(refusedTable(adoption), rows),
    ),
    ...markdownSection("What happens", [
      "- Merged: Git says what the cluster had, and what was taken back is applied once more.",
      "- Closed: Git stays as it is, and the same change is not offered again.",
      "- Left open: it is made anew when something changes, and closes by itself when nothing is left to offer.",
      "",
      `The values come from the cluster, so read them as you would a stranger's patch: never merge by itself, and let CI treat the branch as untrusted. The whole report is ${markdownCode(report.path)} on branch ${markdownCode(report.branch)}.`,
    ]),
  ].join("\n\n")}\n`;
}

function editedTable({ adoption, offers }: OfferToRender): readonly string[] {
  const rows = adoption.edited.map(({ drift, file, line }) =>
    markdownRow([
      markdownCode(objectKey(drift.id)),
      markdownCode(readablePath(drift.path)),
      codeOfValue(drift.desired ?? null),
      codeOfValue(drift.live ?? null),
      drift.manager === "" ? "unknown" : markdownCode(drift.manager),
      offers.get(drift)?.state === "reverted" ? "taken back" : "still there",
      markdownCode(`${file}:${line}`),
    ]),
  );
  return markdownTable(["Object", "Path", "Git", "Cluster", "Who", "Now", "Edited"], rows);
}

function refusedTable({ refused }: Adoption<OfferedDrift>): readonly string[] {
  const rows = refused.map((each) =>
    markdownRow([
      markdownCode(objectKey(each.drift.id)),
      markdownCode(readablePath(each.drift.path)),
      whyNot(each),
    ]),
  );
  return markdownTable(["Object", "Path", "Why not"], rows);
}

function whyNot({ reason, file, line }: UnadoptedDrift<OfferedDrift>): string {
  const where = file === undefined ? "" : ` (${markdownCode(`${file}:${line ?? 1}`)})`;
  return `${explainUnadopted(reason)}${where}`;
}

/** Two lines are the table's head. */
function limited(lines: readonly string[], rows: number): readonly string[] {
  const more = lines.length - 2 - rows;
  if (more <= 0) return lines.length === 0 ? [] : [lines.join("\n")];
  const shown = rows === 0 ? [] : [lines.slice(0, rows + 2).join("\n")];
  return [...shown, `${countText(more, "row")} more: the report has them.`];
}
