import type { Adoption } from "../core/adopt/adoption.ts";
import { groupBy } from "../core/graph/group-by.ts";
import { objectKey } from "../core/object/object-id.ts";
import { dropOffers } from "../core/offer/answer-offers.ts";
import { identityOf } from "../core/offer/identity-of.ts";
import type { OfferedDrift } from "../core/offer/offer.ts";
import { findOfferRoom, takeOfferRoom } from "../core/offer/offer-text.ts";
import { type NewestAdoption, planNewest } from "../core/offer/plan-newest.ts";
import type { Desired } from "../core/plan/look.ts";
import { openManifestFiles } from "./open-manifest-files.ts";
import type { Stack } from "./stack.ts";
import { type OfferBase, wantedOf, wantedText } from "./told-offer.ts";

/** What there is to offer at a commit. */
export interface PlannedOffer extends NewestAdoption {
  /** The commit that the edit is of: the stack's own may move on meanwhile. */
  readonly revision: string;
  readonly told: Pick<OfferBase, "wanted" | "answered">;
}

/** Characters that are read for one pull request, also those that are read back: half a minute at most. */
const READ_MAX = 32 * 1024 * 1024;

/** A commit said something about the path since. */
const ANSWERED: ReadonlySet<string> = new Set(["already", "git-moved", "no-manifest"]);

/**
 * The edit of what nobody declined; `undefined` while the branch's tip is not in force: nobody knows whether it answers what is
 * offered. What Git answered is dropped.
 *
 * @throws {SourceError}
 */
export async function planOffer(stack: Stack): Promise<PlannedOffer | undefined> {
  const { desired, offerDesk } = stack;
  if (desired === undefined || desired.revision !== stack.tip) return undefined;
  const wanted = wantedOf(offerDesk.book);
  const { adoption, later } = await planFiles(
    stack,
    desired,
    wanted.map(({ drift }) => drift),
  );
  const answered = adoption.refused.filter(({ reason }) => ANSWERED.has(reason));
  const gone = new Set(answered.map(({ drift }) => identityOf(drift)));
  offerDesk.book = dropOffers(offerDesk.book, gone);
  return {
    revision: desired.revision,
    adoption: { ...adoption, refused: adoption.refused.filter((each) => !answered.includes(each)) },
    later,
    told: { wanted: wantedText(dropOffers(wanted, gone)), answered: gone },
  };
}

/**
 * File by file, those with the newest drifts first, until the pull request is full: what cannot be adopted takes no place in it.
 *
 * @param drifts - The oldest first.
 */
async function planFiles(
  stack: Stack,
  { manifests, revision }: Desired,
  drifts: readonly OfferedDrift[],
): Promise<NewestAdoption> {
  const read = openManifestFiles(stack, revision);
  const drifted = new Set(drifts.map(({ id }) => objectKey(id)));
  const named = manifests.filter(({ id }) => drifted.has(objectKey(id)));
  const inFile = groupBy(named, ({ place }) => place.file);
  const fileOf = new Map(named.map(({ id, place }) => [objectKey(id), place.file]));
  const byFile = groupBy(drifts.toReversed(), ({ id }) => fileOf.get(objectKey(id)) ?? "");
  const parts: Adoption<OfferedDrift>[] = [];
  const budget = { left: READ_MAX };
  let room = findOfferRoom(stack.offerDesk.book);
  let later = 0;
  for (const [file, newest] of byFile) {
    if (room.offers === 0 || budget.left < 0) {
      later += newest.length;
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- most of the time the first few fill it, and a hundred files at once are too many
    const text = inFile.has(file) ? await read(file) : undefined;
    const files = new Map(text === undefined ? [] : [[file, text]]);
    budget.left -= text?.length ?? 0;
    const part = planNewest(
      {
        manifests: inFile.get(file) ?? [],
        files,
        drifts: newest.toReversed(),
        includesRights: stack.setup.rules.offersRights,
        budget,
      },
      room,
    );
    room = takeOfferRoom(
      room,
      part.adoption.edited.map(({ drift }) => drift),
    );
    later += part.later;
    parts.push(part.adoption);
  }
  return { adoption: joined(parts, drifts), later };
}

/** In the order of the drifts. */
function joined(
  parts: readonly Adoption<OfferedDrift>[],
  drifts: readonly OfferedDrift[],
): Adoption<OfferedDrift> {
  const place = new Map(drifts.map((drift, index) => [drift, index]));
  function inOrder<Each extends { readonly drift: OfferedDrift }>(all: readonly Each[]): Each[] {
    return all.toSorted((a, b) => (place.get(a.drift) ?? 0) - (place.get(b.drift) ?? 0));
  }
  return {
    files: new Map(parts.flatMap(({ files }) => [...files])),
    edited: inOrder(parts.flatMap(({ edited }) => edited)),
    refused: inOrder(parts.flatMap(({ refused }) => refused)),
  };
}
