import { setTimeout as delay } from "node:timers/promises";
import { ClusterError } from "../../core/cluster-error.ts";
import type { JsonObject } from "../../core/object/json.ts";
import { idOf, resourceVersionOf, uidOf } from "../../core/object/live-object.ts";
import { type ObjectKey, objectKey } from "../../core/object/object-id.ts";
import type { Following, FollowingState, Selection } from "../../ports/cluster-port.ts";
import type { LogPort } from "../../ports/log-port.ts";
import { EditMemory } from "./edit-memory.ts";
import type { HttpClient } from "./http-client.ts";
import { JsonLines } from "./json-lines.ts";
import { keepItem } from "./keep-item.ts";
import { listPages } from "./list-pages.ts";
import type { DiscoveredKind } from "./parse-discovery.ts";
import { parseWatchEvent } from "./parse-watch-event.ts";
import { resourcePath } from "./resource-path.ts";
import { describeSelection, selectionQuery } from "./selection-query.ts";
import { translateRefusal } from "./translate-refusal.ts";

/** Waits of a following; tests hand in shorter ones. */
export interface FollowTimes {
  /** How long a watch is asked to last, in seconds; up to a tenth less by jitter, so that not all end at once. */
  readonly watchSeconds: number;
  /** A connection on which nothing comes for so long is dead: bookmarks come every minute. */
  readonly idleMs: number;
  /** A watch that ends sooner counts as a failure, or a server that closes at once would be asked in a tight loop. */
  readonly shortWatchMs: number;
  readonly backOffMs: number;
  readonly backOffMsMax: number;
  /** A kind may be installed at any moment: it is looked for more often. */
  readonly notServedMsMax: number;
}

const FOLLOW_TIMES: FollowTimes = {
  watchSeconds: 290,
  idleMs: 75_000,
  shortWatchMs: 1_000,
  backOffMs: 200,
  backOffMsMax: 30_000,
  notServedMsMax: 5_000,
};

/** Deleted Jobs whose last state is kept. */
const GONE_MAX = 100;

/** The first cut of a connection is resumed in silence; only the next failure makes the cache doubtful. */
const OUTAGES_UNNOTICED = 1;

export interface FollowOptions {
  readonly client: HttpClient;
  readonly selection: Selection;
  /** From discovery; `undefined` while the kind is not served. */
  readonly findKind: () => Promise<DiscoveredKind | undefined>;
  readonly onChange: () => void;
  readonly log: LogPort;
  readonly times?: FollowTimes;
}

