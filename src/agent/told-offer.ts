import { dropOffers } from "../core/offer/answer-offers.ts";
import { identityOf } from "../core/offer/identity-of.ts";
import type { Offer, OfferBook } from "../core/offer/offer.ts";
import type { Stack } from "./stack.ts";

/** What a pull request rests on. */
export interface OfferBase {
  /** What is in force; empty while that is not the branch's tip: nothing can be offered then. */
  readonly revision: string;
  /** The report files as they are on the ledger. */
  readonly report: ReadonlyMap<string, string>;
  readonly wanted: string;
  /** `identityOf` what Git has answered at that revision: looks may find it still, as in an object that is held. */
  readonly answered: ReadonlySet<string>;
}

/** Whether the forge has all that there is to offer: a delivery would change nothing. */
export function isTold(stack: Stack): boolean {
  const { told } = stack.offerDesk;
  if (told === undefined) return false;
  const now = offerBaseOf(stack, told.answered);
  return told.revision === now.revision && told.report === now.report && told.wanted === now.wanted;
}

export function offerBaseOf(
  { desired, desk, offerDesk, tip }: Stack,
  answered: ReadonlySet<string> = new Set(),
): OfferBase {
  return {
    revision: desired?.revision === tip ? tip : "",
    report: desk.files,
    wanted: wantedText(dropOffers(wantedOf(offerDesk.book), answered)),
    answered,
  };
}

/** What nobody declined. */
export function wantedOf(book: OfferBook): readonly Offer[] {
  return book.filter(({ isDeclined }) => !isDeclined);
}

export function wantedText(offers: readonly Offer[]): string {
  return offers.map(textOf).join("\n");
}

function textOf({ drift, state }: Offer): string {
  return `${state} ${identityOf(drift)}`;
}
