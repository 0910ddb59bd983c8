import type { Adoption, AdoptionRequest } from "../adopt/adoption.ts";
import { planAdoption } from "../adopt/plan-adoption.ts";
import { takeFitting } from "../object/take-fitting.ts";
import type { OfferedDrift } from "./offer.ts";
import { type OfferRoom, offeredText } from "./offer-text.ts";

/** What one pull request offers of some drifts. */
export interface NewestAdoption {
  readonly adoption: Adoption<OfferedDrift>;
  /** How many could be adopted too, and are beyond the limit. */
  readonly later: number;
}

/** Plans the edit of the newest drifts that can be adopted. @param drifts - The oldest first. */
export function planNewest(
  request: AdoptionRequest<OfferedDrift>,
  { offers, bytes }: OfferRoom,
): NewestAdoption {
  const all = planAdoption(request);
  const newest = all.edited.map(({ drift }) => drift).toReversed();
  const later = all.edited.length - takeFitting(newest.slice(0, offers), bytes, offeredText).length;
  if (later === 0) return { adoption: all, later };
  const chosen = new Set(all.edited.slice(later).map(({ drift }) => drift));
  const drifts = request.drifts.filter((drift) => chosen.has(drift));
  const made = planAdoption({ ...request, drifts });
  return { adoption: { ...made, refused: [...all.refused, ...made.refused] }, later };
}
