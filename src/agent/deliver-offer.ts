import { AgentError } from "../core/agent-error.ts";
import { ForgeError } from "../core/forge-error.ts";
import { noteOffers, type OfferLook } from "../core/offer/note-offers.ts";
import { readOffers } from "../core/offer/offer-text.ts";
import { SourceError } from "../core/source-error.ts";
import { holdsStack } from "./holds-stack.ts";
import { labelOffer } from "./label-offer.ts";
import { makeOffer, type OfferOutcome } from "./make-offer.ts";
import { paceOffer } from "./pace-offer.ts";
import type { Stack } from "./stack.ts";
import { isTold } from "./told-offer.ts";

/** Until a forge or a repository that refused is asked again, in milliseconds. */
const RETRY_MS = 30_000;

/** The same after a lost race, and how many of them in a row are no refusal. */
const RACE_RETRY_MS = 1_000;
const LOST_RACES_MAX = 5;

/**
 * Hands what a pass found to the stack's pull request. Never waits for the forge: one delivery runs at a time, beside the
 * passes. A forge that refuses costs nothing but the delay: the book keeps what there is to offer.
 */
export function offerDrift(stack: Stack, look: Omit<OfferLook, "nowMs">): void {
  const { offerDesk, setup } = stack;
  if (setup.ports.offers === undefined) return;
  const nowMs = setup.ports.clock.now();
  offerDesk.book = noteOffers(offerDesk.book, { ...look, nowMs }, setup.offerRules);
  if (isTold(stack)) return;
  offerDesk.hasNews = true;
  startDelivery(stack);
}

/** Takes over what an earlier run kept: what it offered, and how long to wait after it closed its own ones. */
export function resumeOffers(stack: Stack, text: string): void {
  const { offerDesk, setup } = stack;
  const { book, notes } = readOffers(text);
  offerDesk.book = book;
  offerDesk.notes = notes;
  if (notes.ownCloses === 0) return;
  offerDesk.newest = `${notes.closed} closed`;
  // A clock that was wrong may have said a time to come.
  paceOffer(stack, Math.min(notes.closedAtMs, setup.ports.clock.now()));
  // What people say there, and an open one, is heard of at once.
  offerDesk.isAsked = true;
}

/** Somebody says that something happened at the forge, perhaps what we did there: it is asked at once, and changed at our pace. */
export function askForge(stack: Stack): void {
  if (stack.setup.ports.offers === undefined) return;
  stack.offerDesk.told = undefined;
  stack.offerDesk.isAsked = true;
  stack.wakeUp.ring();
}

/** Waits until what there is to offer now is offered, refused, or due later. */
export async function settleOffer({ offerDesk }: Stack): Promise<void> {
  while (offerDesk.delivery !== undefined) {
    // oxlint-disable-next-line no-await-in-loop -- a delivery may start the next one
    await offerDesk.delivery;
  }
}

function startDelivery(stack: Stack): void {
  const { offerDesk, setup } = stack;
  if (offerDesk.delivery !== undefined) return;
  if (!holdsStack(stack)) {
    // Another process speaks for the stack, and knows better by now what there is to offer.
    offerDesk.told = undefined;
    return scheduleDelivery(stack, RETRY_MS);
  }
  const dueAtMs = offerDesk.isAsked ? 0 : offerDesk.dueAtMs;
  const dueInMs = Math.max(dueAtMs, offerDesk.retryAtMs) - setup.ports.clock.now();
  if (dueInMs > 0) {
    scheduleDelivery(stack, dueInMs);
    return;
  }
  offerDesk.stopTimer();
  offerDesk.hasNews = false;
  offerDesk.isAsked = false;
  offerDesk.delivery = deliver(stack).finally(() => {
    offerDesk.delivery = undefined;
    if (offerDesk.hasNews) startDelivery(stack);
  });
}

