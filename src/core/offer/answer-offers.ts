import { identityOf } from "./identity-of.ts";
import type { Offer, OfferBook } from "./offer.ts";

/** The stack's pull request as the forge shows it. */
export interface SeenPullRequest {
  readonly number: number;
  readonly state: "open" | "merged" | "closed";
}

/**
 * The book after a look at the forge. A person who closes a pull request without merging it declines what it offers; one who
 * opens it again takes that back. When we close one nothing of it is offered any more.
 */
export function answerOffers(book: OfferBook, seen: SeenPullRequest | undefined): OfferBook {
  if (seen === undefined || seen.state === "merged") return book;
  const isDeclined = seen.state === "closed";
  return mapChanged(book, (offer) =>
    offer.pullRequest === seen.number && offer.isDeclined !== isDeclined
      ? { ...offer, isDeclined }
      : offer,
  );
}

/**
 * The book after a pull request was made.
 *
 * @param offered `identityOf` what it offers; what it offered before is no part of it any more.
 */
export function enterPullRequest(
  book: OfferBook,
  number: number,
  offered: ReadonlySet<string>,
): OfferBook {
  return mapChanged(book, (offer) => {
    const isIn = offer.pullRequest === number;
    if (offered.has(identityOf(offer.drift)) === isIn) return offer;
    return { ...offer, pullRequest: isIn ? 0 : number };
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
