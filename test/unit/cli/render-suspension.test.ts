import { expect, test } from "vitest";
import { renderSuspension, type Suspended } from "../../../src/cli/render-suspension.ts";

const HELD = { reason: "night", until: "" };
const TIMED = { reason: "", until: "2026-01-01T00:00:00.000Z" };

test.each<{ readonly suspension: Suspended["suspension"]; readonly line: string }>([
  { suspension: undefined, line: "shop: goes on\n" },
  { suspension: HELD, line: "shop: is suspended\n" },
  { suspension: TIMED, line: "shop: is suspended until 2026-01-01T00:00:00.000Z\n" },
])("suspend and resume say what they did: $line, and in JSON one document", (row) => {
  const { suspension, line } = row;
  const done = { stack: "shop", suspension };
  expect(renderSuspension(done, "text")).toBe(line);
  const document: unknown = JSON.parse(renderSuspension(done, "json"));
  expect(document).toEqual({ name: "shop", suspended: suspension ?? null });
});
