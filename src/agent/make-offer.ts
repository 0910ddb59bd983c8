import { answerOffers, enterPullRequest, nameOpened } from "../core/offer/answer-offers.ts";
import { identityOf } from "../core/offer/identity-of.ts";
import { type Offer, type OfferedDrift, OPENING } from "../core/offer/offer.ts";
import { renderOffers } from "../core/offer/offer-text.ts";
import { type RenderedOffer, renderOffer } from "../core/offer/render-offer.ts";
import { reportPaths } from "../core/report/report-paths.ts";
import type { PullRequestStatus } from "../core/report/status-document.ts";
import { SourceError } from "../core/source-error.ts";
import type { ForgePort, PullRequest } from "../ports/forge-port.ts";
import type { OfferChange, RebuiltOffer } from "../ports/offer-branch-port.ts";
import type { OfferPorts } from "../ports/offer-ports.ts";
import { holdsStack } from "./holds-stack.ts";
import type { OfferDesk } from "./offer-desk.ts";
import { paceOffer } from "./pace-offer.ts";
import { type PlannedOffer, planOffer } from "./plan-offer.ts";
import type { Stack } from "./stack.ts";
import { offerBaseOf } from "./told-offer.ts";
import { writeParent } from "./write-parent.ts";

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
  const known = Math.max(0, ...offerDesk.book.map((each) => each.pullRequest));
  const seen = await offers.forge.findPullRequest({ ...branches, known });
  const isSame = !noteSeen(stack, seen);
  if (isSame && setup.ports.clock.now() < offerDesk.dueAtMs) return "early";
  return await remakeOffer({ stack, offers, seen, branches });
}

