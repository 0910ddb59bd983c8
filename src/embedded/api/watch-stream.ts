import type { ServerResponse } from "node:http";
import type { JsonObject } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import { CRDS } from "../kinds/collections.ts";
import type { Resource, World } from "../kinds/resource.ts";
import { futureVersion } from "../requests/check-age.ts";
import { StatusError, statusOf } from "../status-error.ts";
import type { Backlog } from "./backlog.ts";
import { endsWatch } from "./ends-watch.ts";
import type { WatchOptions } from "./read-watch-options.ts";
import { eventOf, type WatchEvent, type Watched } from "./watch-events.ts";

/** A watch on its way to one client. */
export interface WatchRequest extends Watched {
  readonly resource: Resource;
  readonly options: WatchOptions;
  /** Brings an object into the form the client asked for; `undefined`, which ends the watch, when it has none. `isFirst`: of the stream. */
  readonly shape: (object: JsonObject, isFirst: boolean) => JsonObject | undefined;
  readonly backlog: Backlog;
  /** Takes what no client can answer for. */
  readonly onDefect: (error: unknown) => void;
}

const LIMITS = {
  /** Bytes that a client may leave unread before it is cut off. */
  unreadBytes: 16 * 1024 * 1024,
  /** The same while the backlog of all clients is full. */
  crowdedBytes: 1024 * 1024,
  bookmarkMs: 60_000,
  /** A last bookmark comes this long before the end. */
  farewellMs: 2000,
  /** A watch without a time of its own ends by itself between this and twice this. */
  timeoutMs: 30 * 60_000,
} as const;

const INITIAL_END = { "k8s.io/initial-events-end": "true" };

/** Streams changes to a client until it leaves, its time is over or the server closes. @returns the stop function. */
export function startWatch(
  request: WatchRequest,
  response: ServerResponse,
  world: World,
): () => void {
  const watch = new Watch(request, response, world);
  watch.start();
  return () => {
    watch.end();
  };
}

class Watch {
  readonly #request: WatchRequest;
  readonly #response: ServerResponse;
  readonly #world: World;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #unfollows: (() => void)[] = [];
  #isFirst = true;
  #isOver = false;

  constructor(request: WatchRequest, response: ServerResponse, world: World) {
    this.#request = request;
    this.#response = response;
    this.#world = world;
  }

  start(): void {
    this.#response.writeHead(200, {
      "cache-control": "no-cache, private",
      "content-type": "application/json",
    });
    this.#response.flushHeaders();
    this.#response.on("close", () => {
      this.#release();
    });
    this.#sendPast();
    if (this.#isOver) return;
    this.#follow();
    this.#setTimers();
  }

  end(): void {
    if (this.#isOver) return;
    this.#release();
    this.#response.end();
  }

  /** What lies before the first change that is still to come. */
  #sendPast(): void {
    const { resource, options } = this.#request;
    const { store } = this.#world;
    if (options.sendsInitial) {
      if (options.after > store.revision) {
        this.#refuse(futureVersion(options.after, store.revision));
        return;
      }
      this.#sendObjects();
      return;
    }
    if (options.after === 0) return;
    const changes = store.changesSince(resource, options.after);
    if (changes === undefined) {
      this.#refuse(tooOld(options.after, store.revision));
      return;
    }
    for (const change of changes) this.#send(eventOf(change, this.#request));
  }

  #sendObjects(): void {
    const { resource, namespace, selects, options } = this.#request;
    const { items, revision } = this.#world.store.list(resource, namespace);
    for (const object of items) if (selects(object)) this.#send({ type: "ADDED", object });
    if (options.marksInitialEnd) this.#send(this.#bookmark(revision, INITIAL_END));
  }

  #follow(): void {
    const { resource, options } = this.#request;
    const { store } = this.#world;
    const unfollow = store.follow((change) => {
      if (change.revision > options.after) this.#send(eventOf(change, this.#request));
    }, resource);
    this.#unfollows.push(unfollow);
    if (!resource.isCustom) return;
    const forget = store.follow((change) => {
      if (endsWatch(change, resource)) this.end();
    }, CRDS);
    this.#unfollows.push(forget);
  }

  #setTimers(): void {
    const { timeoutSeconds, sendsBookmarks } = this.#request.options;
    const timeoutMs = timeoutSeconds === undefined ? ownTimeoutMs() : timeoutSeconds * 1000;
    const end = setTimeout(
      () => {
        this.end();
      },
      Math.min(timeoutMs, 2 ** 31 - 1),
    );
    this.#timers.push(end);
    if (!sendsBookmarks) return;
    const tell = (): void => {
      this.#send(this.#bookmark(this.#world.store.revision, undefined));
    };
    this.#timers.push(setInterval(tell, LIMITS.bookmarkMs));
    if (timeoutMs > LIMITS.farewellMs) {
      this.#timers.push(setTimeout(tell, Math.min(timeoutMs - LIMITS.farewellMs, 2 ** 31 - 1)));
    }
  }

  #bookmark(revision: number, annotations: JsonObject | undefined): WatchEvent {
    const { resource, options } = this.#request;
    const metadata = { resourceVersion: String(Math.max(revision, options.after)) };
    return {
      type: "BOOKMARK",
      object: {
        kind: resource.kind,
        apiVersion: apiVersionOf(resource),
        metadata: annotations === undefined ? metadata : { ...metadata, annotations },
      },
    };
  }

  #refuse(error: StatusError): void {
    this.#write({ type: "ERROR", object: statusOf(error) });
    this.end();
  }

  /** A defect here must neither stop the write that is told nor other watches. */
  #send(event: WatchEvent | undefined): void {
    if (event === undefined || this.#isOver) return;
    try {
      const object = this.#request.shape(event.object, this.#isFirst);
      this.#isFirst = false;
      if (object === undefined) this.end();
      else this.#write({ type: event.type, object });
    } catch (error) {
      this.#request.onDefect(error);
      this.#cut();
    }
  }

  #write(event: WatchEvent): void {
    this.#response.write(`${JSON.stringify(event)}\n`);
    if (this.#isTooSlow()) this.#cut();
  }

  #isTooSlow(): boolean {
    const { writableLength } = this.#response;
    if (writableLength > LIMITS.unreadBytes) return true;
    return writableLength > LIMITS.crowdedBytes && this.#request.backlog.isFull();
  }

  #cut(): void {
    this.#release();
    this.#response.destroy();
  }

  #release(): void {
    this.#isOver = true;
    for (const unfollow of this.#unfollows.splice(0)) unfollow();
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }
}

/** Spread, so that the watches of a start do not all come back at once. */
function ownTimeoutMs(): number {
  return Math.round(LIMITS.timeoutMs * (1 + Math.random()));
}

function tooOld(asked: number, oldest: number): StatusError {
  return new StatusError(410, {
    reason: "Expired",
    message: `too old resource version: ${asked} (${oldest})`,
  });
}
