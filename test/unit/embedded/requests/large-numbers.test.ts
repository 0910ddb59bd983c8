import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../../../src/core/object/json.ts";
import type { World } from "../../../../src/embedded/kinds/resource.ts";
import { answerCall } from "../../../../src/embedded/requests/answer-call.ts";
import type { ObjectAnswer, ObjectCall } from "../../../../src/embedded/requests/object-call.ts";
import { openWorld } from "./open-world.ts";

type Asked = Pick<ObjectCall, "verb"> &
  Partial<Pick<ObjectCall, "name" | "subresource" | "query">> & {
    readonly plural: string;
    readonly body?: JsonObject;
  };

function ask(world: World, { plural, body, ...asked }: Asked): ObjectAnswer {
  const resource = world.catalogue.find({ group: "", version: "v1", plural });
  if (resource === undefined) throw new Error(`no resource ${plural}`);
  return answerCall(
    {
      name: "",
      subresource: "",
      query: new URLSearchParams(),
      ...asked,
      resource,
      namespace: "shop",
      contentType: "application/json",
      body: body === undefined ? "" : JSON.stringify(body),
      caller: { user: "admin", userAgent: "probe/1" },
    },
    world,
  );
}

function worldWithPod(spec: JsonObject): World {
  const world = openWorld();
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };
  ask(world, { verb: "create", plural: "serviceaccounts", body: account });
  const containers = [{ name: "c", image: "web:1" }];
  ask(world, {
    verb: "create",
    plural: "pods",
    body: {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web" },
      spec: { nodeName: "node", containers, ...spec },
    },
  });
  return world;
}

test.each([
  { says: "its own spec", spec: { terminationGracePeriodSeconds: 1e15 }, query: "" },
  { says: "the request", spec: {}, query: "gracePeriodSeconds=999999999999999" },
])("a pod that $says gives more time than a date can hold ends in the year 9999", ({
  spec,
  query,
}) => {
  const world = worldWithPod(spec);
  const { code, body } = ask(world, {
    verb: "delete",
    plural: "pods",
    name: "web",
    query: new URLSearchParams(query),
  });
  expect([code, textAt(body, "metadata", "deletionTimestamp")]).toEqual([
    200,
    "9999-12-31T23:59:59Z",
  ]);
});

test.each([
  [599, "may not specify a duration less than 10 minutes"],
  [2 ** 32 + 1, "may not specify a duration larger than 2^32 seconds"],
  [1e18, "may not specify a duration larger than 2^32 seconds"],
])("a token for %d seconds is refused", (expirationSeconds, detail) => {
  const world = worldWithPod({});
  const request = {
    verb: "create",
    plural: "serviceaccounts",
    name: "default",
    subresource: "token",
    body: {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      spec: { expirationSeconds },
    },
  } as const;
  expect(() => ask(world, request)).toThrow(
    expect.objectContaining({ code: 422, message: expect.stringContaining(detail) }),
  );
});
