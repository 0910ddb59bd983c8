import { isJsonEqual, type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid } from "../make-fault.ts";
import { fixed } from "./fixed-field.ts";

const FIXED = [
  "completions",
  "selector",
  "template",
  "completionMode",
  "podFailurePolicy",
  "backoffLimitPerIndex",
  "managedBy",
  "successPolicy",
];

/** Where the pods of a job that waits may be sent, can still be said. */
const FREE_OF_SPEC = ["nodeSelector", "affinity", "tolerations", "schedulingGates"];

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#mutable-scheduling-directives */
export function jobUpdateFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  return FIXED.flatMap((field) =>
    field === "template" ? templateFaults(next, live) : fieldFaults(next, live, field),
  );
}

/** A job with numbered pods may grow and shrink with its parallelism. */
function fieldFaults(next: JsonObject, live: JsonObject, field: string): readonly Fault[] {
  const spec = objectAt(next, "spec") ?? {};
  const isElastic =
    field === "completions" &&
    textAt(spec, "completionMode") === "Indexed" &&
    isJsonEqual(spec["completions"], spec["parallelism"]);
  return isElastic ? [] : fixed(`spec.${field}`)(next, live);
}

function templateFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  const template = objectAt(next, "spec", "template") ?? {};
  const was = objectAt(live, "spec", "template") ?? {};
  const isWaiting =
    objectAt(live, "spec")?.["suspend"] === true &&
    textAt(live, "status", "startTime") === undefined;
  const isSame = isWaiting
    ? isJsonEqual(withoutPlacement(template), withoutPlacement(was))
    : isJsonEqual(template, was);
  return isSame ? [] : [invalid("spec.template", template, "field is immutable")];
}

function withoutPlacement(template: JsonObject): JsonObject {
  const spec = Object.entries(objectAt(template, "spec") ?? {});
  const { metadata: _, ...rest } = template;
  return {
    ...rest,
    spec: Object.fromEntries(spec.filter(([field]) => !FREE_OF_SPEC.includes(field))),
  };
}
