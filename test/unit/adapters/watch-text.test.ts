import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { watchText } from "../../../src/adapters/files/watch-text.ts";
import { eventually } from "../../support/eventually.ts";

const LOOK_MS = 5;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lockstep-watch-"));
});
afterAll(async () => rm(folder, { recursive: true }));

interface Watched {
  readonly calls: () => number;
  /** The most calls that ran at one moment. */
  readonly most: () => number;
}

/** Watches a file of the folder; `answers` says what its first calls come to, the later ones are taken. */
function watch(name: string, answers: readonly boolean[] = []): Watched {
  let [calls, running, most] = [0, 0, 0];
  const stop = watchText(
    join(folder, name),
    async () => {
      running += 1;
      most = Math.max(most, running);
      await delay(2 * LOOK_MS);
      running -= 1;
      calls += 1;
      return answers[calls - 1] ?? true;
    },
    LOOK_MS,
  );
  onTestFinished(stop);
  return { calls: () => calls, most: () => most };
}

test("a file is taken at the first look, and not again while it stays", async () => {
  await writeFile(join(folder, "a"), "1");
  const watched = watch("a");
  await eventually("it is taken", () => watched.calls() === 1);
  await delay(10 * LOOK_MS);
  expect(watched.calls()).toBe(1);
});

test("each change is taken, one at a time", async () => {
  await writeFile(join(folder, "b"), "1");
  const watched = watch("b");
  for (const text of ["12", "123", "1234"]) {
    const before = watched.calls();
    // oxlint-disable-next-line no-await-in-loop -- one change after the other
    await writeFile(join(folder, "b"), text);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await eventually("it is taken", () => watched.calls() > before);
  }
  expect(watched.most()).toBe(1);
});

test("what was not taken is tried again at each look", async () => {
  await writeFile(join(folder, "c"), "1");
  const watched = watch("c", [false, false]);
  await eventually("it is taken", () => watched.calls() === 3);
  await delay(10 * LOOK_MS);
  expect(watched.calls()).toBe(3);
});

test("a file that is not there is tried, and taken once it is", async () => {
  const watched = watch("d", [false, false]);
  await eventually("it is missed", () => watched.calls() >= 2);
  await writeFile(join(folder, "d"), "1");
  await eventually("it is taken", () => watched.calls() >= 3);
  expect(watched.most()).toBe(1);
});
