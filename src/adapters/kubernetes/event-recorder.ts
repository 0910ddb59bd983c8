import { createHash, randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type JsonObject, numberAt } from "../../core/object/json.ts";
import { objectKey } from "../../core/object/object-id.ts";
import type { ClusterEvent } from "../../ports/cluster-port.ts";
import type { ApiAnswer, HttpClient } from "./http-client.ts";
import { translateRefusal } from "./translate-refusal.ts";

/** The same thing within this time is one event whose count grows. */
const SERIES_MS = 10 * 60_000;
/** What goes on slowly is one series for as long as the server keeps it. */
const SLOW_SERIES_MS = 60 * 60_000;
const SERIES_MAX = 2_000;
/** The API's own limit on `note`; one more byte and the event is refused. */
const NOTE_BYTES_MAX = 1_024;

interface Series {
  readonly path: string;
  readonly count: number;
}

/** Writes Kubernetes Events: one object per series, as `kubectl get events` expects them. */
export class EventRecorder {
  readonly #client: HttpClient;
  readonly #manager: string;
  readonly #series = new LRUCache<string, Promise<Series>>({ max: SERIES_MAX, ttl: SERIES_MS });

  constructor(client: HttpClient, manager: string) {
    this.#client = client;
    this.#manager = manager;
  }

  /** @throws {ClusterError} */
  async record(event: ClusterEvent): Promise<void> {
    const key = seriesKey(event);
    const last = this.#series.get(key);
    // Calls for one series follow each other, so that none is lost and none makes a second object.
    const next = last === undefined ? this.#create(event) : this.#count(event, last);
    this.#series.set(key, next, { ttl: event.isSeries === true ? SLOW_SERIES_MS : SERIES_MS });
    try {
      await next;
    } catch (error) {
      if (this.#series.peek(key) === next) this.#series.delete(key);
      throw error;
    }
  }

  async #create(event: ClusterEvent): Promise<Series> {
    const { id } = event.regarding;
    const namespace = id.namespace === "" ? "default" : id.namespace;
    const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/events`;
    const name = `${id.name.slice(0, 200)}.${this.#endOfName(event)}`;
    const body = this.#eventBody(event, { name, namespace });
    const own = `${path}/${encodeURIComponent(name)}`;
    const answer = await this.#client.send({ method: "POST", path: this.#query(path), body });
    if (answer.status === 409 && event.isSeries === true) return this.#join(event, own);
    refuse(answer, event);
    return { path: own, count: 1 };
  }

  /** A series that goes on has the same name in every run of the agent. */
  #endOfName(event: ClusterEvent): string {
    if (event.isSeries !== true) return randomUUID().slice(0, 18);
    const parts = [this.#manager, seriesKey(event)];
    return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 18);
  }

  /** An earlier run began the series. Its count is read off a patch, because the right to read events is not asked for. */
  async #join(event: ClusterEvent, path: string): Promise<Series> {
    const answer = await this.#patch(path, { lastTimestamp: now() });
    refuse(answer, event);
    return this.#count(
      event,
      Promise.resolve({ path, count: numberAt(answer.body, "count") ?? 0 }),
    );
  }

  async #count(event: ClusterEvent, last: Promise<Series>): Promise<Series> {
    const series = await last.catch(() => undefined);
    if (series === undefined) return this.#create(event);
    const count = series.count + 1;
    const body = { count, lastTimestamp: now(), message: messageOf(event) };
    const answer = await this.#patch(series.path, body);
    // The server forgets events after an hour, or with their namespace.
    if (answer.status === 404) return this.#create(event);
    refuse(answer, event);
    return { path: series.path, count };
  }

  async #patch(path: string, body: JsonObject): Promise<ApiAnswer> {
    return this.#client.send({
      method: "PATCH",
      path: this.#query(path),
      body,
      contentType: "application/merge-patch+json",
    });
  }

  #eventBody(event: ClusterEvent, metadata: JsonObject): JsonObject {
    const { id, apiVersion, uid } = event.regarding;
    const at = now();
    return {
      apiVersion: "v1",
      kind: "Event",
      metadata,
      involvedObject: { apiVersion, kind: id.kind, namespace: id.namespace, name: id.name, uid },
      type: event.type,
      reason: event.reason,
      message: messageOf(event),
      source: { component: this.#manager },
      reportingComponent: this.#manager,
      reportingInstance: this.#manager,
      firstTimestamp: at,
      lastTimestamp: at,
      count: 1,
    };
  }

  #query(path: string): string {
    return `${path}?fieldManager=${encodeURIComponent(this.#manager)}`;
  }
}

function messageOf({ note }: ClusterEvent): string {
  return clipBytes(note, NOTE_BYTES_MAX);
}

function seriesKey({ regarding, type, reason, note, isSeries }: ClusterEvent): string {
  const told = isSeries === true ? "" : note;
  const parts = [objectKey(regarding.id), regarding.uid, type, reason, told];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}

function refuse(answer: ApiAnswer, event: ClusterEvent): void {
  if (answer.status < 400) return;
  const what = `event ${event.reason} of ${objectKey(event.regarding.id)}`;
  throw translateRefusal(answer, { what, isSecret: false });
}

/** Whole characters only: half of one would not be UTF-8. */
function clipBytes(text: string, sizeBytes: number): string {
  if (Buffer.byteLength(text) <= sizeBytes) return text;
  const ellipsis = "…";
  const room = sizeBytes - Buffer.byteLength(ellipsis);
  const cut = Buffer.from(text).subarray(0, room).toString("utf8");
  return cut.replace(/\uFFFD+$/, "") + ellipsis;
}

/** `metav1.Time` has whole seconds. */
function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, "Z");
}
