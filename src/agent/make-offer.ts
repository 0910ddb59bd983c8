import type { Adoption } from "../core/adopt/adoption.ts";
import { planAdoption } from "../core/adopt/plan-adoption.ts";
import { answerOffers, dropOffers, enterPullRequest } from "../core/offer/answer-offers.ts";
import { identityOf } from "../core/offer/identity-of.ts";
import type { Offer, OfferedDrift } from "../core/offer/offer.ts";
import { type RenderedOffer, renderOffer } from "../core/offer/render-offer.ts";
import { reportPaths } from "../core/report/report-paths.ts";
import { SourceError } from "../core/source-error.ts";
import type { ForgePort, PullRequest } from "../ports/forge-port.ts";
import type { OfferPorts } from "../ports/offer-ports.ts";
import { readManifestFiles } from "./read-manifest-files.ts";
import type { Stack } from "./stack.ts";
import { offerBaseOf, wantedOf } from "./told-offer.ts";

/** Why one of our own is closed. */
const NOTHING_LEFT =
  "Nothing of this is left to offer: the cluster and Git agree again, or the time for it is over. Lockstep closes this pull request, and opens a new one when there is something new.";

/**
 * Makes the stack's pull request say what there is to offer: opened, made anew, or closed. What people decided there is
 * taken over first.
 *
 * @returns whether something was changed at the forge.
 * @throws {SourceError} @throws {ForgeError}
 */
export async function makeOffer(stack: Stack): Promise<boolean> {
  const { offerDesk, setup } = stack;
  const { offers } = setup.ports;
  const { pullRequest } = setup.config.reports;
  if (offers === undefined || pullRequest === undefined) return false;
  const branches = { head: pullRequest.branch, base: setup.config.source.branch };
  const seen = await offers.forge.findPullRequest(branches);
  offerDesk.book = answerOffers(offerDesk.book, seen);
  const base = offerBaseOf(stack);
  const adoption = await planOffer(stack);
  // Of a tip that is not in force nobody knows whether it answers what is offered.
  if (adoption === undefined) return false;
  const isChanged =
    adoption.edited.length === 0
      ? await endOffer(stack, offers.forge, seen)
      : await offerEdit({ stack, offers, seen, branches }, adoption);
  offerDesk.told = { ...base, wanted: offerBaseOf(stack).wanted };
  return isChanged;
}

/** The edit of what nobody declined; `undefined` while the branch's tip is not in force. What Git answered is dropped. */
async function planOffer(stack: Stack): Promise<Adoption<OfferedDrift> | undefined> {
  const { desired, offerDesk } = stack;
  if (desired === undefined || desired.revision !== stack.tip) return undefined;
  const drifts = wantedOf(offerDesk.book).map(({ drift }) => drift);
  const files = await readManifestFiles(stack, desired, drifts);
  const adoption = planAdoption({ manifests: desired.manifests, files, drifts });
  const answered = adoption.refused.filter(({ reason }) => ANSWERED.has(reason));
  const gone = new Set(answered.map(({ drift }) => identityOf(drift)));
  offerDesk.book = dropOffers(offerDesk.book, gone);
  return { ...adoption, refused: adoption.refused.filter((each) => !answered.includes(each)) };
}

/** A commit said something about the path since. */
const ANSWERED: ReadonlySet<string> = new Set(["already", "git-moved", "no-manifest"]);

async function endOffer(
  { offerDesk }: Stack,
  forge: ForgePort,
  seen: PullRequest | undefined,
): Promise<boolean> {
  offerDesk.pullRequest = undefined;
  if (seen?.state !== "open") return false;
  await forge.closePullRequest(seen.number);
  offerDesk.book = enterPullRequest(offerDesk.book, seen.number, new Set());
  await forge.comment(seen.number, NOTHING_LEFT);
  return true;
}

/** What one offer needs. */
interface OfferMaking {
  readonly stack: Stack;
  readonly offers: OfferPorts;
  readonly seen: PullRequest | undefined;
  readonly branches: { readonly head: string; readonly base: string };
}

async function offerEdit(making: OfferMaking, adoption: Adoption<OfferedDrift>): Promise<boolean> {
  const { stack, offers, seen } = making;
  const { offerDesk } = stack;
  const rendered = render(stack, offers.forge, adoption);
  const isPushed = await pushEdit(making, { files: adoption.files, message: rendered.message });
  if (isPushed === undefined) return await endOffer(stack, offers.forge, seen);
  const { made, isChanged } = await showEdit(making, rendered);
  const offered = new Set(adoption.edited.map(({ drift }) => identityOf(drift)));
  offerDesk.book = enterPullRequest(offerDesk.book, made.number, offered);
  const { number, url } = made;
  const shown = { number, url, offered: offered.size };
  if (JSON.stringify(shown) !== JSON.stringify(offerDesk.pullRequest)) {
    offerDesk.pullRequest = shown;
  }
  return isPushed || isChanged;
}

/** @returns whether something was pushed; `undefined`: Git has all of it. */
async function pushEdit(
  { stack, offers, seen, branches }: OfferMaking,
  edit: { readonly files: ReadonlyMap<string, string>; readonly message: string },
): Promise<boolean | undefined> {
  const tip = await offers.branch.findTip();
  const isMerged = seen?.state === "merged" && seen.headCommit === tip?.commit;
  if (tip !== undefined && !tip.isOurs && !isMerged) {
    throw new SourceError(
      "push-refused",
      `somebody pushed to ${branches.head}, so it is theirs: merge or close its pull request and delete the branch, and a new one is made`,
    );
  }
  const rebuilt = await offers.branch.rebuild({
    base: stack.tip,
    files: new Map([...stack.desk.files, ...edit.files]),
    message: edit.message,
    expected: tip?.commit,
  });
  switch (rebuilt.kind) {
    case "pushed":
      return true;
    case "same":
      return false;
    case "empty":
      return undefined;
    case "lost":
      throw new SourceError("lost-race", `${branches.base} or ${branches.head} moved meanwhile`);
  }
}

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
  if (seen.title === title && seen.body.trim() === body.trim()) {
    return { made: seen, isChanged: false };
  }
  await forge.updatePullRequest(seen.number, { title, body });
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
