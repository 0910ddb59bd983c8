import { type Json, type JsonObject, listAt, numberAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalidObject } from "../invalid-object.ts";
import { internalError } from "../refusals.ts";
import { decodeObject } from "../schema/decode-object.ts";
import { bodyTypeOf } from "./body-type.ts";
import { parsedBody } from "./decode-object-body.ts";
import type { ObjectCall } from "./object-call.ts";
import { objectOf } from "./parse-body.ts";
import { isTrue, wholeNumber } from "./query-value.ts";
import { faultsOfDryRun } from "./read-options.ts";
import { unreadableType } from "./type-errors.ts";

/** What becomes of the objects that a deleted one owns. */
export type Propagation = "Orphan" | "Foreground" | "Background";

/** How an object is to be deleted. */
export interface DeleteOptions {
  readonly isDryRun: boolean;
  /** `undefined` for what the kind does by default. */
  readonly graceSeconds: number | undefined;
  /** Empty for none. */
  readonly uid: string;
  /** Empty for none. */
  readonly resourceVersion: string;
  /** `undefined` for what the kind does by default. */
  readonly propagation: Propagation | undefined;
  /** The outdated way to ask for `Background`, which changes the code of the answer. */
  readonly isDependentDelete: boolean;
}

const DELETE_OPTIONS = { group: "", version: "v1", kind: "DeleteOptions" };
const PROPAGATIONS: readonly Propagation[] = ["Foreground", "Background", "Orphan"];

/**
 * The options of a delete: those of its body or, without one, those of its query.
 *
 * @throws {StatusError} 400 for a number that is none, 422 for a value that is not taken, 500 for a body that is no DeleteOptions.
 */
export function readDeleteOptions(call: ObjectCall): DeleteOptions {
  const written = call.body === "" ? fromQuery(call.query) : fromBody(call);
  const faults = faultsOf(written);
  if (faults.length > 0) {
    throw invalidObject({ group: "meta.k8s.io", kind: "DeleteOptions", name: "" }, faults);
  }
  const policy = textAt(written, "propagationPolicy");
  return {
    isDryRun: listAt(written, "dryRun").length > 0,
    graceSeconds: numberAt(written, "gracePeriodSeconds"),
    uid: textAt(written, "preconditions", "uid") ?? "",
    resourceVersion: textAt(written, "preconditions", "resourceVersion") ?? "",
    propagation: propagationOf(written["orphanDependents"], policy),
    isDependentDelete: written["orphanDependents"] === false,
  };
}

function propagationOf(
  orphans: Json | undefined,
  policy: string | undefined,
): Propagation | undefined {
  if (typeof orphans === "boolean") return orphans ? "Orphan" : "Background";
  return PROPAGATIONS.find((each) => each === policy);
}

function fromQuery(query: URLSearchParams): JsonObject {
  const seconds = query.get("gracePeriodSeconds");
  const orphans = query.get("orphanDependents");
  const policy = query.get("propagationPolicy");
  return {
    dryRun: query.getAll("dryRun"),
    ...(seconds === null ? {} : { gracePeriodSeconds: wholeNumber(seconds) }),
    ...(orphans === null ? {} : { orphanDependents: isTrue(orphans) }),
    ...(policy === null ? {} : { propagationPolicy: policy }),
  };
}

function fromBody(call: ObjectCall): JsonObject {
  const parsed = parsedBody(call);
  if (!parsed.ok) throw internalError(parsed.wrong);
  const mistyped = unreadableType(parsed.value);
  if (mistyped !== undefined) throw internalError(mistyped);
  const value = objectOf(parsed.value);
  const kind = textAt(value, "kind") ?? "";
  if (kind !== "" && kind !== DELETE_OPTIONS.kind) {
    const version = textAt(value, "apiVersion") ?? "";
    throw internalError(
      `no kind "${kind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:110"`,
    );
  }
  const { object, wrong } = decodeObject(value, bodyTypeOf(DELETE_OPTIONS).schema);
  if (wrong !== undefined) throw internalError(wrong);
  return object;
}

function faultsOf(written: JsonObject): readonly Fault[] {
  const policy = textAt(written, "propagationPolicy");
  const hasOrphans = typeof written["orphanDependents"] === "boolean";
  return [
    ...(policy === undefined ? [] : faultsOfPolicy(policy, hasOrphans)),
    ...faultsOfDryRun(listAt(written, "dryRun").map(String)),
  ];
}

function faultsOfPolicy(policy: string, hasOrphans: boolean): readonly Fault[] {
  const field = "propagationPolicy";
  if (hasOrphans) {
    const detail = "orphanDependents and deletionPropagation cannot be both set";
    return [{ kind: "invalid", field, value: policy, detail }];
  }
  if (PROPAGATIONS.some((each) => each === policy)) return [];
  const supported = [...PROPAGATIONS, "nil"];
  return [{ kind: "not-supported", field, value: policy, detail: "", supported }];
}
