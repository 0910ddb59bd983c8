import type { Adoption, UnadoptedDrift } from "../adopt/adoption.ts";
import { objectKey } from "../object/object-id.ts";
import { commitText } from "../report/commit-text.ts";
import {
  codeOfValue,
  type MarkdownTable,
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
  /** How many more there are than one pull request offers. */
  readonly later: number;
  /** By the drift of the adoption. */
  readonly offers: ReadonlyMap<OfferedDrift, Offer>;
  /** Where the stack's drift report lies, with its branch. */
  readonly report: {
    readonly path: string;
    readonly branch: string;
    /** Where people read it; `undefined` where nobody knows that. */
    readonly page: string | undefined;
  };
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

/** What can be answered stands above the tables: these may be long. */
function renderBody(offer: OfferToRender, rows: number): string {
  const { adoption, report } = offer;
  const left = adoption.refused.length;
  return `${[
    introOf(offer),
    ...laterOf(offer),
    answersOf(offer),
    `The values come from the cluster, so read them as you would a stranger's patch: never merge automatically, and let CI treat the branch as untrusted. The whole report is ${linkTo(report)} on branch ${markdownCode(report.branch)}.`,
    ...markdownSection("The edit", limited(editedTable(offer), rows)),
    ...markdownSection(
      `Not in the edit: ${countText(left, "more difference")}`,
      limited(refusedTable(adoption), rows),
    ),
  ].join("\n\n")}\n`;
}

function linkTo({ path, page }: OfferToRender["report"]): string {
  return page === undefined ? markdownCode(path) : `[${markdownCode(path)}](${page})`;
}

function introOf(offer: OfferToRender): string {
  const { adoption, stack, cluster } = offer;
  const count = adoption.edited.length;
  const reverted = countReverted(offer);
  const [was, it] = count === 1 ? ["was", "it"] : ["were", "they"];
  const open = count - reverted;
  const what = `${countText(count, "value")} of stack ${markdownCode(stack)} ${was} changed in cluster ${markdownCode(cluster)}`;
  if (reverted === 0) return `${what}, and still ${open === 1 ? "differs" : "differ"} from Git.`;
  if (open === 0) return `${what}, and ${it} ${was} taken back.`;
  return `${what}: ${reverted} taken back, ${open} still there.`;
}

function laterOf({ later }: OfferToRender): readonly string[] {
  if (later === 0) return [];
  const [is, them] = later === 1 ? ["is", "it waits"] : ["are", "they wait"];
  return [
    `${countText(later, "more difference")} ${is} older than these, or in files that were not looked at: ${them} until some of these are answered.`,
  ];
}

function answersOf(offer: OfferToRender): string {
  const reverted = countReverted(offer);
  const applied = reverted === 0 ? "" : " Lockstep then applies what it took back.";
  const isOpen = reverted < offer.adoption.edited.length;
  const left = isOpen ? " What is still there goes on to differ." : "";
  return [
    `- **Merge** to have the cluster's values in Git.${applied}`,
    `- **Close** to stay with Git. The same changes are not offered again.${left}`,
    "- **Leave it open** to decide later. It is made anew when something changes, and closes by itself when nothing is left to offer.",
    "- To take only a part, commit that part yourself: what a commit answers is offered no more.",
  ].join("\n");
}

function countReverted({ adoption, offers }: OfferToRender): number {
  return adoption.edited.filter(({ drift }) => offers.get(drift)?.state === "reverted").length;
}

/** Few columns, as in the report: a cell breaks its lines. */
function editedTable({ adoption, offers }: OfferToRender): MarkdownTable {
  const rows = adoption.edited.map(({ drift, file, line }) =>
    markdownRow([
      `${placeText(drift)}: ${codeOfValue(drift.desired ?? null)} → ${codeOfValue(drift.live ?? null)}`,
      drift.manager === "" ? "unknown" : markdownCode(drift.manager),
      offers.get(drift)?.state === "reverted" ? "taken back" : "still there",
      markdownCode(`${file}:${line}`),
    ]),
  );
  return { columns: ["Difference: Git → cluster", "Who", "Now", "Edited"], rows };
}

function placeText({ id, path }: OfferedDrift): string {
  return `${markdownCode(objectKey(id))} ${markdownCode(readablePath(path))}`;
}

function refusedTable({ refused }: Adoption<OfferedDrift>): MarkdownTable {
  const rows = refused.map((each) => markdownRow([placeText(each.drift), whyNot(each)]));
  return { columns: ["Difference", "Why not"], rows };
}

function whyNot({ reason, file, line }: UnadoptedDrift<OfferedDrift>): string {
  const where = file === undefined ? "" : ` (${markdownCode(`${file}:${line ?? 1}`)})`;
  return `${explainUnadopted(reason)}${where}`;
}

function limited(table: MarkdownTable, rows: number): readonly string[] {
  return markdownTable(table, rows, (more) =>
    more === 0
      ? []
      : [`${countText(more, "more row")} ${more === 1 ? "does" : "do"} not fit here.`],
  );
}
