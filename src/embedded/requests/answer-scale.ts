import { type JsonObject, textAt, valueAt } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import type { World } from "../kinds/resource.ts";
import { internalError, methodNotAllowed, serverFault } from "../refusals.ts";
import { bodyTypeOf } from "./body-type.ts";
import { carryWarnings } from "./carry-warnings.ts";
import { decodeFields, decodeObjectBody } from "./decode-object-body.ts";
import type { Written } from "./insert-object.ts";
import { matchIdentity } from "./match-identity.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { requireLive } from "./object-place.ts";
import { APPLY_PATCH } from "./patch-types.ts";
import { readApplied } from "./read-applied.ts";
import { readOptions } from "./read-options.ts";
import { runPatch } from "./run-patch.ts";
import { scaleOf } from "./scale-object.ts";
import { checkUid } from "./uid-precondition.ts";
import { applyToScale, SCALE, writeScale } from "./write-scale.ts";

/** Answers a request about the `scale` of an object. @throws {StatusError} */
export function answerScale(call: ObjectCall, world: World): ObjectAnswer {
  switch (call.verb) {
    case "get":
      return readScale(call, world);
    case "update":
      return updateScale(call, world);
    case "patch":
      return call.contentType === APPLY_PATCH ? applyScale(call, world) : patchScale(call, world);
    case "list":
    case "create":
    case "delete":
    case "deletecollection":
      throw methodNotAllowed();
  }
}

function readScale(call: ObjectCall, world: World): ObjectAnswer {
  const live = requireLive(call, world);
  const path = call.resource.scale?.specReplicas ?? [];
  if (call.resource.isCustom && valueAt(live, ...path) === undefined) {
    throw serverFault(`the spec replicas field ".${path.join(".")}" does not exist`);
  }
  return { code: 200, body: scaleOf(live, call.resource), warnings: [] };
}

function updateScale(call: ObjectCall, world: World): ObjectAnswer {
  const options = readOptions(call, "UpdateOptions");
  const { object, warnings } = decodeObjectBody(call, {
    type: bodyTypeOf(SCALE),
    validation: options.fieldValidation,
    catalogue: world.catalogue,
  });
  const scale = matchIdentity(object, call);
  const live = requireLive(call, world);
  checkUid(call, { uid: textAt(scale, "metadata", "uid") ?? "", live });
  return carryWarnings(warnings, () =>
    answerWith(writeScale(scale, { call, world, options, live }), call),
  );
}

function patchScale(call: ObjectCall, world: World): ObjectAnswer {
  const options = readOptions(call, "PatchOptions");
  const live = requireLive(call, world);
  const { next, warnings } = runPatch(scaleOf(live, call.resource), {
    call,
    world,
    type: bodyTypeOf(SCALE),
    validation: options.fieldValidation,
  });
  const scale = matchIdentity(next, call);
  return carryWarnings(warnings, () =>
    answerWith(writeScale(scale, { call, world, options, live }), call),
  );
}

function applyScale(call: ObjectCall, world: World): ObjectAnswer {
  const options = readOptions(call, "PatchOptions");
  const { config, warnings } = readApplied(call, {
    apiVersion: apiVersionOf(SCALE),
    kind: SCALE.kind,
    validation: options.fieldValidation,
  });
  const live = requireLive(call, world);
  checkApplied(config, call);
  return carryWarnings(warnings, () =>
    answerWith(applyToScale(config, { call, world, options, live }), call),
  );
}

function checkApplied(config: JsonObject, { name }: ObjectCall): void {
  const { unknownFields } = decodeFields(config, bodyTypeOf(SCALE).schema);
  if (unknownFields.length === 0) return;
  const namespace = textAt(config, "metadata", "namespace") ?? "";
  const faults = unknownFields.map((field) => `.${field}: field not declared in schema`);
  throw internalError(
    `failed to create typed patch object (${namespace}/${name}; autoscaling/v1, Kind=Scale): ${faults.join("\n")}`,
  );
}

function answerWith({ object, warnings }: Written, { resource }: ObjectCall): ObjectAnswer {
  return { code: 200, body: scaleOf(object, resource), warnings };
}
