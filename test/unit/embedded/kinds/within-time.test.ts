import { expect, test } from "vitest";
import { sharingTime, withinTime } from "../../../../src/embedded/kinds/within-time.ts";
import { StatusError } from "../../../../src/embedded/status-error.ts";

/** What never ends by itself within the time that it is given. */
function endless(): never {
  for (;;);
}

function outcomeOf(run: () => unknown): string {
  try {
    return String(run());
  } catch (error) {
    return error instanceof StatusError ? String(error.code) : String(error);
  }
}

test("what takes too long is broken off, what is done in time and what it throws come through", () => {
  expect(outcomeOf(() => withinTime(endless, 20))).toBe("504");
  expect(outcomeOf(() => withinTime(() => "done", 20))).toBe("done");
  expect(
    outcomeOf(() =>
      withinTime(() => {
        throw new RangeError("own");
      }, 20),
    ),
  ).toBe("RangeError: own");
});

test("the parts of one request have the time of one together", () => {
  const outcomes: string[] = [];
  const from = performance.now();
  sharingTime(() => {
    for (let part = 0; part < 50; part += 1) outcomes.push(outcomeOf(() => withinTime(endless)));
  }, 100);
  expect(performance.now() - from).toBeLessThan(1000);
  expect(new Set(outcomes)).toEqual(new Set(["504"]));
  expect(withinTime(() => "the next request has its own", 20)).toBe("the next request has its own");
});

test("a part within a part is broken off with it", () => {
  expect(outcomeOf(() => withinTime(() => withinTime(endless), 20))).toBe("504");
  expect(outcomeOf(() => withinTime(() => withinTime(() => "inner"), 20))).toBe("inner");
});
