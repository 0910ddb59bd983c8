import { expect, test } from "vitest";
import { findBase64Fault } from "../../../../src/embedded/schema/find-base64-fault.ts";

// Answers of kube-apiserver 1.34.4.
test.each([
  ["", undefined],
  ["YQ==", undefined],
  ["YR==", undefined],
  ["YQ==\n", undefined],
  ["\nYQ==", undefined],
  ["x", 0],
  ["YQ", 0],
  ["Y Q==", 1],
  ["!!!!", 0],
  ["_-8=", 0],
  ["YQ===", 4],
  ["YWI=YWI=", 4],
])("%j: %s", (text, fault) => {
  expect(findBase64Fault(text)).toBe(fault);
});
