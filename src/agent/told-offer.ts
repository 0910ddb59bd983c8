import { identityOf } from "../core/offer/identity-of.ts";
import type { Offer, OfferBook } from "../core/offer/offer.ts";
import type { Stack } from "./stack.ts";

/** What a pull request rests on. */
export interface OfferBase {
  readonly revision: string;
  /** The report files as they are on the ledger. */
  readonly report: ReadonlyMap<string, string>;
  readonly wanted: string;
}

/** Whether the forge has all that there is to offer: a delivery would change nothing. */
export function isTold(stack: Stack): boolean {
  const { told } = stack.offerDesk;
  if (told === undefined) return false;
  const now = offerBaseOf(stack);
  return told.revision === now.revision && told.report === now.report && told.wanted === now.wanted;
}

export function offerBaseOf({ desired, desk, offerDesk }: Stack): OfferBase {
  return {
    revision: desired?.revision ?? "",
    report: desk.files,
    wanted: wantedText(wantedOf(offerDesk.book)),
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
