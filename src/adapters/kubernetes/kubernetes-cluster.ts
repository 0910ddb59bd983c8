import { ClusterError } from "../../core/cluster-error.ts";
import { type JsonObject, textAt } from "../../core/object/json.ts";
import { idOf } from "../../core/object/live-object.ts";
import { groupOf, type ObjectKey, type ObjectRef, objectKey } from "../../core/object/object-id.ts";
import type { Sighting } from "../../core/object/sighting.ts";
import type {
  ApplyAnswer,
  ApplyRequest,
  ClusterEvent,
  ClusterPort,
  DeleteRequest,
  Following,
  JsonPatchOperation,
  KindsOf,
  Selection,
  ServedKind,
} from "../../ports/cluster-port.ts";
import type { LogPort } from "../../ports/log-port.ts";
import { Discovery } from "./discovery.ts";
import { EventRecorder } from "./event-recorder.ts";
import { findKindsOf, NAMES_ONLY } from "./find-kinds-of.ts";
import { FollowedSelection } from "./follow-selection.ts";
import type { ApiAnswer, ApiRequest, HttpClient } from "./http-client.ts";
import { listPages } from "./list-pages.ts";
import { ObservedGeneration } from "./observed-generation.ts";
import type { DiscoveredKind } from "./parse-discovery.ts";
import { readMany } from "./read-many.ts";
import { renderOperation } from "./render-operation.ts";
import { resourcePath } from "./resource-path.ts";
import { describeSelection, selectionQuery } from "./selection-query.ts";
import { servesKinds } from "./serves-kinds.ts";
import { translateRefusal } from "./translate-refusal.ts";
import { pathOf, wantedOf, wantedOfSelection } from "./wanted-kind.ts";

export interface KubernetesClusterOptions {
  readonly client: HttpClient;
  /** Field manager of every write. */
  readonly manager: string;
  readonly concurrency: number;
  readonly log: LogPort;
}

/** A real API server behind `ClusterPort`: raw JSON both ways, refusals translated, kinds from cached discovery. */
export class KubernetesCluster implements ClusterPort {
  readonly #client: HttpClient;
  readonly #options: KubernetesClusterOptions;
  readonly #discovery: Discovery;
  readonly #observedGeneration: ObservedGeneration;
  readonly #events: EventRecorder;
  readonly #followings = new Set<FollowedSelection>();

  constructor(options: KubernetesClusterOptions) {
    this.#options = options;
    this.#client = options.client;
    this.#discovery = new Discovery(options.client);
    this.#observedGeneration = new ObservedGeneration(options.client);
    this.#events = new EventRecorder(options.client, options.manager);
  }

  async findKind(kind: {
    readonly group: string;
    readonly kind: string;
    readonly version?: string;
  }): Promise<ServedKind | undefined> {
    const found = await this.#discovery.find(kind);
    if (found === undefined) return undefined;
    const { hasStatusSubresource, mayHoldMembers: _, ...served } = found;
    const declaresObservedGeneration =
      hasStatusSubresource && (await this.#observedGeneration.isDeclared(found));
    return { ...served, facts: { hasStatusSubresource, declaresObservedGeneration } };
  }

  /** What may not be read is `unreadable`; a server that does not answer throws. */
  async read(ref: ObjectRef): Promise<Sighting> {
    const kind = await this.#discovery.find(wantedOf(ref));
    if (kind === undefined) return { kind: "not-served" };
    const answer = await this.#client.send({ method: "GET", path: pathOf(kind, ref) });
    if (answer.status === 200) return { kind: "present", object: answer.body };
    const refusal = refusalOf(answer, ref);
    // A namespace that is missing holds nothing: the server answers as for a missing object.
    if (answer.status === 404 && refusal.code !== "unknown-kind") return { kind: "absent" };
    if (refusal.code === "unknown-kind") {
      this.#kindsChanged();
      return { kind: "not-served" };
    }
    if (refusal.code !== "forbidden") throw refusal;
    return { kind: "unreadable", reason: refusal.message };
  }

  async readMany(refs: readonly ObjectRef[]): Promise<ReadonlyMap<ObjectKey, Sighting>> {
    return readMany(refs, {
      concurrency: this.#options.concurrency,
      read: async (ref) => this.read(ref),
      listNames: async (like) => this.#listNames(like),
    });
  }

  async list(selection: Selection): Promise<readonly JsonObject[]> {
    const { apiVersion, kind } = selection;
    const found = await this.#discovery.find(wantedOfSelection(selection));
    if (found === undefined) {
      throw new ClusterError(
        "unknown-kind",
        `${describeSelection(selection)}: the cluster serves no such kind`,
      );
    }
    const { items } = await listPages(this.#client, {
      path: resourcePath(found, { namespace: selection.namespace }),
      query: selectionQuery(selection),
      what: describeSelection(selection),
      keep: (item) => ({ ...item, apiVersion, kind }),
    });
    return items;
  }

  async findKindsOf(labelSelector: string, group?: string): Promise<KindsOf> {
    return findKindsOf(labelSelector, {
      client: this.#client,
      known: await this.#discovery.all(),
      group,
      concurrency: this.#options.concurrency,
    });
  }

