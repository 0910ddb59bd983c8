import { expect, test } from "vitest";
import { confirmsPrune } from "../../../../src/core/inventory/confirms-prune.ts";

test.each([
  ["Drop all\n\nLockstep-Confirm-Prune: shop\n", true],
  ["Drop all\n\nWhy.\n\nSigned-off-by: A <a@b>\nlockstep-confirm-prune:shop", true],
  ["Drop all\r\n\r\nLockstep-Confirm-Prune: shop\r\n", true],
  ["Drop all\n\nLockstep-Confirm-Prune: other", false],
  ["Drop all\n\nLockstep-Confirm-Prune: shop and more", false],
  ["Drop all\n\nLockstep-Confirm-Prune: shop\n\nNot the last paragraph.", false],
  ["Lockstep-Confirm-Prune: shop", false],
  ["Drop all\n\nUse Lockstep-Confirm-Prune: shop", false],
  ["", false],
])("%j confirms the stack shop: %s", (message, confirms) => {
  expect(confirmsPrune(message, "shop")).toBe(confirms);
});
