import type { ServerResponse } from "node:http";
import type { JsonObject } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import { CRDS } from "../kinds/collections.ts";
import type { Resource, World } from "../kinds/resource.ts";
import { futureVersion } from "../requests/check-age.ts";
import { StatusError, statusOf } from "../status-error.ts";
import type { Change } from "../store/object-store.ts";
import { endsWatch } from "./ends-watch.ts";
import type { Outlet } from "./outlet.ts";
import type { WatchOptions } from "./read-watch-options.ts";
import type { ToldLines } from "./told-lines.ts";
import { eventOf, type WatchEvent, type Watched } from "./watch-events.ts";

/** A watch on its way to one client. */
export interface WatchRequest extends Watched {
  readonly resource: Resource;
  readonly options: WatchOptions;
  /** Brings an object into the form the client asked for; `undefined`, which ends the watch, when it has none. `isFirst`: of the stream. */
  readonly shape: (object: JsonObject, isFirst: boolean) => JsonObject | undefined;
  /** Name of a form whose lines are the same for all watches that ask for it; `undefined` where each has its own. */
  readonly form: string | undefined;
  readonly told: ToldLines;
  /** Takes what no client can answer for. */
  readonly onDefect: (error: unknown) => void;
}

/** Who watches. */
export interface WatchClient {
  readonly response: ServerResponse;
  /** Of the response. */
  readonly outlet: Outlet;
}

const LIMITS = {
  /** Bytes that a client may leave unread before it is cut off. */
  unreadBytes: 16 * 1024 * 1024,
  bookmarkMs: 60_000,
  /** A last bookmark comes this long before the end. */
  farewellMs: 2000,
  /** A watch without a time of its own ends by itself between this and twice this. */
  timeoutMs: 30 * 60_000,
} as const;

const INITIAL_END = { "k8s.io/initial-events-end": "true" };

/** Streams changes to a client until it leaves, its time is over or the server closes. @returns the stop function. */
export function startWatch(request: WatchRequest, client: WatchClient, world: World): () => void {
  const watch = new Watch(request, client, world);
  watch.start();
  return () => {
    watch.end();
  };
}

class Watch {
  readonly #request: WatchRequest;
  readonly #client: WatchClient;
  readonly #world: World;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #unfollows: (() => void)[] = [];
  #isFirst = true;
  #isOver = false;

  constructor(request: WatchRequest, client: WatchClient, world: World) {
    this.#request = request;
    this.#client = client;
    this.#world = world;
  }

  start(): void {
    const { response, outlet } = this.#client;
    outlet.becomeWatch();
    response.writeHead(200, {
      "cache-control": "no-cache, private",
      "content-type": "application/json",
    });
    response.flushHeaders();
    response.on("close", () => {
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
    this.#client.outlet.end();
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
    for (const change of changes) this.#tell(change);
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
      if (change.revision > options.after) this.#tell(change);
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
    this.#write(lineOf({ type: "ERROR", object: statusOf(error) }));
    this.end();
  }

  #tell(change: Change): void {
    const event = eventOf(change, this.#request);
    if (event !== undefined) this.#send(event, change);
  }

  /** A defect here must neither stop the write that is told nor other watches. */
  #send(event: WatchEvent, change?: Change): void {
    if (this.#isOver) return;
    try {
      const line = this.#lineFor(event, change);
      this.#isFirst = false;
      if (line === undefined) this.end();
      else this.#write(line);
    } catch (error) {
      this.#request.onDefect(error);
      this.#cut();
    }
  }

  #lineFor(event: WatchEvent, change: Change | undefined): Buffer | undefined {
    const { form, told, resource } = this.#request;
    if (form === undefined || change === undefined) return this.#ownLine(event);
    const text = `${event.type} ${form}`;
    return told.lineOf(change, { resource, text }, () => this.#ownLine(event));
  }

  #ownLine(event: WatchEvent): Buffer | undefined {
    const object = this.#request.shape(event.object, this.#isFirst);
    return object === undefined ? undefined : lineOf({ type: event.type, object });
  }

  #write(line: Buffer): void {
    const { outlet } = this.#client;
    outlet.send(line);
    if (outlet.unreadBytes > LIMITS.unreadBytes) this.#cut();
  }

  #cut(): void {
    this.#release();
    this.#client.outlet.cut();
  }

  #release(): void {
    this.#isOver = true;
    for (const unfollow of this.#unfollows.splice(0)) unfollow();
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }
}

function lineOf(event: WatchEvent): Buffer {
  return Buffer.from(`${JSON.stringify(event)}\n`);
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
