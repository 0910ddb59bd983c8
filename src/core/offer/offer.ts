import type { Drift, DriftAction, LeavingMode } from "../drift/drift.ts";

/** A drift that may be offered (`isOfferable`), and what was done about it in the pass that found it. */
export interface OfferableDrift {
  readonly drift: OfferedDrift;
  readonly action: DriftAction;
  /** The mode that left it as it is. */
  readonly mode?: LeavingMode;
}

/** What an offer knows of its drift. Real values: `isOfferable` let none in that may not be shown. */
export type OfferedDrift = Pick<Drift, "id" | "class" | "path" | "desired" | "live" | "manager">;

/** A change that somebody made in the cluster and that people may take into Git by merging a pull request. */
export interface Offer {
  readonly drift: OfferedDrift;
  /** `open`: it is still there. `reverted`: we took it back, and people may still want it. */
  readonly state: "open" | "reverted";
  /** When a look last found it, epoch milliseconds. */
  readonly foundAtMs: number;
  /** The pull request that offered it last; 0: none did; `OPENING`: one that was to be opened. */
  readonly pullRequest: number;
  /** A person closed that pull request without merging it: it is not offered again before it changes. */
  readonly isDeclined: boolean;
}

/** The forge has not said yet which number it has, or whether it is there. */
export const OPENING = -1;

/** What a stack offers, the oldest first. Plain data, so that it can be kept over a restart. */
export type OfferBook = readonly Offer[];

/** What is known of the pull request itself. */
export interface OfferNotes {
  /** The commit that we pushed to its branch last; empty: none is known. */
  readonly pushed: string;
  /** The newest pull request when another one was to be opened: whichever is newer is that one. */
  readonly newest: number;
  /** That one has not got its labels yet. Where nothing is known it counts as labelled: people may have taken them off. */
  readonly isUnlabelled: boolean;
  /** The one that we closed last, because nothing was left of it; 0: we closed none. */
  readonly closed: number;
  /** Epoch milliseconds. */
  readonly closedAtMs: number;
  /** How many we closed one soon after the other. */
  readonly ownCloses: number;
}

export const NO_NOTES: OfferNotes = {
  pushed: "",
  newest: 0,
  isUnlabelled: false,
  closed: 0,
  closedAtMs: 0,
  ownCloses: 0,
};

/** What is kept over a restart. */
export interface KeptOffers {
  readonly book: OfferBook;
  readonly notes: OfferNotes;
}

/** Changes that one pull request offers: of those that can be adopted, the newest. */
export const OFFERS_MAX = 100;

/** Drifts that a book holds, also those that turn out to be none that can be adopted; the newest are kept. */
export const BOOK_MAX = 1_000;
