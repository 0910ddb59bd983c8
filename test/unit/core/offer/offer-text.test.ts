import { describe, expect, test } from "vitest";
import { answerOffers, enterPullRequest } from "../../../../src/core/offer/answer-offers.ts";
import { identityOf } from "../../../../src/core/offer/identity-of.ts";
import { isOfferable } from "../../../../src/core/offer/is-offerable.ts";
import { NO_NOTES, type OfferedDrift } from "../../../../src/core/offer/offer.ts";
import { readOffers, renderOffers } from "../../../../src/core/offer/offer-text.ts";
import { found, lookAt, offered } from "../../../support/offer-builder.ts";

describe("the text that the parent keeps", () => {
  test("reads back as the same book", () => {
    const values = [null, true, 7, "é\n", { a: [1, { b: null }] }, undefined];
    const book = lookAt(
      [],
      3,
      values.map((live, index) => found(offered(`k${index}`, { live }), "observed")),
    );
    const kept = {
      book,
      notes: { ...NO_NOTES, pushed: "0123abcd", newest: 7, isUnlabelled: true },
    };
    expect(readOffers(renderOffers(kept))).toEqual(kept);
    expect(readOffers(renderOffers({ ...kept, book: [] }))).toEqual({ ...kept, book: [] });
    expect(renderOffers({ book: [], notes: NO_NOTES })).toBe("");
  });

  test.each(['"', "\n", "\u0001"])(
    "a value of many %j is kept, and all else beside it",
    (character) => {
      const drift = offered("k", { live: character.repeat(1_024) });
      expect(isOfferable(drift)).toBe(true);
      const book = lookAt([], 3, [found(offered("x"), "observed"), found(drift, "observed")]);
      const kept = { book, notes: { ...NO_NOTES, newest: 7 } };
      expect(readOffers(renderOffers(kept))).toEqual(kept);
    },
  );

  test("an offer of another form takes no other one with it", () => {
    const drifts = [found(offered("x"), "observed"), found(offered("y"), "observed")];
    const text = renderOffers({ book: lookAt([], 3, drifts), notes: NO_NOTES });
    const { book } = readOffers(text.replace('"open"', '"lost"'));
    expect(book.map(({ drift }) => drift.path)).toEqual(["/data/y"]);
  });

  test("is bounded: the newest of a book that is too long", () => {
    const live = "x".repeat(1000);
    const drifts = Array.from({ length: 100 }, (_, index) =>
      found(offered(`k${index}`, { live: live + index }), "observed"),
    );
    const text = renderOffers({ book: lookAt([], 0, drifts), notes: NO_NOTES });
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(readOffers(text).book.at(-1)?.drift.path).toBe("/data/k99");
  });

  test("what somebody declined is kept before what is newer", () => {
    const live = "x".repeat(1000);
    const all = Array.from({ length: 100 }, (_, index) => offered(`k${index}`, { live }));
    const looked = lookAt(
      [],
      0,
      all.map((drift) => found(drift, "observed")),
    );
    const told = enterPullRequest(looked, 3, new Set(all.slice(0, 1).map(identityOf)));
    const book = answerOffers(told, { number: 3, state: "closed", base: "main" }, "main");
    const { book: kept } = readOffers(renderOffers({ book, notes: NO_NOTES }));
    expect(kept[0]).toMatchObject({ drift: { path: "/data/k0" }, isDeclined: true });
    expect(kept.at(-1)?.drift.path).toBe("/data/k99");
  });

  test.each([
    ["no JSON", "{"],
    ["another form", '{"a":1}'],
    ["too long", `[${" ".repeat(70_000)}]`],
    ["a Secret's value", textWith({ id: "Secret/shop/a" })],
    ["no id", textWith({ id: "nobody" })],
    ["a credential", textWith({ live: '"https://bot:hunter2@git.example"' })],
    ["a whole object", textWith({ path: "" })],
    ["a value that is no JSON", textWith({ live: "[".repeat(500) })],
  ])("%s reads as nothing", (_, text) => {
    expect(readOffers(text)).toEqual({ book: [], notes: NO_NOTES });
  });
});

test.each<[string, Partial<OfferedDrift>, boolean]>([
  ["a value", {}, true],
  ["a value that is gone", { live: undefined, class: "removed" }, true],
  [
    "the data of a Secret",
    { id: { group: "", kind: "Secret", namespace: "shop", name: "a" } },
    false,
  ],
  ["a URL with a password", { live: "https://bot:hunter2@host" }, false],
  ["more than a report shows", { live: "x".repeat(2000) }, false],
  ["an object that is gone", { class: "missing", path: "" }, false],
  ["an owner beside us", { class: "coowned" }, false],
  ["our own annotation", { path: "/metadata/annotations/lockstep.dev~1revision" }, false],
  ["a manager that a report masks", { manager: "https://bot:hunter2@host" }, false],
  ["a path that a report masks", { path: "/data/https:~1~1bot:hunter2@host" }, false],
])("%s: offerable is %o", (_, drift, expected) => {
  expect(isOfferable(offered("x", drift))).toBe(expected);
});

function textWith(change: Readonly<Record<string, string>>): string {
  const offer = {
    id: "ConfigMap/shop/a",
    class: "changed",
    path: "/data/x",
    live: '"2"',
    manager: "kubectl",
    state: "open",
    foundAtMs: 0,
    pullRequest: 0,
    isDeclined: false,
    ...change,
  };
  return JSON.stringify({ notes: NO_NOTES, offers: [offer] });
}
