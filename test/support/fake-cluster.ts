import { ClusterError } from "../../src/core/cluster-error.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import { idOf, resourceVersionOf, uidOf } from "../../src/core/object/live-object.ts";
import {
  kindKey,
  type ObjectKey,
  type ObjectRef,
  objectKey,
} from "../../src/core/object/object-id.ts";
import type { Sighting } from "../../src/core/object/sighting.ts";
import type {
  ApplyAnswer,
  ApplyRequest,
  ClusterEvent,
  ClusterPort,
  DeleteRequest,
  Following,
  FollowingState,
  JsonPatchOperation,
  KindsOf,
  Selection,
  ServedKind,
} from "../../src/ports/cluster-port.ts";
import { createObject } from "./fake-create.ts";
import { findFakeKind, findFakeKinds, isSelected } from "./fake-kinds.ts";
import { short } from "./graph-builders.ts";
import { applyObject, isOutdated, patchOwners } from "./server-side-apply.ts";

/**
 * A cluster in memory. Each request is a line (`apply ConfigMap/shop/a`, `dry-run …`, `patch …`, `read …`, `list Pod`,
 * `probe …`, `event Held …`); `onRequest` sees it before it is answered, and may throw a refusal or change something first.
 */
export class FakeCluster implements ClusterPort {
  readonly objects = new Map<ObjectKey, JsonObject>();
  readonly requests: string[] = [];
  readonly events: ClusterEvent[] = [];
  /** Namespaces in which objects can be created. */
  readonly namespaces = new Set(["shop"]);
  /** Kinds (`Boat.sea.example`) that are not served. */
  readonly notServed = new Set<string>();
  /** Kinds that cannot be listed now, and why. */
  readonly unlistable = new Set<string>();
  listRefusal: "forbidden" | "unreachable" = "forbidden";
  /** Groups whose own server does not answer; their kinds are to be in `notServed`. */
  readonly silent = new Set<string>();
  /** No list has come back yet. */
  isListing = false;
  /** What the watches show stays as it is. */
  isWatchBehind = false;
  onRequest: (line: string) => void | Promise<void> = () => undefined;
  readonly #followings = new Set<FakeFollowing>();

  /** Stores an object as if somebody else had written it. */
  put(object: JsonObject): void {
    this.objects.set(objectKey(idOf(object)), object);
    this.#changed();
  }

