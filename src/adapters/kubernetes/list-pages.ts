import { ClusterError } from "../../core/cluster-error.ts";
import { isJsonObject, type JsonObject, listAt, textAt } from "../../core/object/json.ts";
import type { HttpClient } from "./http-client.ts";
import { translateRefusal } from "./translate-refusal.ts";

/** One list, page by page. */
export interface ListRequest {
  /** The collection's path, without a query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The list in words, for messages: `Pods in shop`. */
  readonly what: string;
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /** What is kept of each item. */
  readonly keep: (item: JsonObject) => JsonObject;
}

export interface Listed {
  readonly items: readonly JsonObject[];
  /** From which a watch continues. */
  readonly resourceVersion: string;
}

const PAGE_SIZE = 500;
/** 100,000 objects are the most that a stack may have; a cluster may hold more of one kind. */
const PAGES_MAX = 2_000;
/** A walk so slow that etcd compacts under it begins anew. */
const WALKS_MAX = 3;

/**
 * Lists from etcd (no resource version is given, so the answer is up to date), 500 objects a page.
 *
 * @throws {ClusterError} also `too-large` beyond a million objects.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
export async function listPages(client: HttpClient, request: ListRequest): Promise<Listed> {
  for (let walk = 1; ; walk += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a new walk only after the last one expired
    const listed = await walkPages(client, request);
    if (listed !== "expired") return listed;
    if (walk === WALKS_MAX) {
      throw new ClusterError(
        "unreachable",
        `${request.what}: the list expires faster than it is read`,
      );
    }
  }
}

async function walkPages(client: HttpClient, request: ListRequest): Promise<Listed | "expired"> {
  const items: JsonObject[] = [];
  let next = "";
  for (let page = 0; page < PAGES_MAX; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a page names the next one
    const body = await getPage(client, request, next);
    if (body === "expired") return "expired";
    for (const item of listAt(body, "items")) {
      if (isJsonObject(item)) items.push(request.keep(item));
    }
    next = textAt(body, "metadata", "continue") ?? "";
    if (next === "") {
      return { items, resourceVersion: textAt(body, "metadata", "resourceVersion") ?? "" };
    }
  }
  throw new ClusterError(
    "too-large",
    `${request.what}: more than ${PAGE_SIZE * PAGES_MAX} objects`,
  );
}

async function getPage(
  client: HttpClient,
  request: ListRequest,
  next: string,
): Promise<JsonObject | "expired"> {
  const query = new URLSearchParams({ ...request.query, limit: String(PAGE_SIZE) });
  if (next !== "") query.set("continue", next);
  const answer = await client.send({
    method: "GET",
    path: `${request.path}?${query.toString()}`,
    signal: request.signal,
    ...(request.accept === undefined ? {} : { accept: request.accept }),
  });
  if (answer.status === 410 && next !== "") return "expired";
  if (answer.status === 200) return answer.body;
  throw translateRefusal(answer, { what: request.what, isSecret: false });
}
