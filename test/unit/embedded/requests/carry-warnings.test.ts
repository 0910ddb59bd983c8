import { expect, test } from "vitest";
import { carryWarnings } from "../../../../src/embedded/requests/carry-warnings.ts";
import { StatusError } from "../../../../src/embedded/status-error.ts";
import { askWorld } from "./ask-world.ts";
import { openWorld } from "./open-world.ts";

test("warnings come first in an answer", () => {
  const answer = carryWarnings(["a"], () => ({ code: 200, warnings: ["b"] }));
  expect(answer).toEqual({ code: 200, warnings: ["a", "b"] });
});

test("a refusal keeps what it says and is warned of as well", () => {
  const refusal = new StatusError(422, { reason: "Invalid", message: "m", details: { name: "x" } });
  const { code, reason, message, details, warnings } = refused(() =>
    carryWarnings(["a"], () => {
      throw refusal.withWarnings(["b"]);
    }),
  );
  expect({ code, reason, message, details, warnings }).toEqual({
    code: 422,
    reason: "Invalid",
    message: "m",
    details: { name: "x" },
    warnings: ["a", "b"],
  });
});

test("what is no refusal passes as it is", () => {
  expect(() =>
    carryWarnings(["a"], () => {
      throw new TypeError("defect");
    }),
  ).toThrow(new TypeError("defect"));
});

test("unknown fields and deprecated kinds are told of when the object is refused, too", () => {
  const body = {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name: "Bad_Name" },
    surprise: 1,
  };
  const { code, warnings } = refused(() =>
    askWorld(openWorld(), { verb: "create", plural: "endpoints", body }),
  );
  expect([code, ...warnings]).toEqual([
    422,
    "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
    'unknown field "surprise"',
  ]);
});

function refused(act: () => unknown): StatusError {
  try {
    act();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}
