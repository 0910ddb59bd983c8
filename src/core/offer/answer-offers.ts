import { identityOf } from "./identity-of.ts";
import { type Offer, type OfferBook, OPENING } from "./offer.ts";

/** The stack's pull request as the forge shows it. */
export interface SeenPullRequest {
  readonly number: number;
  readonly state: "open" | "merged" | "closed";
  /** The branch that it goes into. */
  readonly base: string;
}

/**
 * The book after a look at the forge. A person who closes a pull request without merging it declines what it offers; one who
 * opens it again takes that back. When we close one nothing of it is offered any more.
 *
 * @param synced the branch that is synced: what was merged into another one is answered, too, and not offered once more.
 */
export function answerOffers(
  book: OfferBook,
  seen: SeenPullRequest | undefined,
  synced: string,
): OfferBook {
  if (seen === undefined || (seen.state === "merged" && seen.base === synced)) return book;
  const isDeclined = seen.state !== "open";
  return mapChanged(book, (offer) =>
    offer.pullRequest === seen.number && offer.isDeclined !== isDeclined
      ? { ...offer, isDeclined }
      : offer,
  );
}

/** The book once it is known which pull request was opened. */
export function nameOpened(book: OfferBook, number: number): OfferBook {
  return mapChanged(book, (offer) =>
    offer.pullRequest === OPENING ? { ...offer, pullRequest: number } : offer,
  );
}

/**
 * The book after a pull request was made, or before it is opened (`OPENING`).
 *
 * @param offered `identityOf` what it offers; what it offered before is no part of it any more.
 */
export function enterPullRequest(
  book: OfferBook,
  number: number,
  offered: ReadonlySet<string>,
): OfferBook {
  return mapChanged(book, (offer) => {
    const isDropped = offer.pullRequest === number || offer.pullRequest === OPENING;
    const others = isDropped ? 0 : offer.pullRequest;
    const next = offered.has(identityOf(offer.drift)) ? number : others;
    return next === offer.pullRequest ? offer : { ...offer, pullRequest: next };
  });
}

/** The book without these. */
export function dropOffers(book: OfferBook, dropped: ReadonlySet<string>): OfferBook {
  return dropped.size === 0 ? book : book.filter(({ drift }) => !dropped.has(identityOf(drift)));
}

function mapChanged(book: OfferBook, change: (offer: Offer) => Offer): OfferBook {
  const next = book.map(change);
  return next.every((offer, index) => offer === book[index]) ? book : next;
}
