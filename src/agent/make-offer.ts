import type { Adoption } from "../core/adopt/adoption.ts";
import { planAdoption } from "../core/adopt/plan-adoption.ts";
import { answerOffers, dropOffers, enterPullRequest } from "../core/offer/answer-offers.ts";
import { identityOf } from "../core/offer/identity-of.ts";
import type { Offer, OfferedDrift } from "../core/offer/offer.ts";
import { type RenderedOffer, renderOffer } from "../core/offer/render-offer.ts";
import { reportPaths } from "../core/report/report-paths.ts";
import { SourceError } from "../core/source-error.ts";
import type { ForgePort, PullRequest } from "../ports/forge-port.ts";
import type { OfferChange, RebuiltOffer } from "../ports/offer-branch-port.ts";
import type { OfferPorts } from "../ports/offer-ports.ts";
import { readManifestFiles } from "./read-manifest-files.ts";
import type { Stack } from "./stack.ts";
import { type OfferBase, offerBaseOf, wantedOf, wantedText } from "./told-offer.ts";

/** Why one of our own is closed. */
const NOTHING_LEFT =
  "Nothing of this is left to offer: the cluster and Git agree again, or the time for it is over. Lockstep closes this pull request, and opens a new one when there is something new.";

/** What became of the pull request. `lost`: one of its branches moved meanwhile; `early`: nobody did anything, and it is not time to change it. */
export type OfferOutcome = "changed" | "same" | "lost" | "early";

/** Own closes that are further apart are none in a row, in milliseconds. */
const ROW_MS = 86_400_000;

/**
 * Makes the stack's pull request say what there is to offer: opened, made anew, or closed. What people decided there is
 * taken over first.
 *
 * @throws {SourceError} @throws {ForgeError}
 */
export async function makeOffer(stack: Stack): Promise<OfferOutcome> {
  const { offerDesk, setup } = stack;
  const { offers } = setup.ports;
  const { pullRequest } = setup.config.reports;
  if (offers === undefined || pullRequest === undefined) return "same";
  const branches = { head: pullRequest.branch, base: setup.config.source.branch };
  const seen = await offers.forge.findPullRequest(branches);
  const isSame = !noteSeen(stack, seen);
  if (isSame && setup.ports.clock.now() < offerDesk.dueAtMs) return "early";
  offerDesk.book = answerOffers(offerDesk.book, seen);
  const base = offerBaseOf(stack);
  const planned = await planOffer(stack);
  const outcome =
    planned === undefined ? "same" : await tellForge({ stack, offers, seen, branches }, planned);
  if (outcome !== "lost") offerDesk.told = { ...base, ...planned?.told };
  return outcome;
}

/** @returns whether it is another one than at the last look, or in another state. */
function noteSeen({ offerDesk }: Stack, seen: PullRequest | undefined): boolean {
  const newest = seen === undefined ? "" : `${seen.number} ${seen.state}`;
  const isNews = newest !== offerDesk.newest;
  offerDesk.newest = newest;
  // Whatever fails after this, the status is to name none that is over.
  if (seen?.state !== "open") offerDesk.pullRequest = undefined;
  return isNews;
}

async function tellForge(making: OfferMaking, planned: PlannedOffer): Promise<OfferOutcome> {
  const { stack, offers, seen } = making;
  if (planned.adoption.edited.length > 0) return await offerEdit(making, planned);
  return await endOffer(stack, offers.forge, seen);
}

interface PlannedOffer {
  /** The commit that the edit is of: the stack's own may move on meanwhile. */
  readonly revision: string;
  readonly adoption: Adoption<OfferedDrift>;
  readonly told: Pick<OfferBase, "wanted" | "answered">;
}

/**
 * The edit of what nobody declined; `undefined` while the branch's tip is not in force: nobody knows whether it answers what is
 * offered. What Git answered is dropped.
 */
async function planOffer(stack: Stack): Promise<PlannedOffer | undefined> {
  const { desired, offerDesk } = stack;
  if (desired === undefined || desired.revision !== stack.tip) return undefined;
  const wanted = wantedOf(offerDesk.book);
  const drifts = wanted.map(({ drift }) => drift);
  const files = await readManifestFiles(stack, desired, drifts);
  const adoption = planAdoption({ manifests: desired.manifests, files, drifts });
  const answered = adoption.refused.filter(({ reason }) => ANSWERED.has(reason));
  const gone = new Set(answered.map(({ drift }) => identityOf(drift)));
  offerDesk.book = dropOffers(offerDesk.book, gone);
  return {
    revision: desired.revision,
    adoption: { ...adoption, refused: adoption.refused.filter((each) => !answered.includes(each)) },
    told: { wanted: wantedText(dropOffers(wanted, gone)), answered: gone },
  };
}

