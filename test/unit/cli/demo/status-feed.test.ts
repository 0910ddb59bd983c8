import { expect, test } from "vitest";
import { openStatusFeed } from "../../../../src/cli/demo/status-feed.ts";
import { stackStatus } from "../../../support/status-builder.ts";

test("`until` takes the present status, or the first of the next ones that fits", async () => {
  const feed = openStatusFeed();
  const later = feed.until(({ writes }) => writes >= 2);
  feed.take(stackStatus({ writes: 1 }));
  feed.take(stackStatus({ writes: 2 }));
  feed.take(stackStatus({ writes: 3 }));
  expect((await later).writes).toBe(2);
  expect((await feed.until(({ writes }) => writes > 0)).writes).toBe(3);
});

test("who stops following hears no more", () => {
  const feed = openStatusFeed();
  const heard: number[] = [];
  const stop = feed.follow(({ writes }) => heard.push(writes));
  feed.take(stackStatus({ writes: 1 }));
  stop();
  feed.take(stackStatus({ writes: 2 }));
  expect([heard, feed.current()?.writes]).toEqual([[1], 2]);
});
