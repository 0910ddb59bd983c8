import { describe, expect, test } from "vitest";
import { openWorld } from "./open-world.ts";
import { readTalks, sayTalk } from "./talk.ts";

/**
 * What stands in `talks/` was recorded from kube-apiserver 1.34: `>` begins a request, `<` its answer, `!` a warning. A
 * request without an answer is one that we answer otherwise, for a reason.
 */
describe.each(readTalks())("as kube-apiserver: $file", ({ talks }) => {
  const place = { world: openWorld(), kept: new Map<string, string>() };
  test.each(talks.map((talk) => [talk.title, talk] as const))("%s", (_, talk) => {
    expect(sayTalk(talk, place)).toEqual(talk.turns);
  });
});
