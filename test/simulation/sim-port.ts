import { ClusterError } from "../../src/core/cluster-error.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import { type ObjectKey, type ObjectRef, objectKey } from "../../src/core/object/object-id.ts";
import type { Sighting } from "../../src/core/object/sighting.ts";
import type {
  ApplyAnswer,
  ApplyRequest,
  ClusterPort,
  DeleteRequest,
  Following,
  FollowingState,
  JsonPatchOperation,
  KindsOf,
  Selection,
  ServedKind,
} from "../../src/ports/cluster-port.ts";
import { patchOwners } from "../support/server-side-apply.ts";
import type { SimServer } from "./sim-server.ts";

/** The agent's process has ended in the middle of something. */
export class Killed extends Error {}

/** What happens at a request before it is served. */
export interface PortHooks {
  /** The agent begins a request: it is decided and not sent yet. */
  onBegin(line: Pick<RequestLine, "verb" | "key">): void;
  /** Something may happen in the world meanwhile; may throw a refusal, or `Killed`. */
  onRequest(line: RequestLine): void;
  onRead(key: ObjectKey): void;
  /** Before and after a write of ours that is no dry run. */
  write(key: ObjectKey, request: JsonObject, send: () => JsonObject): JsonObject;
  /** Before and after a delete of ours. */
  remove(key: ObjectKey, request: { readonly isGuarded: boolean; readonly send: () => void }): void;
}

export interface RequestLine {
  readonly verb: "read" | "list" | "dry-run" | "apply" | "patch" | "delete" | "probe";
  readonly key: string;
  /** Serves the request although its answer never arrives. */
  readonly send: () => void;
}

/** Requests that change something. */
export const WRITES: ReadonlySet<RequestLine["verb"]> = new Set(["apply", "patch", "delete"]);

/** The cluster as one process of the agent reaches it. Its watches may lag, each for itself; reads never do. */
export class SimPort implements ClusterPort {
  readonly followings = new Set<SimFollowing>();
  isDead = false;
  readonly #server: SimServer;
  readonly #hooks: PortHooks;

  constructor(server: SimServer, hooks: PortHooks) {
    this.#server = server;
    this.#hooks = hooks;
  }

  async findKind(kind: Parameters<ClusterPort["findKind"]>[0]): Promise<ServedKind> {
    const isStatus = kind.group !== "";
    return Promise.resolve({
      group: kind.group,
      version: kind.version ?? "v1",
      kind: kind.kind,
      plural: `${kind.kind.toLowerCase()}s`,
      isNamespaced: true,
      facts: { hasStatusSubresource: isStatus, declaresObservedGeneration: isStatus },
    });
  }

  async read(ref: ObjectRef): Promise<Sighting> {
    const key = objectKey(ref.id);
    await this.#ask("read", key);
    this.#hooks.onRead(key);
    const object = this.#server.read(key);
    return object === undefined ? { kind: "absent" } : { kind: "present", object };
  }

  async readMany(refs: readonly ObjectRef[]): Promise<ReadonlyMap<ObjectKey, Sighting>> {
    const seen = await Promise.all(
      refs.map(async (ref) => [objectKey(ref.id), await this.read(ref)] as const),
    );
    return new Map(seen);
  }