async function remakeOffer(making: OfferMaking): Promise<OfferOutcome> {
  const { stack, seen, branches } = making;
  const { offerDesk } = stack;
  const isOpened = seen !== undefined && seen.number > offerDesk.notes.newest;
  const book = isOpened ? nameOpened(offerDesk.book, seen.number) : offerDesk.book;
  offerDesk.book = answerOffers(book, seen, branches.base);
  if (seen?.state === "open" && seen.base !== branches.base) return leaveOffer(stack, seen);
  const base = offerBaseOf(stack);
  const planned = await planOffer(stack);
  const outcome = planned === undefined ? "same" : await tellForge(making, planned);
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

/** People pointed it at another branch: it stays as it is, and no second one stands beside it. */
function leaveOffer(stack: Stack, { number, url, base }: PullRequest): OfferOutcome {
  const { offerDesk } = stack;
  const offered = offerDesk.book.filter((each) => each.pullRequest === number).length;
  showPullRequest(offerDesk, { number, url, offered, base });
  offerDesk.told = offerBaseOf(stack);
  return "same";
}

/** Equal facts are no news. */
function showPullRequest(offerDesk: OfferDesk, shown: PullRequestStatus): void {
  if (JSON.stringify(shown) !== JSON.stringify(offerDesk.pullRequest)) {
    offerDesk.pullRequest = shown;
  }
}

async function tellForge(making: OfferMaking, planned: PlannedOffer): Promise<OfferOutcome> {
  const { stack, offers, seen } = making;
  if (planned.adoption.edited.length > 0) return await offerEdit(making, planned);
  return await endOffer(stack, offers.forge, seen);
}

async function endOffer(
  stack: Stack,
  forge: ForgePort,
  seen: PullRequest | undefined,
): Promise<OfferOutcome> {
  const { offerDesk } = stack;
  offerDesk.pullRequest = undefined;
  if (seen?.state !== "open") return "same";
  offerDesk.book = enterPullRequest(offerDesk.book, seen.number, new Set());
  noteClose(stack, seen.number);
  await keepOffers(stack);
  await forge.closePullRequest(seen.number);
  offerDesk.newest = `${seen.number} closed`;
  // Also when the comment is refused.
  paceOffer(stack, offerDesk.notes.closedAtMs);
  await forge.comment(seen.number, NOTHING_LEFT);
  return "changed";
}

function noteClose({ offerDesk, setup }: Stack, number: number): void {
  const { notes } = offerDesk;
  const nowMs = setup.ports.clock.now();
  const isInRow = Math.abs(nowMs - notes.closedAtMs) < ROW_MS;
  // A close that was refused is no second one.
  const more = notes.closed === number ? 0 : 1;
  const ownCloses = isInRow ? notes.ownCloses + more : 1;
  offerDesk.notes = { ...notes, closed: number, closedAtMs: nowMs, ownCloses };
}

/** What one offer needs. */
interface OfferMaking {
  readonly stack: Stack;
  readonly offers: OfferPorts;
  readonly seen: PullRequest | undefined;
  readonly branches: { readonly head: string; readonly base: string };
}

async function offerEdit(making: OfferMaking, planned: PlannedOffer): Promise<OfferOutcome> {
  const { stack, offers, seen } = making;
  const { offerDesk } = stack;
  const { adoption, revision } = planned;
  const rendered = await render(stack, offers.forge, planned);
  const pushed = await pushEdit(making, {
    base: revision,
    files: new Map([...stack.desk.files, ...adoption.files]),
    message: rendered.message,
  });
  if (pushed === "lost") return "lost";
  if (pushed === "empty") return await endOffer(stack, offers.forge, seen);
  const offered = new Set(adoption.edited.map(({ drift }) => identityOf(drift)));
  if (seen?.state !== "open") {
    offerDesk.notes = { ...offerDesk.notes, newest: seen?.number ?? 0, isUnlabelled: true };
    offerDesk.book = enterPullRequest(offerDesk.book, OPENING, offered);
    await keepOffers(stack);
  }
  const { made, isChanged } = await showEdit(making, rendered);
  offerDesk.book = enterPullRequest(offerDesk.book, made.number, offered);
  const { number, url } = made;
  offerDesk.newest = `${number} open`;
  showPullRequest(offerDesk, { number, url, offered: offered.size });
  return pushed === "pushed" || isChanged ? "changed" : "same";
}

/**
 * Before the forge opens or closes one: whoever goes on after a kill, or without its answer, is to know whose doing it was, so
 * that a person's close is one and ours is none.
 */
async function keepOffers(stack: Stack): Promise<void> {
  if (!holdsStack(stack)) {
    throw new SourceError("lost-race", "another process holds the stack by now");
  }
  await writeParent(stack, () => ({ offers: renderOffers(stack.offerDesk) }));
}

async function pushEdit(
  { stack, offers, seen, branches }: OfferMaking,
  edit: Omit<OfferChange, "expected">,
): Promise<RebuiltOffer["kind"]> {
  const { offerDesk } = stack;
  const tip = await offers.branch.findTip();
  const ends = [offerDesk.notes.pushed, seen?.state === "merged" ? seen.headCommit : ""];
  if (tip !== undefined && !tip.isOurs && !ends.includes(tip.commit)) {
    throw new SourceError(
      "push-refused",
      `somebody pushed to ${branches.head}, so it is theirs: merge or close its pull request and delete the branch, and a new one is made`,
    );
  }
  const rebuilt = await offers.branch.rebuild({ ...edit, expected: tip?.commit });
  if ("commit" in rebuilt && rebuilt.commit !== offerDesk.notes.pushed) {
    offerDesk.notes = { ...offerDesk.notes, pushed: rebuilt.commit };
  }
  return rebuilt.kind;
}

/** @see https://docs.gitlab.com/user/project/merge_requests/drafts/ Gitea has these by default: `WIP:`, `[WIP]`. */
const DRAFT = /^\s*(?:\[(?:draft|wip)\]|\(draft\)|(?:draft|wip):)\s*/i;

async function showEdit(
  { offers, seen, branches }: OfferMaking,
  { title, body }: RenderedOffer,
): Promise<{ readonly made: PullRequest; readonly isChanged: boolean }> {
  const { forge } = offers;
  if (seen?.state !== "open") {
    return { made: await forge.createPullRequest({ ...branches, title, body }), isChanged: true };
  }
  // Gitea and GitLab keep in the title that nobody is to merge it yet: a person's word, which stays.
  const kept = (DRAFT.exec(seen.title)?.[0] ?? "") + title;
  if (seen.title === kept && seen.body.trim() === body.trim()) {
    return { made: seen, isChanged: false };
  }
  await forge.updatePullRequest(seen.number, { title: kept, body });
  return { made: seen, isChanged: true };
}

async function render(
  { offerDesk, setup }: Stack,
  forge: ForgePort,
  { adoption, later }: PlannedOffer,
): Promise<RenderedOffer> {
  const { config, clusterName } = setup;
  const { path, branch } = config.reports;
  const { markdown } = reportPaths({ path, cluster: clusterName, stack: config.name });
  const page = await forge.findFilePage({ branch, path: markdown });
  const offers = new Map(offerDesk.book.map((each): [OfferedDrift, Offer] => [each.drift, each]));
  return renderOffer({
    stack: config.name,
    cluster: clusterName,
    adoption,
    later,
    offers,
    report: { path: markdown, branch, page },
    bodyMax: forge.limits.body,
  });
}