  remove(id: string): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key that does not exist removes nothing
    this.objects.delete(id as ObjectKey);
    this.#changed();
  }

  /** What the watches held back is shown, and lists come back. */
  catchUp(): void {
    this.isWatchBehind = false;
    this.isListing = false;
    for (const following of this.#followings) following.look({ isNews: true });
  }

  /** Requests so far that write, without events; with `clear` of those before. */
  writes(): readonly string[] {
    return this.requests.filter((line) => /^(?:apply|patch|delete) /.test(line));
  }

  async findKind(kind: Parameters<ClusterPort["findKind"]>[0]): Promise<ServedKind | undefined> {
    return Promise.resolve(findFakeKind(kind, this.notServed));
  }

  async read(ref: ObjectRef): Promise<Sighting> {
    await this.#ask(`read ${short(objectKey(ref.id))}`);
    if (this.notServed.has(kindKey(ref.id))) return { kind: "not-served" };
    const object = this.objects.get(objectKey(ref.id));
    return object === undefined ? { kind: "absent" } : { kind: "present", object };
  }

  async readMany(refs: readonly ObjectRef[]): Promise<ReadonlyMap<ObjectKey, Sighting>> {
    const seen = await Promise.all(
      refs.map(async (ref) => [objectKey(ref.id), await this.#readOrNot(ref)] as const),
    );
    return new Map(seen);
  }

  async #readOrNot(ref: ObjectRef): Promise<Sighting> {
    try {
      return await this.read(ref);
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      return { kind: "unreadable", reason: error.message };
    }
  }

  async list(selection: Selection): Promise<readonly JsonObject[]> {
    await this.#ask(`list ${selection.kind}`);
    return [...this.selected(selection).values()];
  }

  async findKindsOf(labelSelector: string, group?: string): Promise<KindsOf> {
    await this.#ask("find kinds");
    return findFakeKinds(this, labelSelector, group);
  }

  async apply({ ref, body, isDryRun }: ApplyRequest): Promise<ApplyAnswer> {
    const key = objectKey(ref.id);
    await this.#ask(`${isDryRun ? "dry-run" : "apply"} ${short(key)}`);
    const live = this.objects.get(key);
    if (isOutdated(live, body)) throw new ClusterError("conflict", `${key}: is another by now`);
    if (ref.id.namespace !== "" && !this.namespaces.has(ref.id.namespace)) {
      throw new ClusterError("missing-namespace", `${key}: its namespace is missing`);
    }
    const object = applyObject(live, body);
    if (!isDryRun) {
      if (ref.id.kind === "Namespace") this.namespaces.add(ref.id.name);
      this.put(object);
    }
    return { object, isCreated: live === undefined };
  }

  async create(request: {
    readonly ref: ObjectRef;
    readonly body: JsonObject;
  }): Promise<JsonObject> {
    await this.#ask(`create ${short(objectKey(request.ref.id))}`);
    const object = createObject(this, request);
    this.put(object);
    return object;
  }

  async probeCreate(request: {
    readonly ref: ObjectRef;
    readonly body: JsonObject;
  }): Promise<JsonObject> {
    await this.#ask(`probe ${short(objectKey(request.ref.id))}`);
    return request.body;
  }

  async patchOwnership(request: {
    readonly ref: ObjectRef;
    readonly patch: readonly JsonPatchOperation[];
  }): Promise<JsonObject> {
    const key = objectKey(request.ref.id);
    await this.#ask(`patch ${short(key)}`);
    const live = this.objects.get(key);
    const version = request.patch.find(({ path }) => path === "/metadata/resourceVersion")?.value;
    if (live === undefined || version !== resourceVersionOf(live)) {
      throw new ClusterError("conflict", `${key}: is another by now`);
    }
    const object = patchOwners(live, request.patch);
    this.put(object);
    return object;
  }

  async delete({ ref, uid, resourceVersion }: DeleteRequest): Promise<void> {
    const key = objectKey(ref.id);
    await this.#ask(`delete ${short(key)}`);
    const live = this.objects.get(key);
    if (live === undefined) throw new ClusterError("conflict", `${key}: is gone`);
    if (uidOf(live) !== uid || resourceVersionOf(live) !== resourceVersion) {
      throw new ClusterError("conflict", `${key}: is another by now`);
    }
    this.remove(key);
  }

  follow(selection: Selection, onChange: () => void): Following {
    const following = new FakeFollowing(selection, this, onChange);
    this.#followings.add(following);
    return following;
  }

  async recordEvent(event: ClusterEvent): Promise<void> {
    this.events.push(event);
    await this.#ask(`event ${event.reason} ${short(objectKey(event.regarding.id))}`);
  }

  requestCounts(): { readonly reads: number; readonly writes: number; readonly watches: number } {
    const writes = this.writes().length;
    return { reads: this.requests.length - writes, writes, watches: this.#followings.size };
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  selected({
    apiVersion,
    kind,
    namespace,
    labelSelector,
    name,
  }: Selection): ReadonlyMap<ObjectKey, JsonObject> {
    const found = [...this.objects].filter(([, object]) => {
      const id = idOf(object);
      return (
        object["apiVersion"] === apiVersion &&
        id.kind === kind &&
        (namespace === "" || id.namespace === namespace) &&
        (name === "" || id.name === name) &&
        (labelSelector === "" || isSelected(object, labelSelector))
      );
    });
    return new Map(found);
  }

  async #ask(line: string): Promise<void> {
    this.requests.push(line);
    await this.onRequest(line);
  }

  #changed(): void {
    if (this.isWatchBehind) return;
    for (const following of this.#followings) following.look({ isNews: false });
  }
}

/** The newest resourceVersion in a set of objects. */
function newestIn(objects: Iterable<JsonObject>): string {
  const versions = [...objects].map((object) => Number(resourceVersionOf(object)));
  return String(Math.max(0, ...versions));
}

class FakeFollowing implements Following {
  readonly selection: Selection;
  readonly #cluster: FakeCluster;
  readonly #onChange: () => void;
  #objects: ReadonlyMap<ObjectKey, JsonObject> = new Map();
  #gone: ReadonlyMap<ObjectKey, JsonObject> = new Map();
  #resourceVersion = "";
  #version = 0;
  #isHidden = false;

  constructor(selection: Selection, cluster: FakeCluster, onChange: () => void) {
    this.selection = selection;
    this.#cluster = cluster;
    this.#onChange = onChange;
    this.#take();
  }

  state(): FollowingState {
    if (this.#isHidden) this.#take();
    return {
      kind: this.#kind(),
      reason: this.#kind() === "unreadable" ? this.#cluster.listRefusal : "",
      code: this.#kind() === "unreadable" ? this.#cluster.listRefusal : undefined,
      objects: this.#kind() === "not-served" ? new Map() : this.#objects,
      gone: this.#gone,
      resourceVersion: this.#resourceVersion,
      version: this.#version,
      changedAtMs: 0,
    };
  }

  look({ isNews }: { readonly isNews: boolean }): void {
    if (this.#take() || isNews) queueMicrotask(this.#onChange);
  }

  stop(): void {
    this.#objects = new Map();
  }

  #kind(): FollowingState["kind"] {
    const group = this.selection.apiVersion.split("/").slice(0, -1).join("/");
    const key = kindKey({ group, kind: this.selection.kind });
    if (this.#cluster.isListing) return "syncing";
    if (this.#cluster.notServed.has(key)) return "not-served";
    return this.#cluster.unlistable.has(key) ? "unreadable" : "synced";
  }

  /** What cannot be listed stays as it was last seen. */
  #take(): boolean {
    this.#isHidden = this.#kind() === "unreadable";
    if (this.#isHidden) return false;
    this.#resourceVersion = newestIn(this.#cluster.objects.values());
    const objects = this.#cluster.selected(this.selection);
    const isSame =
      objects.size === this.#objects.size &&
      [...objects].every(([key, object]) => this.#objects.get(key) === object);
    if (isSame) return false;
    const gone = [...this.#objects].filter(([key]) => !objects.has(key));
    if (this.selection.kind === "Job") this.#gone = new Map([...this.#gone, ...gone]);
    this.#objects = objects;
    this.#version += 1;
    return true;
  }
}
