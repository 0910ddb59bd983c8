import { z } from "zod";
import { canonicalText, type Json } from "../object/json.ts";
import { objectKey, parseObjectId } from "../object/object-id.ts";
import { parseJsonText } from "../ownership/parse-json-text.ts";
import { isOfferable } from "./is-offerable.ts";
import { OFFERS_MAX, type Offer, type OfferBook } from "./offer.ts";

/** What the parent keeps of offers: values of 1 KiB at most, so nearly always all of them. */
const TEXT_MAX = 60_000;

const CLASSES = ["changed", "added", "removed", "missing", "coowned", "legacy"] as const;
const STATES = ["open", "reverted"] as const;

/** A value as JSON text: what other people may have nested deep inside stays short. */
const jsonText = z.string().max(2_000).exactOptional();

const written = z.array(
  z.object({
    id: z.string(),
    class: z.enum(CLASSES),
    path: z.string(),
    desired: jsonText,
    live: jsonText,
    manager: z.string(),
    state: z.enum(STATES),
    foundAtMs: z.number().min(0).max(8.64e15),
    pullRequest: z.int().min(0),
    isDeclined: z.boolean(),
  }),
);

/** The book as the parent keeps it, the newest of it when it is too long; empty for an empty one. */
export function renderOffers(book: OfferBook): string {
  let kept = book;
  while (kept.length > 0) {
    const text = JSON.stringify(kept.map(writeOffer));
    if (text.length <= TEXT_MAX) return text;
    kept = kept.slice(Math.ceil(kept.length / 2));
  }
  return "";
}

/** Reads what an earlier run wrote. Other people can write it: what has another form, or may not be offered, is left out. */
export function readOffers(text: string): OfferBook {
  if (text === "" || text.length > TEXT_MAX) return [];
  const parsed = written.safeParse(parseJsonText(text)?.value);
  if (!parsed.success) return [];
  return parsed.data.flatMap(readOffer).slice(-OFFERS_MAX);
}

function writeOffer({ drift, ...rest }: Offer): z.input<typeof written>[number] {
  const { id, class: kind, path, desired, live, manager } = drift;
  return {
    id: objectKey(id),
    class: kind,
    path,
    ...(desired === undefined ? {} : { desired: canonicalText(desired) }),
    ...(live === undefined ? {} : { live: canonicalText(live) }),
    manager,
    ...rest,
  };
}

function readValue(text: string | undefined): Json | undefined {
  return text === undefined ? undefined : parseJsonText(text)?.value;
}

function readOffer(each: z.output<typeof written>[number]): readonly Offer[] {
  const id = parseObjectId(each.id);
  if (id === undefined) return [];
  const { class: kind, path, manager, state, foundAtMs, pullRequest, isDeclined } = each;
  const [desired, live] = [each.desired, each.live].map(readValue);
  // Else a text that is no JSON would offer to take the value out of Git.
  if ((live === undefined) !== (each.live === undefined)) return [];
  const drift = { id, class: kind, path, desired, live, manager };
  const rest = { state, foundAtMs, pullRequest, isDeclined };
  return isOfferable(drift) ? [{ drift, ...rest }] : [];
}
