import { isJsonEqual } from "../object/json.ts";
import { objectKey } from "../object/object-id.ts";
import type { ManagerPattern } from "../ownership/foreign-rules.ts";
import { identityOf } from "./identity-of.ts";
import { isPersonLike } from "./is-person-like.ts";
import {
  BOOK_MAX,
  type Offer,
  type OfferableDrift,
  type OfferBook,
  type OfferedDrift,
} from "./offer.ts";

/** What a look at the cluster brought. */
export interface OfferLook {
  readonly found: readonly OfferableDrift[];
  /** Keys of the objects that were judged: of these everything that differs is in `found`. */
  readonly judged: ReadonlySet<string>;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

/** `reports.people`, and `reports.offer` in milliseconds. */
export interface OfferRules {
  readonly people: readonly ManagerPattern[];
  readonly offerMs: number;
}

/**
 * The book after a look. A drift is offered while it is there, or for some days after it was taken back from a person. At
 * one place the newest counts; the same drift again (object, path, manager, live value) keeps what people said about it.
 */
export function noteOffers(book: OfferBook, look: OfferLook, rules: OfferRules): OfferBook {
  const known = new Map(book.map((offer) => [identityOf(offer.drift), offer]));
  const found = look.found.flatMap((each) => offerOf(each, known, { look, rules }));
  const taken = new Set(found.map(placeOf));
  const kept = book.filter(
    (offer) => !taken.has(placeOf(offer)) && isStillOffered(offer, look, rules),
  );
  const next = [...kept, ...found].slice(-BOOK_MAX);
  return isSameBook(book, next) ? book : next;
}

function offerOf(
  { drift, action, mode }: OfferableDrift,
  book: ReadonlyMap<string, Offer>,
  { look, rules }: { readonly look: OfferLook; readonly rules: OfferRules },
): readonly Offer[] {
  const state = stateOf(action, mode);
  if (state === undefined) return [];
  // Whoever is reverted for good has lost: only people are asked whether they meant it.
  const isPerson = isPersonLike(drift.manager, rules.people);
  if ((state === "reverted" || action === "contested") && !isPerson) return [];
  const { id, path, desired, live, manager } = drift;
  const known = book.get(identityOf(drift));
  return [
    {
      drift: { id, class: drift.class, path, desired, live, manager },
      state,
      foundAtMs: look.nowMs,
      pullRequest: known?.pullRequest ?? 0,
      isDeclined: known?.isDeclined ?? false,
    },
  ];
}

/** What nobody minds, or somebody asked to be left alone, is not offered. */
function stateOf(
  action: OfferableDrift["action"],
  mode: OfferableDrift["mode"],
): Offer["state"] | undefined {
  switch (action) {
    case "reverted":
      return "reverted";
    case "observed":
      return mode === "create-only" ? undefined : "open";
    case "open":
    case "failed":
    case "contested":
      return "open";
    case "ignored":
    case "skipped":
      return undefined;
  }
}

function isStillOffered(offer: Offer, look: OfferLook, rules: OfferRules): boolean {
  if (offer.state === "open") return !look.judged.has(objectKey(offer.drift.id));
  // A clock that was wrong, or somebody who writes the parent, may say a time to come.
  return Math.abs(look.nowMs - offer.foundAtMs) < rules.offerMs;
}

function placeOf({ drift }: Offer): string {
  return `${objectKey(drift.id)} ${drift.path}`;
}

function isSameDrift({ drift }: Offer, other: OfferedDrift): boolean {
  return identityOf(drift) === identityOf(other);
}

/** The time of the last sight is no news while a drift is there. */
function isSameBook(book: OfferBook, next: OfferBook): boolean {
  return (
    book.length === next.length &&
    book.every((offer, index) => {
      const other = next[index];
      return other !== undefined && isSameOffer(offer, other);
    })
  );
}

function isSameOffer(offer: Offer, other: Offer): boolean {
  return (
    offer.state === other.state &&
    (offer.state === "open" || offer.foundAtMs === other.foundAtMs) &&
    isSameDrift(offer, other.drift) &&
    isJsonEqual(offer.drift.desired, other.drift.desired)
  );
}