  async apply({ ref, body, isDryRun }: ApplyRequest): Promise<ApplyAnswer> {
    const query = {
      force: "true",
      fieldValidation: "Strict",
      ...(isDryRun ? { dryRun: "All" } : {}),
    };
    const answer = await this.#write(ref, {
      method: "PATCH",
      path: `${pathOf(await this.#kindOf(ref), ref)}?${this.#query(query)}`,
      body,
      contentType: "application/apply-patch+yaml",
    });
    if (!isDryRun && servesKinds(ref.id)) this.#kindsChanged();
    return { object: answer.body, isCreated: answer.status === 201 };
  }

  async create({ ref, body }: { ref: ObjectRef; body: JsonObject }): Promise<JsonObject> {
    return this.#create({ ref, body, query: {} });
  }

  async probeCreate({ ref, body }: { ref: ObjectRef; body: JsonObject }): Promise<JsonObject> {
    return this.#create({ ref, body, query: { dryRun: "All" } });
  }

  async patchOwnership(request: {
    readonly ref: ObjectRef;
    readonly patch: readonly JsonPatchOperation[];
  }): Promise<JsonObject> {
    const { ref, patch } = request;
    const answer = await this.#write(ref, {
      method: "PATCH",
      path: `${pathOf(await this.#kindOf(ref), ref)}?${this.#query({})}`,
      body: patch.map(renderOperation),
      contentType: "application/json-patch+json",
    });
    return answer.body;
  }

  async delete({ ref, uid, resourceVersion }: DeleteRequest): Promise<void> {
    const answer = await this.#client.send({
      method: "DELETE",
      path: pathOf(await this.#kindOf(ref), ref),
      body: {
        apiVersion: "v1",
        kind: "DeleteOptions",
        propagationPolicy: "Foreground",
        preconditions: { uid, resourceVersion },
      },
    });
    if (servesKinds(ref.id)) this.#kindsChanged();
    // What is gone already was seen too late: the next look shows it.
    if (answer.status === 404) throw new ClusterError("conflict", `${objectKey(ref.id)}: is gone`);
    if (answer.status >= 400) throw refusalOf(answer, ref);
  }

  follow(selection: Selection, onChange: () => void): Following {
    const { apiVersion, kind } = selection;
    const isAboutKinds = servesKinds({ group: groupOf(apiVersion), kind });
    const followed = new FollowedSelection({
      client: this.#client,
      selection,
      findKind: async () => this.#discovery.find(wantedOfSelection(selection)),
      onChange: () => {
        if (isAboutKinds) this.#kindsChanged();
        onChange();
      },
      log: this.#options.log,
    });
    this.#followings.add(followed);
    return {
      selection,
      state: () => followed.state(),
      stop: () => {
        this.#followings.delete(followed);
        followed.stop();
      },
    };
  }

  async recordEvent(event: ClusterEvent): Promise<void> {
    await this.#events.record(event);
  }

  requestCounts(): { readonly reads: number; readonly writes: number; readonly watches: number } {
    return this.#client.counts();
  }

  async close(): Promise<void> {
    for (const following of this.#followings) following.stop();
    await this.#client.close();
  }

  async #listNames(like: ObjectRef): Promise<ReadonlySet<string>> {
    const { items } = await listPages(this.#client, {
      path: resourcePath(await this.#kindOf(like), { namespace: like.id.namespace }),
      query: {},
      what: `names of ${like.id.kind}`,
      accept: NAMES_ONLY,
      keep: (item) => ({ name: idOf(item).name }),
    });
    return new Set(items.map((item) => textAt(item, "name") ?? ""));
  }

  async #create(request: {
    readonly ref: ObjectRef;
    readonly body: JsonObject;
    readonly query: Readonly<Record<string, string>>;
  }): Promise<JsonObject> {
    const { ref, body } = request;
    const path = resourcePath(await this.#kindOf(ref), { namespace: ref.id.namespace });
    const query = this.#query({ fieldValidation: "Strict", ...request.query });
    const answer = await this.#write(ref, { method: "POST", path: `${path}?${query}`, body });
    return answer.body;
  }

  async #write(ref: ObjectRef, request: ApiRequest): Promise<ApiAnswer> {
    const answer = await this.#client.send(request);
    if (answer.status < 400) return answer;
    const refusal = refusalOf(answer, ref);
    if (refusal.code === "unknown-kind") this.#kindsChanged();
    throw refusal;
  }

  async #kindOf(ref: ObjectRef): Promise<DiscoveredKind> {
    const kind = await this.#discovery.find(wantedOf(ref));
    if (kind !== undefined) return kind;
    throw new ClusterError(
      "unknown-kind",
      `${objectKey(ref.id)}: the cluster serves no ${ref.id.kind} in ${ref.apiVersion}`,
    );
  }

  /** A CRD or APIService came, changed or went: ask again, and look at once for what was missing. */
  #kindsChanged(): void {
    this.#discovery.invalidate();
    this.#observedGeneration.invalidate();
    for (const following of this.#followings) following.wake();
  }

  #query(more: Readonly<Record<string, string>>): string {
    return new URLSearchParams({ fieldManager: this.#options.manager, ...more }).toString();
  }
}

function refusalOf(answer: ApiAnswer, { id }: ObjectRef): ClusterError {
  return translateRefusal(answer, {
    what: objectKey(id),
    isSecret: id.group === "" && id.kind === "Secret",
  });
}
