import { expect, test } from "vitest";
import { describeRefusal } from "../../../../src/core/wording/describe-refusal.ts";

const WEB = "Deployment.apps/shop/web";

test.each([
  [
    { id: "", code: "timed-out", message: "no answer." },
    "no answer (timed-out); check the address and the network; it is tried again",
  ],
  [
    { id: WEB, code: "quota", message: "exceeded" },
    `${WEB}: exceeded (quota); raise the quota or free a part of it; it is tried again`,
  ],
  [
    { id: WEB, code: "forbidden", message: `${WEB}: no` },
    `${WEB}: no (forbidden); give the account this permission`,
  ],
  // The place comes first, so that an editor follows it; the object is named once.
  [
    { id: WEB, code: "refused-component", message: `a.yaml:1:1: ${WEB} waits for itself` },
    `a.yaml:1:1: ${WEB} waits for itself (refused-component)`,
  ],
  [
    { id: WEB, code: "refused-component", message: `a.yaml:1:1: ${WEB}2 waits for itself` },
    `${WEB}: a.yaml:1:1: ${WEB}2 waits for itself (refused-component)`,
  ],
  // What was not found differs from case to case: the message says what to do.
  [
    { id: "", code: "not-found", message: "the folder a does not exist: check source.url" },
    "the folder a does not exist: check source.url (not-found)",
  ],
])("%j", (refusal, sentence) => {
  expect(describeRefusal(refusal)).toBe(sentence);
});
