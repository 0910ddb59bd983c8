import { describe, expect, test } from "vitest";
import { Ledger } from "../../../support/report-ledger.ts";

describe("G1: when the ledger gets a commit", () => {
  test("nothing was ever found: no file at all", () => {
    const ledger = new Ledger();
    expect([ledger.at(0), ledger.at(1, []), ledger.at(9, [])]).toEqual(["keep", "keep", "keep"]);
  });

  test("a drift that is found and reverted in one pass: one commit at once, one closing commit", () => {
    const ledger = new Ledger();
    expect([
      ledger.at(0, ["a=1"]),
      ledger.at(1, []),
      ledger.at(4, []),
      ledger.at(5),
      ledger.at(6, []),
      ledger.at(60, []),
    ]).toEqual([
      "commit found: a=1 reverted",
      "wait until 5",
      "wait until 5",
      "commit none: a=1 reverted",
      "keep",
      "keep",
    ]);
  });

  test("the same drift again, before the report is closed: no commit, and closed when it rests", () => {
    const ledger = new Ledger();
    const looks = [
      ledger.at(0, ["a=1"]),
      ledger.at(1, []),
      ledger.at(2, ["a=1"]),
      ledger.at(6, ["a=1"]),
    ];
    expect(looks).toEqual(["commit found: a=1 reverted", "wait until 5", "keep", "keep"]);
    expect([ledger.at(7, []), ledger.at(11)]).toEqual([
      "wait until 11",
      "commit none: a=1 reverted",
    ]);
  });

  test("the same drift again after the closing commit: a new one", () => {
    const ledger = new Ledger();
    ledger.at(0, ["a=1"]);
    ledger.at(5, []);
    expect([ledger.at(6, ["a=1"]), ledger.at(10, ["a=1"])]).toEqual([
      "wait until 10",
      "commit found: a=1 reverted",
    ]);
  });

  test("50 different drifts in a minute: two commits, none lost", () => {
    const ledger = new Ledger();
    for (let index = 0; index < 50; index += 1) ledger.at(index / 50, [`d${index}=1`]);
    for (let minute = 1; minute < 60; minute += 1) ledger.at(minute, []);
    expect(ledger.commits.map((line) => line.split(":")[0])).toEqual([
      "commit found",
      "commit none",
    ]);
    const named = new Set(ledger.commits.join(" ").match(/d\d+=1 reverted/g));
    expect(named.size).toBe(50);
  });

  test("an open drift is told once, and its end without us at once", () => {
    const ledger = new Ledger();
    expect([
      ledger.at(0, ["a=1 observed"]),
      ledger.at(10, ["a=1 observed"]),
      ledger.at(20, []),
      ledger.at(21, []),
    ]).toEqual(["commit found: a=1 open", "keep", "commit none: a=1 gone", "keep"]);
  });

  test("one of two ends: the report says so, and is closed with the other", () => {
    const ledger = new Ledger();
    expect([
      ledger.at(0, ["a=1 observed", "b=1 observed"]),
      ledger.at(10, ["b=1 observed"]),
      ledger.at(20, []),
    ]).toEqual([
      "commit found: a=1 open, b=1 open",
      "commit found: a=1 gone, b=1 open",
      "commit none: a=1 gone, b=1 gone",
    ]);
  });

  test("a new value, a failed revert and its success are news", () => {
    const ledger = new Ledger();
    expect([
      ledger.at(0, ["a=1 failed"]),
      ledger.at(10, ["a=1 reverted"]),
      ledger.at(11, ["a=2 reverted"]),
      ledger.at(15),
    ]).toEqual([
      "commit found: a=1 open",
      "commit found: a=1 reverted",
      "wait until 15",
      "commit found: a=2 reverted",
    ]);
  });

  test("what is done about an open drift is news, too", () => {
    const ledger = new Ledger();
    expect([ledger.at(0, ["a=1 observed"]), ledger.at(9, ["a=1 failed"])]).toEqual([
      "commit found: a=1 open",
      "commit found: a=1 open",
    ]);
  });

  test("what came and went while waiting is listed once", () => {
    const ledger = new Ledger();
    ledger.at(0, ["a=1"]);
    ledger.at(1, ["b=1 observed"]);
    ledger.at(2, ["c=1 observed"]);
    expect([ledger.at(5), ledger.at(10, ["c=1 observed"])]).toEqual([
      "commit found: b=1 gone, c=1 open",
      "keep",
    ]);
  });

  test("ignored differences are no drift", () => {
    const ledger = new Ledger();
    expect([ledger.at(0, ["a=1 ignored"]), ledger.at(9, ["b=1", "a=1 ignored"])]).toEqual([
      "keep",
      "commit found: b=1 reverted",
    ]);
  });
});

describe("G4: the ledger is down", () => {
  test("what came and went meanwhile is delivered as one commit", () => {
    const ledger = new Ledger();
    ledger.isDown = true;
    ledger.at(0, ["a=1"]);
    ledger.at(1, ["b=1"]);
    ledger.at(2, []);
    ledger.isDown = false;
    expect([ledger.at(3), ledger.at(4, [])]).toEqual([
      "commit none: a=1 reverted, b=1 reverted",
      "keep",
    ]);
  });

  test("more than 1,000 drifts: the newest are kept and the rest is counted", () => {
    const ledger = new Ledger();
    ledger.isDown = true;
    ledger.at(
      0,
      Array.from({ length: 1003 }, (_, index) => `d${index}=1`),
    );
    ledger.at(2, []);
    ledger.isDown = false;
    const line = ledger.at(3);
    expect([line.split(", ").length, line.includes("d2=1"), line.includes("d3=1")]).toEqual([
      1001,
      false,
      true,
    ]);
    expect(line).toContain("3 dropped");
  });

  test("more than 1,000 open drifts are no news again and again", () => {
    const ledger = new Ledger();
    const many = Array.from({ length: 1500 }, (_, index) => `d${index}=1 observed`);
    expect(ledger.at(0, many)).toContain("500 dropped");
    expect([ledger.at(10, many), ledger.at(20, many)]).toEqual(["keep", "keep"]);
  });
});

describe("the agent was restarted", () => {
  test("an open drift that the ledger names is not told again", () => {
    const ledger = new Ledger();
    ledger.at(0, ["a=1 observed"]);
    ledger.restart();
    expect([ledger.at(1), ledger.at(2, ["a=1 observed"])]).toEqual(["keep", "keep"]);
  });

  test("a drift that ended meanwhile is told, a reverted one closed", () => {
    const ledger = new Ledger();
    ledger.at(0, ["a=1 observed", "b=1"]);
    ledger.restart();
    expect([ledger.at(1), ledger.at(2, [])]).toEqual([
      "keep",
      "commit none: a=1 gone, b=1 reverted",
    ]);
  });

  test("a closed report stays closed", () => {
    const ledger = new Ledger();
    ledger.at(0, ["a=1"]);
    ledger.at(5, []);
    ledger.restart();
    expect(ledger.at(20, [])).toBe("keep");
  });
});
