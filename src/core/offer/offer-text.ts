import { z } from "zod";
import { canonicalText, type Json } from "../object/json.ts";
import { objectKey, parseObjectId } from "../object/object-id.ts";
import { takeFitting } from "../object/take-fitting.ts";
import { utf8Size } from "../object/utf8-size.ts";
import { parseJsonText } from "../ownership/parse-json-text.ts";
import { isOfferable } from "./is-offerable.ts";
import {
  BOOK_MAX,
  type KeptOffers,
  NO_NOTES,
  OFFERS_MAX,
  type Offer,
  type OfferBook,
  type OfferedDrift,
  OPENING,
} from "./offer.ts";

/** What the parent keeps of offers: values of 1 KiB at most, so nearly always all that is offered. */
const TEXT_MAX = 60_000;

const CLASSES = ["changed", "added", "removed", "missing", "coowned", "legacy"] as const;
const STATES = ["open", "reverted"] as const;

/** A value as JSON text: what other people may have nested deep inside stays short. Six characters say a hidden one of 1 KiB. */
const jsonText = z.string().max(6_200).exactOptional();

/** With `reports.offer` added it is still one that a date can say. */
const timeMs = z.number().min(0).max(8.6e15);

const writtenOffer = z.object({
  id: z.string(),
  class: z.enum(CLASSES),
  path: z.string(),
  desired: jsonText,
  live: jsonText,
  manager: z.string(),
  state: z.enum(STATES),
  foundAtMs: timeMs,
  pullRequest: z.int().min(OPENING),
  isDeclined: z.boolean(),
});

const written = z.object({
  notes: z.object({
    pushed: z.string().max(64),
    newest: z.int().min(0),
    isUnlabelled: z.boolean(),
    closed: z.int().min(0),
    closedAtMs: timeMs,
    ownCloses: z.int().min(0),
  }),
  offers: z.array(z.unknown()),
});

/** Of it, for the notes and the brackets. */
const NOTES_MAX = 500;

/**
 * What the parent keeps; empty when there is nothing to keep. Of a book that is too long, what people declined comes first, then
 * what a pull request offered (people may decline it), then the newest.
 */
export function renderOffers({ book, notes }: KeptOffers): string {
  if (book.length === 0 && JSON.stringify(notes) === JSON.stringify(NO_NOTES)) return "";
  const newest = book.toReversed();
  const ranked = newest.toSorted((a, b) => rankOf(b) - rankOf(a));
  const room = TEXT_MAX - JSON.stringify({ notes, offers: [] }).length;
  const kept = new Set(takeFitting(ranked, room, offerText));
  return JSON.stringify({ notes, offers: book.filter((each) => kept.has(each)).map(writeOffer) });
}

function rankOf({ isDeclined, pullRequest }: Offer): number {
  if (isDeclined) return 2;
  return pullRequest === 0 ? 0 : 1;
}

/** How much more one pull request may offer. */
export interface OfferRoom {
  readonly offers: number;
  /** Of `offeredText`. */
  readonly bytes: number;
}

/** What one pull request may offer beside what people declined: they may decline it, too, and that is kept. */
export function findOfferRoom(book: OfferBook): OfferRoom {
  const declined = book.filter(({ isDeclined }) => isDeclined).map(offerText);
  return { offers: OFFERS_MAX, bytes: TEXT_MAX - NOTES_MAX - utf8Size(declined.join("")) };
}

/** What is left beside these. */
export function takeOfferRoom(
  { offers, bytes }: OfferRoom,
  taken: readonly OfferedDrift[],
): OfferRoom {
  return {
    offers: offers - taken.length,
    bytes: bytes - utf8Size(taken.map(offeredText).join("")),
  };
}

/** What the parent keeps of an offered drift, at most. */
export function offeredText(drift: OfferedDrift): string {
  const longest = {
    state: "reverted",
    foundAtMs: 8.6e15,
    pullRequest: Number.MAX_SAFE_INTEGER,
  } as const;
  return offerText({ drift, ...longest, isDeclined: false });
}

function offerText(offer: Offer): string {
  return `${JSON.stringify(writeOffer(offer))},`;
}

/** Reads what an earlier run wrote. Other people can write it: what has another form, or may not be offered, is left out. */
export function readOffers(text: string): KeptOffers {
  const isShort = text !== "" && text.length <= TEXT_MAX;
  const parsed = written.safeParse(isShort ? parseJsonText(text)?.value : undefined);
  if (!parsed.success) return { book: [], notes: NO_NOTES };
  const { notes, offers } = parsed.data;
  return { book: offers.flatMap(readOffer).slice(-BOOK_MAX), notes };
}

function writeOffer({ drift, ...rest }: Offer): z.input<typeof writtenOffer> {
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

function readOffer(text: unknown): readonly Offer[] {
  const { data: each } = writtenOffer.safeParse(text);
  const id = each === undefined ? undefined : parseObjectId(each.id);
  if (each === undefined || id === undefined) return [];
  const { class: kind, path, manager, state, foundAtMs, pullRequest, isDeclined } = each;
  const [desired, live] = [each.desired, each.live].map(readValue);
  // Else a text that is no JSON would offer to take the value out of Git.
  if ((live === undefined) !== (each.live === undefined)) return [];
  const drift = { id, class: kind, path, desired, live, manager };
  const rest = { state, foundAtMs, pullRequest, isDeclined };
  return isOfferable(drift) ? [{ drift, ...rest }] : [];
}