async function deliver(stack: Stack): Promise<void> {
  const { offerDesk, refusals } = stack;
  const { pullRequest, book, notes } = offerDesk;
  try {
    const outcome = await makeOffer(stack);
    offerDesk.lostRaces = outcome === "lost" ? offerDesk.lostRaces + 1 : 0;
    if (outcome === "lost") return retryRace(stack);
    if (outcome === "changed") paceOffer(stack, stack.setup.ports.clock.now());
    await labelOffer(stack);
    const isOver = refusals.delete("forge");
    const isKept = offerDesk.book === book && offerDesk.notes === notes;
    const isNews = isOver || !isKept || offerDesk.pullRequest !== pullRequest;
    // The status tells of it, and the parent keeps the book.
    if (isNews) stack.wakeUp.ring();
    scheduleNext(stack, outcome);
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    noteRefusal(stack, error);
  }
}

function scheduleNext(stack: Stack, outcome: OfferOutcome): void {
  const { offerDesk, setup } = stack;
  const isDeclined = offerDesk.book.some((each) => each.isDeclined);
  if (outcome === "early") {
    const dueInMs = offerDesk.dueAtMs - setup.ports.clock.now();
    scheduleDelivery(stack, Math.min(dueInMs, setup.config.reports.everyMs));
  } else if (offerDesk.pullRequest !== undefined || isDeclined) {
    // A person may close or merge it, or open it again, and nobody tells.
    scheduleDelivery(stack, setup.config.reports.everyMs);
  }
}

/** A branch moved meanwhile: what is to be done about that is soon known. */
function retryRace(stack: Stack): void {
  const { offerDesk } = stack;
  if (offerDesk.lostRaces > LOST_RACES_MAX) {
    throw new SourceError("lost-race", "its branch, or the one that is synced, moves all the time");
  }
  offerDesk.told = undefined;
  scheduleDelivery(stack, RACE_RETRY_MS);
}

/** Never later than it was to be: who waits for a time to change something does not keep the forge from being asked. */
function scheduleDelivery(stack: Stack, delayMs: number): void {
  const { offerDesk, setup } = stack;
  const { clock } = setup.ports;
  const ringsAtMs = clock.now() + delayMs;
  if (offerDesk.ringsAtMs <= ringsAtMs) return;
  offerDesk.stopTimer();
  offerDesk.ringsAtMs = ringsAtMs;
  const stop = clock.after(delayMs, () => {
    offerDesk.ringsAtMs = Number.POSITIVE_INFINITY;
    // A timer may ring a little before the clock says so. What is due later stays so, and what people say is heard of meanwhile.
    if (offerDesk.dueAtMs <= ringsAtMs) offerDesk.dueAtMs = 0;
    if (offerDesk.retryAtMs <= ringsAtMs) offerDesk.retryAtMs = 0;
    offerDesk.isAsked = true;
    startDelivery(stack);
  });
  offerDesk.stopTimer = () => {
    offerDesk.ringsAtMs = Number.POSITIVE_INFINITY;
    stop();
  };
}

function noteRefusal(stack: Stack, error: AgentError): void {
  const { offerDesk, refusals, setup, wakeUp } = stack;
  const { clock, log } = setup.ports;
  const { pullRequest } = offerDesk;
  const what =
    pullRequest === undefined ? "the pull request" : `pull request ${pullRequest.number}`;
  const message = `${what} waits: ${error.message}`;
  if (refusals.get("forge")?.message !== message) {
    log.warn(message, { stack: setup.config.name, code: error.code });
    refusals.set("forge", { id: "", code: error.code, message });
    wakeUp.ring();
  }
  const asked = error instanceof ForgeError ? error.retryAtMs : undefined;
  offerDesk.told = undefined;
  offerDesk.retryAtMs = Math.max(clock.now() + RETRY_MS, asked ?? 0);
  scheduleDelivery(stack, offerDesk.retryAtMs - clock.now());
}