/** A commit said something about the path since. */
const ANSWERED: ReadonlySet<string> = new Set(["already", "git-moved", "no-manifest"]);

async function endOffer(
  { offerDesk, setup }: Stack,
  forge: ForgePort,
  seen: PullRequest | undefined,
): Promise<OfferOutcome> {
  offerDesk.pullRequest = undefined;
  if (seen?.state !== "open") return "same";
  await forge.closePullRequest(seen.number);
  const nowMs = setup.ports.clock.now();
  offerDesk.newest = `${seen.number} closed`;
  offerDesk.ownCloses = nowMs - offerDesk.closedAtMs < ROW_MS ? offerDesk.ownCloses + 1 : 1;
  offerDesk.closedAtMs = nowMs;
  offerDesk.book = enterPullRequest(offerDesk.book, seen.number, new Set());
  await forge.comment(seen.number, NOTHING_LEFT);
  return "changed";
}

/** What one offer needs. */
interface OfferMaking {
  readonly stack: Stack;
  readonly offers: OfferPorts;
  readonly seen: PullRequest | undefined;
  readonly branches: { readonly head: string; readonly base: string };
}

async function offerEdit(
  making: OfferMaking,
  { adoption, revision }: PlannedOffer,
): Promise<OfferOutcome> {
  const { stack, offers, seen } = making;
  const { offerDesk } = stack;
  const rendered = render(stack, offers.forge, adoption);
  const pushed = await pushEdit(making, {
    base: revision,
    files: new Map([...stack.desk.files, ...adoption.files]),
    message: rendered.message,
  });
  if (pushed === "lost") return "lost";
  if (pushed === "empty") return await endOffer(stack, offers.forge, seen);
  const { made, isChanged } = await showEdit(making, rendered);
  const offered = new Set(adoption.edited.map(({ drift }) => identityOf(drift)));
  offerDesk.book = enterPullRequest(offerDesk.book, made.number, offered);
  const { number, url } = made;
  offerDesk.newest = `${number} open`;
  const shown = { number, url, offered: offered.size };
  if (JSON.stringify(shown) !== JSON.stringify(offerDesk.pullRequest)) {
    offerDesk.pullRequest = shown;
  }
  return pushed === "pushed" || isChanged ? "changed" : "same";
}

async function pushEdit(
  { offers, seen, branches }: OfferMaking,
  edit: Omit<OfferChange, "expected">,
): Promise<RebuiltOffer["kind"]> {
  const tip = await offers.branch.findTip();
  const isMerged = seen?.state === "merged" && seen.headCommit === tip?.commit;
  if (tip !== undefined && !tip.isOurs && !isMerged) {
    throw new SourceError(
      "push-refused",
      `somebody pushed to ${branches.head}, so it is theirs: merge or close its pull request and delete the branch, and a new one is made`,
    );
  }
  return (await offers.branch.rebuild({ ...edit, expected: tip?.commit })).kind;
}

/** @see https://docs.gitlab.com/user/project/merge_requests/drafts/ Gitea has these by default: `WIP:`, `[WIP]`. */
const DRAFT = /^\s*(?:\[(?:draft|wip)\]|\(draft\)|(?:draft|wip):)\s*/i;

async function showEdit(
  { offers, seen, branches, stack }: OfferMaking,
  { title, body }: RenderedOffer,
): Promise<{ readonly made: PullRequest; readonly isChanged: boolean }> {
  const { forge } = offers;
  if (seen?.state !== "open") {
    const labels = stack.setup.config.reports.pullRequest?.labels ?? [];
    return {
      made: await forge.createPullRequest({ ...branches, title, body, labels }),
      isChanged: true,
    };
  }
  // Gitea and GitLab keep in the title that nobody is to merge it yet: a person's word, which stays.
  const kept = (DRAFT.exec(seen.title)?.[0] ?? "") + title;
  if (seen.title === kept && seen.body.trim() === body.trim()) {
    return { made: seen, isChanged: false };
  }
  await forge.updatePullRequest(seen.number, { title: kept, body });
  return { made: seen, isChanged: true };
}

function render(
  { offerDesk, setup }: Stack,
  { limits }: ForgePort,
  adoption: Adoption<OfferedDrift>,
): RenderedOffer {
  const { config, clusterName } = setup;
  const { path, branch } = config.reports;
  const offers = new Map(offerDesk.book.map((each): [OfferedDrift, Offer] => [each.drift, each]));
  const { markdown } = reportPaths({ path, cluster: clusterName, stack: config.name });
  return renderOffer({
    stack: config.name,
    cluster: clusterName,
    adoption,
    offers,
    report: { path: markdown, branch },
    bodyMax: limits.body,
  });
}
