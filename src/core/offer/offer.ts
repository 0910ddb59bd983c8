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
  /** The pull request that offered it last; 0: none did. */
  readonly pullRequest: number;
  /** A person closed that pull request without merging it: it is not offered again before it changes. */
  readonly isDeclined: boolean;
}

/** What a stack offers, the oldest first. Plain data, so that it can be kept over a restart. */
export type OfferBook = readonly Offer[];

/** Offers of one stack; the newest are kept. */
export const OFFERS_MAX = 100;
