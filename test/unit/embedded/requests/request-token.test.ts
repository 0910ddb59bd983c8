import { expect, test } from "vitest";
import { askWorld } from "./ask-world.ts";
import { openWorld } from "./open-world.ts";

test.each([
  [599, "may not specify a duration less than 10 minutes"],
  [2 ** 32 + 1, "may not specify a duration larger than 2^32 seconds"],
  [1e18, "may not specify a duration larger than 2^32 seconds"],
])("a token for %d seconds is refused", (expirationSeconds, detail) => {
  const world = openWorld();
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };
  askWorld(world, { verb: "create", plural: "serviceaccounts", body: account });
  const apiVersion = "authentication.k8s.io/v1";
  const request = {
    verb: "create",
    plural: "serviceaccounts",
    name: "default",
    subresource: "token",
    body: { apiVersion, kind: "TokenRequest", spec: { expirationSeconds } },
  } as const;
  expect(() => askWorld(world, request)).toThrow(
    expect.objectContaining({
      code: 422,
      message: `TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: ${expirationSeconds}: ${detail}`,
    }),
  );
});
