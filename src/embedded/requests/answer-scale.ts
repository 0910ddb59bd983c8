import { type Json, type JsonObject, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import type { World } from "../kinds/resource.ts";
import { trackApply } from "../ownership/track-apply.ts";
import { bodyTypeOf } from "./body-type.ts";
import { apiVersionOf, decodeFields, decodeObjectBody } from "./decode-object-body.ts";
import { invalidObject } from "./invalid-object.ts";
import { matchIdentity } from "./match-identity.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { requireLive } from "./object-place.ts";
import { readApplied } from "./read-applied.ts";
import { readOptions, type WriteOptions } from "./read-options.ts";
import { internalError, methodNotAllowed } from "./refusals.ts";
import { checkVersion, replaceObject, storeReplacement } from "./replace-object.ts";
import { runPatch } from "./run-patch.ts";
import { scaleOf } from "./scale-object.ts";
import { tellScaleConflicts } from "./tell-scale-conflicts.ts";
import { checkUid } from "./uid-precondition.ts";

const SCALE = { group: "autoscaling", version: "v1", kind: "Scale" };

/** What a write to a scale makes of the object that is scaled. */
interface Scaling {
  readonly call: ObjectCall;
  readonly world: World;
  readonly options: WriteOptions;
  readonly live: JsonObject;
}

/** Answers a request about the `scale` of an object. @throws {StatusError} */
export function answerScale(call: ObjectCall, world: World): ObjectAnswer {
  switch (call.verb) {
    case "get":
      return answerWith(requireLive(call, world), call, []);
    case "update":
      return updateScale(call, world);
    case "patch":
      return call.contentType === "application/apply-patch+yaml"
        ? applyScale(call, world)
        : patchScale(call, world);
    case "list":
    case "create":
    case "delete":
    case "deletecollection":
      throw methodNotAllowed();
  }
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
  return answerWith(storeScale(scale, { call, world, options, live }), call, warnings);
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
  return answerWith(storeScale(scale, { call, world, options, live }), call, warnings);
}

function storeScale(scale: JsonObject, { call, world, options, live }: Scaling): JsonObject {
  checkReplicas(scale, call);
  const replicas = numberAt(scale, "spec", "replicas") ?? 0;
  const version = textAt(scale, "metadata", "resourceVersion") ?? "";
  const next = withReplicas(based(live, version), { call, replicas });
  return replaceObject({ call, world, options, live, next }).object;
}

/** An applied scale is an applied configuration of the object with nothing but the number. */
function applyScale(call: ObjectCall, world: World): ObjectAnswer {
  const { resource } = call;
  const options = readOptions(call, "PatchOptions");
  const { config, warnings } = readApplied(call, {
    apiVersion: apiVersionOf(SCALE),
    kind: SCALE.kind,
    validation: options.fieldValidation,
  });
  const live = requireLive(call, world);
  checkApplied(config, call);
  checkReplicas(config, call);
  const { kind } = resource;
  const bare = { apiVersion: apiVersionOf(resource), kind, metadata: config["metadata"] ?? {} };
  const replicas = numberAt(config, "spec", "replicas");
  const tracked = tellScaleConflicts(apiVersionOf(resource), () =>
    trackApply({
      live,
      config: replicas === undefined ? bare : withReplicas(bare, { call, replicas }),
      manager: options.manager,
      force: options.force,
      subresource: call.subresource,
      resource,
      now: world.now(),
    }),
  );
  const next = withReplicas(matchIdentity(tracked, call), { call, replicas: replicasOf(tracked, call) });
  checkVersion({ call, world, options, live, next });
  return answerWith(storeReplacement({ call, world, options, live, next }), call, warnings);
}

function checkApplied(config: JsonObject, call: ObjectCall): void {
  const { unknownFields } = decodeFields(config, bodyTypeOf(SCALE).schema);
  if (unknownFields.length === 0) return;
  const faults = unknownFields.map((field) => `.${field}: field not declared in schema`);
  throw internalError(
    `failed to create typed patch object (${textAt(config, "metadata", "namespace") ?? ""}/${call.name}; autoscaling/v1, Kind=Scale): ${faults.join("\n")}`,
  );
}

/** @throws {StatusError} 422 for a negative number. */
function checkReplicas(scale: JsonObject, { name }: ObjectCall): void {
  const replicas = numberAt(scale, "spec", "replicas") ?? 0;
  if (replicas >= 0) return;
  throw invalidObject({ ...SCALE, name }, [
    {
      kind: "invalid",
      field: "spec.replicas",
      value: replicas,
      detail: "must be greater than or equal to 0",
    },
  ]);
}

function answerWith(
  object: JsonObject,
  { resource }: ObjectCall,
  warnings: readonly string[],
): ObjectAnswer {
  return { code: 200, body: scaleOf(object, resource), warnings };
}

/** The object as based on the version that a scale names, or on the live one when it names none. */
function based(live: JsonObject, version: string): JsonObject {
  if (version === "") return live;
  return { ...live, metadata: { ...objectAt(live, "metadata"), resourceVersion: version } };
}

function replicasOf(object: JsonObject, { resource }: ObjectCall): number {
  return numberAt(object, ...(resource.scale?.specReplicas ?? [])) ?? 0;
}

function withReplicas(
  object: JsonObject,
  { call, replicas }: { call: ObjectCall; replicas: number },
): JsonObject {
  return withValue(object, call.resource.scale?.specReplicas ?? [], replicas);
}

function withValue(object: JsonObject, path: readonly string[], value: Json): JsonObject {
  const [field = "", ...rest] = path;
  if (rest.length === 0) return { ...object, [field]: value };
  return { ...object, [field]: withValue(objectAt(object, field) ?? {}, rest, value) };
}