  async list(selection: Selection): Promise<readonly JsonObject[]> {
    await this.#ask("list", `${selection.kind} ${selection.labelSelector}`);
    return [...this.#server.select(selection).values()];
  }

  async findKindsOf(labelSelector: string): Promise<KindsOf> {
    await this.#ask("list", labelSelector);
    return { kinds: this.#server.kindsOf(labelSelector), unknown: [], unanswered: [] };
  }

  async apply({ ref, body, isDryRun }: ApplyRequest): Promise<ApplyAnswer> {
    const key = objectKey(ref.id);
    const send = (): JsonObject =>
      isDryRun
        ? this.#server.apply(body, { isDryRun: true })
        : this.#hooks.write(key, body, () => this.#server.apply(body, { isDryRun: false }));
    await this.#ask(isDryRun ? "dry-run" : "apply", key, send);
    return { object: send(), isCreated: false };
  }

  /** Only what no manifest stands for is created so. */
  async create({ body }: { body: JsonObject }): Promise<JsonObject> {
    return Promise.resolve(body);
  }

  async probeCreate({ ref, body }: { ref: ObjectRef; body: JsonObject }): Promise<JsonObject> {
    await this.#ask("probe", objectKey(ref.id));
    return body;
  }

  async patchOwnership(request: {
    readonly ref: ObjectRef;
    readonly patch: readonly JsonPatchOperation[];
  }): Promise<JsonObject> {
    const key = objectKey(request.ref.id);
    const send = (): JsonObject => {
      const live = this.#server.read(key);
      const version = request.patch.find(({ path }) => path === "/metadata/resourceVersion")?.value;
      if (live === undefined || version !== resourceVersionOf(live)) {
        throw new ClusterError("conflict", `${key}: is another by now`);
      }
      const after = patchOwners(live, request.patch);
      this.#server.patch(key, after);
      return after;
    };
    await this.#ask("patch", key, send);
    return send();
  }

  async delete({ ref, uid, resourceVersion }: DeleteRequest): Promise<void> {
    const key = objectKey(ref.id);
    const isGuarded = uid !== "" && resourceVersion !== "";
    const send = (): void =>
      this.#hooks.remove(key, {
        isGuarded,
        send: () => this.#server.delete(key, { uid, resourceVersion }),
      });
    await this.#ask("delete", key, send);
    send();
  }

  follow(selection: Selection, onChange: () => void): Following {
    const following = new SimFollowing(selection, this.#server, onChange);
    this.followings.add(following);
    return following;
  }

  async recordEvent(): Promise<void> {
    await Promise.resolve();
  }

  requestCounts(): { readonly reads: number; readonly writes: number; readonly watches: number } {
    return { reads: 0, writes: 0, watches: this.followings.size };
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  async #ask(
    verb: RequestLine["verb"],
    key: string,
    send: () => unknown = () => undefined,
  ): Promise<void> {
    this.#hooks.onBegin({ verb, key });
    await Promise.resolve();
    if (this.isDead) throw new Killed();
    this.#hooks.onRequest({ verb, key, send: () => void send() });
    if (this.isDead) throw new Killed();
  }
}

/** One watch. While it lags it shows what it showed before. */
export class SimFollowing implements Following {
  readonly selection: Selection;
  isLagging = false;
  readonly #server: SimServer;
  readonly onChange: () => void;
  #seenSerial = -1;
  #state: FollowingState = EMPTY;

  constructor(selection: Selection, server: SimServer, onChange: () => void) {
    this.selection = selection;
    this.#server = server;
    this.onChange = onChange;
    this.state();
  }

  /** Something would be shown that was not shown before. */
  hasNews(): boolean {
    const before = this.#state;
    return this.state().version !== before.version;
  }

  state(): FollowingState {
    if (this.isLagging || this.#seenSerial === this.#server.serial) return this.#state;
    this.#seenSerial = this.#server.serial;
    const objects = this.#server.select(this.selection);
    const isSame = areSame(objects, this.#state.objects);
    const state: FollowingState = { ...this.#state, resourceVersion: this.#server.newest() };
    this.#state = isSame ? state : { ...state, objects, version: this.#state.version + 1 };
    return this.#state;
  }

  stop(): void {
    this.isLagging = true;
  }
}

function areSame(a: FollowingState["objects"], b: FollowingState["objects"]): boolean {
  if (a.size !== b.size) return false;
  for (const [key, each] of a) if (b.get(key) !== each) return false;
  return true;
}

const EMPTY: FollowingState = {
  kind: "synced",
  reason: "",
  objects: new Map(),
  gone: new Map(),
  resourceVersion: "0",
  version: 0,
  changedAtMs: 0,
};
