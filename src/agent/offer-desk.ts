import { type KeptOffers, NO_NOTES } from "../core/offer/offer.ts";
import type { PullRequestStatus } from "../core/report/status-document.ts";
import type { OfferBase } from "./told-offer.ts";

/** What is known of a stack's pull request between passes. */
export interface OfferDesk {
  book: KeptOffers["book"];
  notes: KeptOffers["notes"];
  /** What the forge was last told; `undefined` before it was asked. */
  told: OfferBase | undefined;
  /** The open one, for the status. */
  pullRequest: PullRequestStatus | undefined;
  /** A delivery is under way: what comes meanwhile is delivered after it. */
  delivery: Promise<void> | undefined;
  hasNews: boolean;
  /** Epoch milliseconds before which a forge that refused is not asked again. */
  retryAtMs: number;
  /** Epoch milliseconds before which a pull request that was made is not made anew. */
  dueAtMs: number;
  /** Number and state of the newest one, as the forge had it last: another one is a person's word. */
  newest: string;
  /** Somebody said that something happened at the forge: it is asked, also before `dueAtMs`. */
  isAsked: boolean;
  /** Deliveries in a row before which a branch moved. */
  lostRaces: number;
  /** Epoch milliseconds at which the timer of the next delivery rings; infinite: there is none. */
  ringsAtMs: number;
  stopTimer: () => void;
}

export function openOfferDesk(): OfferDesk {
  return {
    book: [],
    notes: NO_NOTES,
    told: undefined,
    pullRequest: undefined,
    delivery: undefined,
    hasNews: false,
    retryAtMs: 0,
    dueAtMs: 0,
    newest: "",
    isAsked: false,
    lostRaces: 0,
    ringsAtMs: Number.POSITIVE_INFINITY,
    stopTimer: () => undefined,
  };
}
