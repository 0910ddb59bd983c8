import type { Fault } from "../fault.ts";
import { invalidObject } from "../invalid-object.ts";
import { readVersion } from "../requests/check-age.ts";
import { isTrue, wholeNumber } from "../requests/query-value.ts";

/** What a watch is to tell. */
export interface WatchOptions {
  /** Changes after this version; 0 for those from now on. */
  readonly after: number;
  /** All objects that there are come first, as ADDED. */
  readonly sendsInitial: boolean;
  /** A bookmark says where the initial events end. */
  readonly marksInitialEnd: boolean;
  readonly sendsBookmarks: boolean;
  /** Seconds until the watch ends by itself; `undefined` when the client leaves that to the server. */
  readonly timeoutSeconds: number | undefined;
}

const MATCH = "resourceVersionMatch";
const NOT_OLDER = "NotOlderThan";

/**
 * The options of a watch, from its query.
 * @throws {StatusError} 400, 422 or 500 as the real server has it for each of them.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export function readWatchOptions(query: URLSearchParams): WatchOptions {
  const timeout = readInteger(query.get("timeoutSeconds"));
  readInteger(query.get("limit"));
  const written = query.get("resourceVersion") ?? "";
  const sends = sendsInitialEvents(query);
  checkMatch(query, { match: matchOf(query), sends });
  const after = readVersion(written);
  const sendsBookmarks = isTrue(query.get("allowWatchBookmarks"));
  return {
    after,
    sendsInitial: sends === "asked" || (sends !== "declined" && after === 0),
    marksInitialEnd: sends === "asked" && sendsBookmarks,
    sendsBookmarks,
    timeoutSeconds: timeout === 0 ? undefined : timeout,
  };
}

type Sends = "asked" | "declined" | "unsaid";

/** A watch from no version or 0, as older clients ask for it, is one with initial events. */
function sendsInitialEvents(query: URLSearchParams): Sends {
  const written = query.get("sendInitialEvents");
  if (written !== null) return isTrue(written) ? "asked" : "declined";
  return isFromNothing(query) ? "asked" : "unsaid";
}

function isFromNothing(query: URLSearchParams): boolean {
  const version = query.get("resourceVersion") ?? "";
  return (query.get(MATCH) ?? "") === "" && (version === "" || version === "0");
}

function matchOf(query: URLSearchParams): string {
  const written = query.get(MATCH) ?? "";
  return query.has("sendInitialEvents") || !isFromNothing(query) ? written : NOT_OLDER;
}

function checkMatch(
  query: URLSearchParams,
  { match, sends }: { readonly match: string; readonly sends: Sends },
): void {
  const isContinued = (query.get("continue") ?? "") !== "";
  const isOther = match !== NOT_OLDER;
  const faults = [
    ...(sends === "unsaid" ? faultsWithoutInitial(match) : []),
    ...(sends !== "unsaid" && isOther
      ? [forbidden(`sendInitialEvents requires setting ${MATCH} to ${NOT_OLDER}`)]
      : []),
    ...(match !== "" && isOther ? [unsupported(match)] : []),
    ...(match !== "" && isContinued
      ? [forbidden(`${MATCH} is forbidden when continue is provided`)]
      : []),
  ];
  if (faults.length === 0) return;
  throw invalidObject({ group: "meta.k8s.io", kind: "ListOptions", name: "" }, faults);
}

function faultsWithoutInitial(match: string): readonly Fault[] {
  if (match === "") return [];
  return [forbidden(`${MATCH} is forbidden for watch unless sendInitialEvents is provided`)];
}

function forbidden(detail: string): Fault {
  return { kind: "forbidden", field: MATCH, detail };
}

function unsupported(value: string): Fault {
  return { kind: "not-supported", field: MATCH, value, detail: "", supported: [NOT_OLDER] };
}

function readInteger(written: string | null): number | undefined {
  return written === null || written === "" ? undefined : wholeNumber(written);
}
