import type { Fault } from "../fault.ts";
import { invalidObject } from "../invalid-object.ts";
import type { World } from "../kinds/resource.ts";
import { badRequest } from "../refusals.ts";
import { StatusError } from "../status-error.ts";
import { decodeContinueToken, type ListPosition } from "../store/continue-token.ts";
import { checkAge, versionFault } from "./check-age.ts";
import type { ObjectCall } from "./object-call.ts";
import { wholeNumber } from "./query-value.ts";

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
  const version = query.get("resourceVersion") ?? "";
  const from = positionOf(query.get("continue") ?? "", version);
  checkVersion(version);
  checkAge(version, world);
  return {
    // What is read from the server's cache is read as a whole.
    limit: version === "0" ? 0 : limit,
    from,
    exactRevision: isExact(query, limit) ? Number(version) : undefined,
    expired: new StatusError(410, {
      reason: "Expired",
      message: "The resourceVersion for the provided list is too old.",
    }),
  };
}

function positionOf(token: string, version: string): ListPosition | undefined {
  if (token === "") return undefined;
  const position = decodeContinueToken(token);
  if (version === "" || version === "0") return position;
  throw badRequest("specifying resource version is not allowed when using continue");
}

function checkVersion(version: string): void {
  const wrong = versionFault(version);
  if (wrong === undefined) return;
  throw badRequest(
    `invalid resource version: resourceVersion: Invalid value: "${version}": ${wrong}`,
  );
}

/** A limited list of a version is one of exactly that version, for its pages must fit together. */
function isExact(query: URLSearchParams, limit: number): boolean {
  const version = query.get("resourceVersion") ?? "";
  const match = query.get("resourceVersionMatch") ?? "";
  return match === "Exact" || (match === "" && limit > 0 && version !== "" && version !== "0");
}

function faultsOf(query: URLSearchParams): readonly Fault[] {
  if (query.has("sendInitialEvents")) {
    const field = "sendInitialEvents";
    return [{ kind: "forbidden", field, detail: "sendInitialEvents is forbidden for list" }];
  }
  const match = query.get("resourceVersionMatch") ?? "";
  return match === "" ? [] : faultsOfMatch(match, query);
}

function faultsOfMatch(match: string, query: URLSearchParams): readonly Fault[] {
  const field = "resourceVersionMatch";
  const version = query.get("resourceVersion") ?? "";
  const isGoingOn = (query.get("continue") ?? "") !== "";
  const forbidden = [
    [version === "", "resourceVersionMatch is forbidden unless resourceVersion is provided"],
    [isGoingOn, "resourceVersionMatch is forbidden when continue is provided"],
  ] as const;
  const faults = forbidden.flatMap(([isSo, detail]): Fault[] =>
    isSo ? [{ kind: "forbidden", field, detail }] : [],
  );
  if (!MATCHES.includes(match)) {
    const unknown = { field, value: match, detail: "", supported: MATCHES };
    return [...faults, { kind: "not-supported", ...unknown }];
  }
  if (match !== "Exact" || version !== "0") return faults;
  const detail = 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"';
  return [...faults, { kind: "forbidden", field, detail }];
}
