import { describe, expect, test } from "vitest";
import { base64Of } from "../../../../src/core/manifest/base64-of.ts";

describe("base64Of", () => {
  test.each([
    ["", ""],
    ["f", "Zg=="],
    ["fo", "Zm8="],
    ["foo", "Zm9v"],
    ["foob", "Zm9vYg=="],
    ["é€😀", "w6nigqzwn5iA"],
    ["\u{D800}", "77+9"],
  ])("%j → %s", (text, want) => {
    expect(base64Of(text)).toBe(want);
  });
});
