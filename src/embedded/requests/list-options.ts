import type { Fault, World } from "../kinds/resource.ts";
import { StatusError } from "../status-error.ts";
import { decodeContinueToken, type ListPosition } from "../store/continue-token.ts";
import { checkAge, versionError } from "./check-age.ts";
import { wholeNumber } from "./delete-options.ts";
import { invalidObject } from "./invalid-object.ts";
import type { ObjectCall } from "./object-call.ts";
import { badRequest } from "./refusals.ts";

/** Which page of a list, and of when. */
export interface ListOptions {
  /** 0 for all. */
  readonly limit: number;
  /** Where the page begins; `undefined` for the first one. */
  readonly from: ListPosition | undefined;
  /** The list as it was then; `undefined` for now. */
  readonly exactRevision: number | undefined;
  /** The refusal of an `exactRevision` that is not kept any more. */
  readonly expired: StatusError;
}

const MATCHES = ["Exact", "NotOlderThan", ""];

/**
 * The options of a list, from its query.
 *
 * @throws {StatusError} 400, 422, or 504 for a resourceVersion of the future.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
 */
export function readListOptions({ query }: ObjectCall, world: World): ListOptions {
  const limit = Math.max(0, wholeNumber(query.get("limit") ?? "0"));
  wholeNumber(query.get("timeoutSeconds") ?? "0");
  const faults = faultsOf(query);
  if (faults.length > 0) {
    throw invalidObject({ group: "meta.k8s.io", kind: "ListOptions", name: "" }, faults);
  }
  const token = query.get("continue") ?? "";
  const version = query.get("resourceVersion") ?? "";
  const from = token === "" ? undefined : decodeContinueToken(token);
  if (from !== undefined && version !== "" && version !== "0") {
    throw badRequest("specifying resource version is not allowed when using continue");
  }
  const wrong = versionError(version);
  if (wrong !== undefined) {
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: "${version}": ${wrong}`,
    );
  }
  checkAge(version, world);
  return {
    limit,
    from,
    exactRevision: isExact(query, limit) ? Number(version) : undefined,
    expired: new StatusError(410, {
      reason: "Expired",
      message: `The resourceVersion for the provided list is too old.`,
    }),
  };
}

/** A limited list of a version is one of exactly that version, for its pages must fit together. */
function isExact(query: URLSearchParams, limit: number): boolean {
  const version = query.get("resourceVersion") ?? "";
  const match = query.get("resourceVersionMatch") ?? "";
  return match === "Exact" || (match === "" && limit > 0 && version !== "" && version !== "0");
}

function faultsOf(query: URLSearchParams): readonly Fault[] {
  const field = "resourceVersionMatch";
  const match = query.get(field) ?? "";
  const version = query.get("resourceVersion") ?? "";
  if (query.has("sendInitialEvents")) {
    return [
      {
        kind: "forbidden",
        field: "sendInitialEvents",
        detail: "sendInitialEvents is forbidden for list",
      },
    ];
  }
  if (match === "") return [];
  const details = [
    ...(version === ""
      ? ["resourceVersionMatch is forbidden unless resourceVersion is provided"]
      : []),
    ...((query.get("continue") ?? "") === ""
      ? []
      : ["resourceVersionMatch is forbidden when continue is provided"]),
  ];
  return [
    ...details.map((detail): Fault => ({ kind: "forbidden", field, detail })),
    ...(MATCHES.includes(match)
      ? []
      : [{ kind: "not-supported" as const, field, value: match, detail: "", supported: MATCHES }]),
    ...(match === "Exact" && version === "0"
      ? [
          {
            kind: "forbidden" as const,
            field,
            detail: 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
          },
        ]
      : []),
  ];
}
