import type { JsonObject } from "../../../../src/core/object/json.ts";
import type { World } from "../../../../src/embedded/kinds/resource.ts";
import { answerCall } from "../../../../src/embedded/requests/answer-call.ts";
import type { ObjectAnswer, ObjectCall } from "../../../../src/embedded/requests/object-call.ts";

/** A request about objects of the core group in the namespace `shop`. */
type Asked = Pick<ObjectCall, "verb"> &
  Partial<Pick<ObjectCall, "name" | "subresource">> & {
    readonly plural: string;
    readonly query?: string;
    readonly body?: JsonObject;
  };

/** What a world answers. @throws {StatusError} when it refuses. */
export function askWorld(world: World, asked: Asked): ObjectAnswer {
  const { verb, plural, name = "", subresource = "", query = "", body } = asked;
  const resource = world.catalogue.find({ group: "", version: "v1", plural });
  if (resource === undefined) throw new Error(`no resource ${plural}`);
  return answerCall(
    {
      verb,
      name,
      subresource,
      query: new URLSearchParams(query),
      resource,
      namespace: resource.isNamespaced ? "shop" : "",
      contentType: "application/json",
      body: body === undefined ? "" : JSON.stringify(body),
      userAgent: "probe/1",
    },
    world,
  );
}
