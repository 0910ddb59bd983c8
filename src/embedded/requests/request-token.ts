import { type JsonObject, listAt, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import { invalidObject } from "../invalid-object.ts";
import type { World } from "../kinds/resource.ts";
import { timeText } from "../time-text.ts";
import { bodyTypeOf } from "./body-type.ts";
import { decodeObjectBody } from "./decode-object-body.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { requireLive } from "./object-place.ts";
import { readOptions } from "./read-options.ts";

const TOKEN_REQUEST = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" };
const AUDIENCE = "https://kubernetes.default.svc";
const SECONDS_MIN = 600;
const SECONDS_MAX = 2 ** 32;
const SECONDS = 3_600;

/** Answers a `POST` to `token` of a service account. The token is none: nothing here takes it. @throws {StatusError} */
export function requestToken(call: ObjectCall, world: World): ObjectAnswer {
  const options = readOptions(call, "CreateOptions");
  const { object, warnings } = decodeObjectBody(call, {
    type: bodyTypeOf(TOKEN_REQUEST),
    validation: options.fieldValidation,
    catalogue: world.catalogue,
  });
  const account = requireLive(call, world);
  const seconds = numberAt(object, "spec", "expirationSeconds") ?? SECONDS;
  checkSeconds(seconds);
  const audiences = listAt(object, "spec", "audiences");
  const body: JsonObject = {
    ...object,
    metadata: {
      name: call.name,
      namespace: call.namespace,
      uid: textAt(account, "metadata", "uid") ?? "",
      creationTimestamp: timeText(world.now()),
    },
    spec: {
      ...objectAt(object, "spec"),
      audiences: audiences.length === 0 ? [AUDIENCE] : audiences,
      expirationSeconds: seconds,
      boundObjectRef: objectAt(object, "spec", "boundObjectRef") ?? null,
    },
    status: {
      token: `embedded-${world.randomText(32)}`,
      expirationTimestamp: timeText(world.now() + seconds * 1_000),
    },
  };
  return { code: 201, body, warnings };
}

function checkSeconds(seconds: number): void {
  if (seconds >= SECONDS_MIN && seconds <= SECONDS_MAX) return;
  const limit = seconds < SECONDS_MIN ? "less than 10 minutes" : "larger than 2^32 seconds";
  throw invalidObject({ ...TOKEN_REQUEST, name: "" }, [
    {
      kind: "invalid",
      field: "spec.expirationSeconds",
      value: seconds,
      detail: `may not specify a duration ${limit}`,
    },
  ]);
}
