import type { Adoption, AdoptionRequest } from "../adopt/adoption.ts";
import { planAdoption } from "../adopt/plan-adoption.ts";
import type { OfferedDrift } from "./offer.ts";

/** What one pull request offers of some drifts. */
export interface NewestAdoption {
  readonly adoption: Adoption<OfferedDrift>;
  /** How many could be adopted too, and are beyond the limit. */
  readonly later: number;
}

/** Plans the edit of the newest drifts that can be adopted. @param drifts - The oldest first. */
export function planNewest(request: AdoptionRequest<OfferedDrift>, max: number): NewestAdoption {
  const all = planAdoption(request);
  const later = Math.max(all.edited.length - max, 0);
  if (later === 0) return { adoption: all, later };
  const chosen = new Set(all.edited.slice(later).map(({ drift }) => drift));
  const drifts = request.drifts.filter((drift) => chosen.has(drift));
  const made = planAdoption({ ...request, drifts });
  return { adoption: { ...made, refused: [...all.refused, ...made.refused] }, later };
}
