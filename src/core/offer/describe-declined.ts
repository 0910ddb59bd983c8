import { objectKey } from "../object/object-id.ts";
import { redactValue } from "../report/redact-value.ts";
import type { DeclinedStatus } from "../report/status-document.ts";
import type { OfferBook } from "./offer.ts";

/**
 * What people declined by a pull request that ended without it, and that is not offered again so long.
 *
 * @param rules `reports.offer` in milliseconds; the epoch milliseconds of a time as RFC 3339.
 */
export function describeDeclined(
  book: OfferBook,
  { offerMs, timeText }: { readonly offerMs: number; readonly timeText: (ms: number) => string },
): readonly DeclinedStatus[] {
  return book
    .filter(({ isDeclined }) => isDeclined)
    .map(({ drift, state, foundAtMs, pullRequest }) => ({
      id: objectKey(drift.id),
      path: drift.path,
      live: redactValue(drift, drift.live),
      manager: drift.manager,
      pullRequest,
      // While it is there nothing but another value ends it.
      ...(state === "open" ? {} : { until: timeText(foundAtMs + offerMs) }),
    }));
}