/**
 * A selection kept up to date by list and watch. It never gives up: whatever goes wrong is a state, a back-off and
 * another try.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export class FollowedSelection implements Following {
  readonly selection: Selection;
  readonly #options: FollowOptions;
  readonly #times: FollowTimes;
  readonly #stop = new AbortController();
  #objects = new Map<ObjectKey, JsonObject>();
  readonly #gone = new Map<ObjectKey, JsonObject>();
  readonly #edits = new EditMemory();
  #state: FollowingState;
  #isChanged = false;
  /** The newest seen. */
  #resourceVersion = "";
  #mustList = true;
  #failures = 0;
  #outages = 0;
  #wake = new AbortController();

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#times = options.times ?? FOLLOW_TIMES;
    this.selection = options.selection;
    this.#state = {
      kind: "syncing",
      reason: "the first list has not come back",
      objects: new Map(),
      gone: new Map(),
      resourceVersion: "",
      version: 0,
      changedAtMs: Date.now(),
    };
    // Not before the caller has the following in its hands.
    setImmediate(() => void this.#run());
  }

  state(): FollowingState {
    if (this.#isChanged) {
      this.#isChanged = false;
      const [objects, gone] = [new Map(this.#objects), new Map(this.#gone)];
      this.#state = { ...this.#state, objects, gone, edits: this.#edits.all() };
    }
    return { ...this.#state, resourceVersion: this.#resourceVersion };
  }

  stop(): void {
    this.#stop.abort();
    this.#wake.abort();
  }

  /** Ends a back-off: what was missing may be there now. */
  wake(): void {
    if (this.#state.kind === "not-served") this.#wake.abort();
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- one list or watch after the other
      const waitMs = await this.#look();
      // oxlint-disable-next-line no-await-in-loop -- as above
      await this.#pause(waitMs);
    }
  }

  /** Lists when needed, then watches until the watch ends. Returns how long to wait before the next look. */
  async #look(): Promise<number> {
    const startedAtMs = Date.now();
    try {
      const kind = await this.#options.findKind();
      if (kind === undefined) return this.#notServed();
      if (this.#mustList) await this.#list(kind);
      await this.#watch(kind);
    } catch (error) {
      if (this.#stop.signal.aborted) return 0;
      if (!(error instanceof ClusterError)) {
        this.#options.log.error("following a kind failed by a defect; trying again", {
          kind: this.selection.kind,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
      }
      return this.#failed(error);
    }
    if (Date.now() - startedAtMs < this.#times.shortWatchMs) return this.#backOff();
    this.#failures = 0;
    return 0;
  }

  async #list(kind: DiscoveredKind): Promise<void> {
    const { items, resourceVersion } = await listPages(this.#options.client, {
      path: this.#path(kind),
      query: selectionQuery(this.selection),
      what: describeSelection(this.selection),
      signal: this.#stop.signal,
      keep: (item) => keepItem(item, this.selection),
    });
    // What is no longer listed is gone: a gap in the watch must not keep it.
    this.#objects = new Map(items.map((item) => [objectKey(idOf(item)), item]));
    this.#edits.forgetAll();
    this.#resourceVersion = resourceVersion;
    this.#mustList = false;
    this.#changed({ kind: "synced", reason: "" });
  }

  async #watch(kind: DiscoveredKind): Promise<void> {
    const { watchSeconds, idleMs } = this.#times;
    const seconds = Math.ceil(watchSeconds * (1 - Math.random() / 10));
    const query = new URLSearchParams({
      ...selectionQuery(this.selection),
      watch: "true",
      allowWatchBookmarks: "true",
      timeoutSeconds: String(seconds),
      resourceVersion: this.#resourceVersion,
    });
    const path = `${this.#path(kind)}?${query.toString()}`;
    const stream = await this.#options.client.open({ path, idleMs, signal: this.#stop.signal });
    if (stream.kind === "refused") {
      this.#mustList = stream.answer.status === 410;
      if (this.#mustList) return;
      throw translateRefusal(stream.answer, {
        what: describeSelection(this.selection),
        isSecret: false,
      });
    }
    this.#outages = 0;
    if (this.#state.kind !== "synced") this.#changed({ kind: "synced", reason: "" });
    const lines = new JsonLines();
    for await (const chunk of stream.chunks) {
      const results = lines.push(chunk).map((event) => this.#take(event));
      if (results.includes("changed")) this.#changed({});
      // Too old: everything is listed again, and what went meanwhile goes with it.
      this.#mustList = results.includes("expired");
      if (this.#mustList) return;
    }
  }

  #take(event: unknown): "changed" | "same" | "expired" {
    const { type, object } = parseWatchEvent(event) ?? {};
    if (type === undefined || object === undefined) {
      const what = describeSelection(this.selection);
      throw new ClusterError("unreachable", `${what}: the watch sent something unknown`);
    }
    if (type === "ERROR") return this.#takeError(object);
    this.#resourceVersion = resourceVersionOf(object) || this.#resourceVersion;
    return type === "BOOKMARK" ? "same" : this.#takeObject(type, object);
  }

  #takeObject(type: string, object: JsonObject): "changed" | "same" {
    const key = objectKey(idOf(object));
    if (type !== "DELETED") {
      const kept = keepItem(object, this.selection);
      if (type === "MODIFIED") this.#edits.note(key, this.#objects.get(key), kept);
      else this.#edits.forget(key);
      this.#objects.set(key, kept);
      return "changed";
    }
    this.#keepGone(key, object);
    // The end of an earlier object of that name says nothing about the present one.
    const present = this.#objects.get(key);
    if (present === undefined || uidOf(present) !== uidOf(object)) return "same";
    this.#objects.delete(key);
    this.#edits.forget(key);
    return "changed";
  }

  #keepGone(key: ObjectKey, object: JsonObject): void {
    const { apiVersion, kind } = this.selection;
    if (kind !== "Job" || apiVersion !== "batch/v1") return;
    this.#gone.delete(key);
    this.#gone.set(key, object);
    const [oldest] = this.#gone.keys();
    if (this.#gone.size > GONE_MAX && oldest !== undefined) this.#gone.delete(oldest);
  }

  #takeError(status: JsonObject): "expired" {
    const code = status["code"];
    if (code === 410) return "expired";
    throw translateRefusal(
      { status: typeof code === "number" ? code : 500, body: status, retryAfterMs: undefined },
      { what: describeSelection(this.selection), isSecret: false },
    );
  }

  #notServed(): number {
    this.#mustList = true;
    this.#objects = new Map();
    const reason = `the cluster serves no ${this.selection.kind} in ${this.selection.apiVersion}`;
    if (this.#state.kind !== "not-served") this.#changed({ kind: "not-served", reason });
    return Math.min(this.#backOff(), this.#times.notServedMsMax);
  }

  #failed(error: unknown): number {
    const code = error instanceof ClusterError ? error.code : undefined;
    if (code === "unknown-kind") return this.#notServed();
    this.#outages += 1;
    const reason = error instanceof Error ? error.message : String(error);
    const isDoubtful = this.#state.kind !== "synced" || this.#outages > OUTAGES_UNNOTICED;
    const isNews = this.#state.kind !== "unreadable" || this.#state.reason !== reason;
    if (isDoubtful && isNews) this.#changed({ kind: "unreadable", reason, code });
    return this.#backOff();
  }

  /** Doubles with each failure in a row; half of it is chance, so that many followers do not come at once. */
  #backOff(): number {
    const { backOffMs, backOffMsMax } = this.#times;
    const fullMs = Math.min(backOffMs * 2 ** this.#failures, backOffMsMax);
    this.#failures = Math.min(this.#failures + 1, 30);
    return fullMs * (0.5 + Math.random() / 2);
  }

  #changed(to: Partial<Pick<FollowingState, "kind" | "reason" | "code">>): void {
    this.#isChanged = true;
    const version = this.#state.version + 1;
    this.#state = { ...this.#state, ...to, version, changedAtMs: Date.now() };
    if (this.#stop.signal.aborted) return;
    try {
      this.#options.onChange();
    } catch (error) {
      this.#options.log.error("a handler of cluster changes threw; following goes on", {
        kind: this.selection.kind,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  }

  async #pause(waitMs: number): Promise<void> {
    if (waitMs === 0) return;
    this.#wake = new AbortController();
    const signal = AbortSignal.any([this.#wake.signal, this.#stop.signal]);
    await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
  }

  #path(kind: DiscoveredKind): string {
    return resourcePath(kind, { namespace: this.selection.namespace });
  }
}
