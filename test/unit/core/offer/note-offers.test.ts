import { describe, expect, test } from "vitest";
import {
  answerOffers,
  dropOffers,
  enterPullRequest,
} from "../../../../src/core/offer/answer-offers.ts";
import { identityOf } from "../../../../src/core/offer/identity-of.ts";
import { BOOK_MAX, type OfferableDrift } from "../../../../src/core/offer/offer.ts";
import { compilePattern } from "../../../../src/core/ownership/compile-allow-rule.ts";
import { brief, found, lookAt, lookWith, offered, RULES } from "../../../support/offer-builder.ts";

describe("what is offered", () => {
  test.each<[string, OfferableDrift, readonly string[]]>([
    ["is observed", found(offered("x"), "observed"), ["open /data/x=2"]],
    [
      "is observed, by a controller",
      found(offered("x", { manager: "bot" }), "observed"),
      ["open /data/x=2"],
    ],
    ["is left by create-only", found(offered("x"), "observed", "create-only"), []],
    ["was reverted, from a person", found(offered("x"), "reverted"), ["reverted /data/x=2"]],
    ["was reverted, from a controller", found(offered("x", { manager: "bot" }), "reverted"), []],
    [
      "could not be reverted",
      found(offered("x", { manager: "bot" }), "failed"),
      ["open /data/x=2"],
    ],
    ["is fought for by a controller", found(offered("x", { manager: "bot" }), "contested"), []],
    ["is fought for by a person", found(offered("x"), "contested"), ["open /data/x=2"]],
    ["is ignored", found(offered("x"), "ignored"), []],
    ["is skipped", found(offered("x"), "skipped"), []],
  ])("a drift that %s", (_, drift, offers) => {
    expect(brief(lookAt([], 0, [drift]))).toEqual(offers);
  });

  test.each([
    "kubectl",
    "kubectl-edit",
    "k9s",
    "rancher",
    "headlamp",
    "lens",
    "Mozilla",
    "node-fetch",
  ])("%s is a person's tool, and others are by reports.people", (manager) => {
    const drift = found(offered("x", { manager }), "reverted");
    expect(lookAt([], 0, [drift])).toHaveLength(1);
    const other = found(offered("x", { manager: `not-${manager}` }), "reverted");
    expect(lookAt([], 0, [other])).toHaveLength(0);
    const people = [compilePattern(`not-${manager.slice(0, 3)}*`)];
    expect(lookWith({ ...RULES, people }, { book: [], day: 0, drifts: [other] })).toHaveLength(1);
  });

  test("an open one goes with its drift, a reverted one after its time", () => {
    const book = lookAt([], 0, [found(offered("x"), "observed"), found(offered("y"), "reverted")]);
    expect(brief(lookAt(book, 1, []))).toEqual(["reverted /data/y=2"]);
    expect(brief(lookAt(book, 6.9, []))).toEqual(["reverted /data/y=2"]);
    expect(brief(lookAt(book, 7, []))).toEqual([]);
  });

  test("an object that was not judged keeps its offers", () => {
    const other = offered("x", {
      id: { group: "", kind: "ConfigMap", namespace: "shop", name: "b" },
    });
    const book = lookAt([], 0, [found(other, "observed")]);
    expect(brief(lookAt(book, 30, []))).toEqual(["open /data/x=2"]);
  });

  test("at one place the newest counts, and what people said of another value is forgotten", () => {
    const first = declined(lookAt([], 0, [found(offered("x"), "reverted")]));
    expect(brief(first)).toEqual(["reverted /data/x=2 in 3 declined"]);
    expect(brief(lookAt(first, 1, [found(offered("x", { live: "3" }), "reverted")]))).toEqual([
      "reverted /data/x=3",
    ]);
  });

  test("the same drift again stays declined, and its time begins anew", () => {
    const book = declined(lookAt([], 0, [found(offered("x"), "reverted")]));
    const again = lookAt(book, 6, [found(offered("x"), "reverted")]);
    expect(brief(again)).toEqual(["reverted /data/x=2 in 3 declined"]);
    expect(brief(lookAt(again, 12, []))).toEqual(["reverted /data/x=2 in 3 declined"]);
  });

  test("nothing new leaves the very same book", () => {
    const drifts = [found(offered("x"), "observed")];
    const book = lookAt([], 0, drifts);
    expect(lookAt(book, 1, drifts)).toBe(book);
    expect(answerOffers(book, undefined, "main")).toBe(book);
    expect(answerOffers(book, { number: 3, state: "closed", base: "main" }, "main")).toBe(book);
    expect(dropOffers(book, new Set())).toBe(book);
  });

  test("the newest are kept", () => {
    const drifts = Array.from({ length: BOOK_MAX + 5 }, (_, index) =>
      found(offered(`k${index}`), "observed"),
    );
    const book = lookAt([], 0, drifts);
    expect(book).toHaveLength(BOOK_MAX);
    expect(book[0]?.drift.path).toBe("/data/k5");
  });
});

test("a time to come, of a wrong clock or somebody else's hand: it is not offered for ever", () => {
  const book = lookAt([], 0, [found(offered("x"), "reverted")]);
  const later = book.map((offer) => ({ ...offer, foundAtMs: 8.64e15 }));
  expect(lookAt(later, 1, [])).toEqual([]);
});

describe("what people say in the pull request", () => {
  const book = lookAt([], 0, [found(offered("x"), "observed"), found(offered("y"), "observed")]);
  const offers = book.slice(0, 1).map(({ drift }) => identityOf(drift));
  const entered = enterPullRequest(book, 3, new Set(offers));

  test("closed: what it offered is declined, and nothing else", () => {
    expect(
      brief(answerOffers(entered, { number: 3, state: "closed", base: "main" }, "main")),
    ).toEqual(["open /data/x=2 in 3 declined", "open /data/y=2"]);
  });

  test("opened again: it is offered again", () => {
    const closed = answerOffers(entered, { number: 3, state: "closed", base: "main" }, "main");
    expect(answerOffers(closed, { number: 3, state: "open", base: "main" }, "main")).toEqual(
      entered,
    );
  });

  test("merged: Git says the rest", () => {
    expect(answerOffers(entered, { number: 3, state: "merged", base: "main" }, "main")).toBe(
      entered,
    );
    const elsewhere = answerOffers(entered, { number: 3, state: "merged", base: "next" }, "main");
    expect(brief(elsewhere)).toEqual(
      brief(answerOffers(entered, { number: 3, state: "closed", base: "main" }, "main")),
    );
  });

  test("what a pull request offers no more is not declined with it", () => {
    const without = enterPullRequest(entered, 3, new Set());
    expect(
      brief(answerOffers(without, { number: 3, state: "closed", base: "main" }, "main")),
    ).toEqual(["open /data/x=2", "open /data/y=2"]);
  });
});

function declined(book: ReturnType<typeof lookAt>): ReturnType<typeof lookAt> {
  const all = new Set(book.map(({ drift }) => identityOf(drift)));
  return answerOffers(
    enterPullRequest(book, 3, all),
    { number: 3, state: "closed", base: "main" },
    "main",
  );
}
