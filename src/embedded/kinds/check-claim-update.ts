import { isJsonEqual, type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid } from "../make-fault.ts";
import { quantityNanos } from "./quantity-nanos.ts";

const IMMUTABLE =
  "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";

/** A claim keeps what it asks for; once bound it may ask for more room. */
export function claimUpdateFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  const spec = objectAt(next, "spec") ?? {};
  const was = objectAt(live, "spec") ?? {};
  const isBound = textAt(live, "status", "phase") === "Bound";
  const isSame = isJsonEqual(fixedPart(spec, was, isBound), fixedPart(was, was, isBound));
  const isModeSame = isJsonEqual(spec["volumeMode"], was["volumeMode"]);
  return [
    ...(isSame ? [] : [forbidden("spec", IMMUTABLE)]),
    ...(isSame && isBound ? shrinkFaults(spec, was) : []),
    ...(isModeSame
      ? []
      : [invalid("volumeMode", spec["volumeMode"] ?? null, "field is immutable")]),
  ];
}

/** A volume may be named once, and a class where there was none. */
function fixedPart(spec: JsonObject, was: JsonObject, isBound: boolean): JsonObject {
  const resources = objectAt(spec, "resources") ?? {};
  const { requests: _, ...otherResources } = resources;
  const isNamed = was["volumeName"] !== undefined;
  const isClassed = was["storageClassName"] !== undefined;
  return {
    ...spec,
    resources: isBound ? otherResources : resources,
    volumeName: (isNamed ? spec["volumeName"] : undefined) ?? "",
    storageClassName: (isClassed ? spec["storageClassName"] : undefined) ?? "",
    ...(isBound ? { volumeAttributesClassName: "" } : {}),
  };
}

function shrinkFaults(spec: JsonObject, was: JsonObject): readonly Fault[] {
  const [size, before] = [spec, was].map((each) =>
    quantityNanos(textAt(each, "resources", "requests", "storage") ?? "0"),
  );
  if (size === undefined || before === undefined || size >= before) return [];
  return [
    forbidden("spec.resources.requests.storage", "field can not be less than status.capacity"),
  ];
}
