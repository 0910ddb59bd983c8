import { canonicalText } from "../../src/core/object/json.ts";
import { objectKey } from "../../src/core/object/object-id.ts";
import { noteOffers, type OfferRules } from "../../src/core/offer/note-offers.ts";
import type { OfferableDrift, OfferBook, OfferedDrift } from "../../src/core/offer/offer.ts";

const DAY_MS = 86_400_000;
export const RULES: OfferRules = { people: [], offerMs: 7 * DAY_MS };

/** A change of `/data/<name>` of ConfigMap `shop/a` from `1`, by kubectl-edit. */
export function offered(name: string, drift: Partial<OfferedDrift> = {}): OfferedDrift {
  return {
    id: { group: "", kind: "ConfigMap", namespace: "shop", name: "a" },
    class: "changed",
    path: `/data/${name}`,
    desired: "1",
    live: "2",
    manager: "kubectl-edit",
    ...drift,
  };
}

export function found(
  drift: OfferedDrift,
  action: OfferableDrift["action"],
  mode?: OfferableDrift["mode"],
): OfferableDrift {
  return { drift, action, ...(mode === undefined ? {} : { mode }) };
}

/** The book after a look at day `day` that judged ConfigMap `a`, and nothing else. */
export function lookAt(book: OfferBook, day: number, drifts: readonly OfferableDrift[]): OfferBook {
  return lookWith(RULES, { book, day, drifts });
}

/** The same under other rules. */
export function lookWith(
  rules: OfferRules,
  {
    book,
    day,
    drifts,
  }: { readonly book: OfferBook; readonly day: number; readonly drifts: readonly OfferableDrift[] },
): OfferBook {
  const judged = new Set<string>([objectKey(offered("x").id)]);
  return noteOffers(book, { found: drifts, judged, nowMs: day * DAY_MS }, rules);
}

/** `state path=live` of each offer, with what people said of it. */
export function brief(book: OfferBook): readonly string[] {
  return book.map(({ drift, state, isDeclined, pullRequest }) => {
    const where = pullRequest === 0 ? "" : ` in ${pullRequest}`;
    return `${state} ${drift.path}=${drift.live === undefined ? "" : canonicalText(drift.live).replaceAll('"', "")}${where}${isDeclined ? " declined" : ""}`;
  });
}
