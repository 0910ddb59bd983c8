import { ClusterError } from "../../core/cluster-error.ts";
import { type JsonObject, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import { resourceVersionOf } from "../../core/object/live-object.ts";
import type { ClockPort } from "../../ports/clock-port.ts";
import type { LeasePort, LeaseState } from "../../ports/lease-port.ts";
import type { ApiAnswer, HttpClient } from "./http-client.ts";
import { translateRefusal } from "./translate-refusal.ts";

/** How long a Lease is ours without a sign of life. */
const DURATION_SECONDS = 15;
/** We stop writing well before others may start: clocks run at the same speed, but writes take time. */
const RENEW_WITHIN_MS = 10_000;
const TRIES_MAX = 3;

export interface KubernetesLeaseOptions {
  readonly client: HttpClient;
  /** The agent's own. */
  readonly namespace: string;
  /** Who we are: unique among all replicas and restarts. */
  readonly holder: string;
  /** Field manager. */
  readonly manager: string;
  readonly clock: ClockPort;
}

/** The last change of somebody's Lease, on our own clock: other machines' clocks are never compared with ours. */
interface Observation {
  readonly record: string;
  readonly atMs: number;
}

/**
 * One `Lease` (coordination.k8s.io/v1) per name, by the rules of client-go's leader election: guarded by resource
 * version, expired when it did not change for its duration as seen from here.
 *
 * @see https://kubernetes.io/docs/concepts/architecture/leases/
 */
export class KubernetesLease implements LeasePort {
  readonly #options: KubernetesLeaseOptions;
  readonly #observed = new Map<string, Observation>();

  constructor(options: KubernetesLeaseOptions) {
    this.#options = options;
  }

  async hold(name: string): Promise<LeaseState> {
    for (let tries = 1; ; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- looks again after somebody else was faster
      const state = await this.#tryHold(name);
      if (state !== undefined) return state;
      if (tries === TRIES_MAX) {
        throw new ClusterError("conflict", `${this.#what(name)}: others write it all the time`);
      }
    }
  }

  async release(name: string): Promise<void> {
    const lease = await this.#read(name);
    if (lease === undefined || holderOf(lease) !== this.#options.holder) return;
    const answer = await this.#patch(name, lease, { holderIdentity: "", leaseDurationSeconds: 1 });
    // Gone, or taken by others meanwhile: it is no longer ours, which is what was asked.
    if (answer.status !== 404 && answer.status !== 409) this.#refuse(answer, name);
  }

  async remove(name: string): Promise<void> {
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- looks again after somebody else was faster
      const lease = await this.#read(name);
      if (lease === undefined || !["", this.#options.holder].includes(holderOf(lease))) return;
      // oxlint-disable-next-line no-await-in-loop -- see above
      const answer = await this.#delete(name, lease);
      if (answer.status !== 404 && answer.status !== 409) this.#refuse(answer, name);
      if (answer.status !== 409) return;
    }
    throw new ClusterError("conflict", `${this.#what(name)}: others write it all the time`);
  }

  /** `undefined`: the Lease changed under our hands. */
  async #tryHold(name: string): Promise<LeaseState | undefined> {
    const startedAtMs = this.#options.clock.now();
    const lease = await this.#read(name);
    if (lease !== undefined) {
      const expiresAtMs = this.#expiryOf(name, lease);
      const holder = holderOf(lease);
      if (holder !== "" && holder !== this.#options.holder && startedAtMs < expiresAtMs) {
        return { kind: "taken", holder, expiresAtMs };
      }
    }
    const answer =
      lease === undefined
        ? await this.#create(name)
        : await this.#patch(name, lease, this.#nextSpec(lease));
    if (isMissingNamespace(answer)) return this.#createNamespace(answer, name);
    if (answer.status === 409 || answer.status === 404) return undefined;
    this.#refuse(answer, name);
    this.#observed.delete(name);
    return { kind: "held", renewBeforeMs: startedAtMs + RENEW_WITHIN_MS };
  }

  #expiryOf(name: string, lease: JsonObject): number {
    const spec = objectAt(lease, "spec");
    const record = JSON.stringify([textAt(lease, "metadata", "uid"), spec]);
    const known = this.#observed.get(name);
    const atMs = known?.record === record ? known.atMs : this.#options.clock.now();
    this.#observed.set(name, { record, atMs });
    return atMs + (numberAt(spec, "leaseDurationSeconds") ?? DURATION_SECONDS) * 1_000;
  }

  #nextSpec(lease: JsonObject): JsonObject {
    const isRenewal = holderOf(lease) === this.#options.holder;
    const spec = { ...this.#freshSpec(), renewTime: this.#microTime() };
    if (!isRenewal) {
      const transitions = numberAt(lease, "spec", "leaseTransitions") ?? 0;
      return { ...spec, leaseTransitions: transitions + 1 };
    }
    const acquireTime = textAt(lease, "spec", "acquireTime");
    return acquireTime === undefined ? spec : { ...spec, acquireTime };
  }

  #freshSpec(): JsonObject {
    return {
      holderIdentity: this.#options.holder,
      leaseDurationSeconds: DURATION_SECONDS,
      acquireTime: this.#microTime(),
      renewTime: this.#microTime(),
    };
  }

  async #read(name: string): Promise<JsonObject | undefined> {
    const answer = await this.#options.client.send({ method: "GET", path: this.#path(name) });
    if (answer.status === 404) return undefined;
    this.#refuse(answer, name);
    return answer.body;
  }

  async #create(name: string): Promise<ApiAnswer> {
    const { namespace } = this.#options;
    return this.#options.client.send({
      method: "POST",
      path: this.#query(this.#path("")),
      body: {
        apiVersion: "coordination.k8s.io/v1",
        kind: "Lease",
        metadata: { name, namespace },
        spec: { ...this.#freshSpec(), leaseTransitions: 0 },
      },
    });
  }

  async #patch(name: string, lease: JsonObject, spec: JsonObject): Promise<ApiAnswer> {
    return this.#options.client.send({
      method: "PATCH",
      path: this.#query(this.#path(name)),
      contentType: "application/merge-patch+json",
      body: { metadata: { resourceVersion: resourceVersionOf(lease) }, spec },
    });
  }

  /** Exactly the version that was read. */
  async #delete(name: string, lease: JsonObject): Promise<ApiAnswer> {
    const uid = textAt(lease, "metadata", "uid") ?? "";
    const preconditions = { uid, resourceVersion: resourceVersionOf(lease) };
    return this.#options.client.send({
      method: "DELETE",
      path: this.#path(name),
      body: { apiVersion: "v1", kind: "DeleteOptions", preconditions },
    });
  }

  /** The agent's first write of all is its Lease. Returns `undefined`: look again. */
  async #createNamespace(missing: ApiAnswer, lease: string): Promise<undefined> {
    const { namespace } = this.#options;
    const answer = await this.#options.client.send({
      method: "POST",
      path: this.#query("/api/v1/namespaces"),
      body: { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    });
    if (answer.status >= 400 && answer.status !== 409) this.#refuse(missing, lease);
  }

  #refuse(answer: ApiAnswer, name: string): void {
    if (answer.status < 400) return;
    throw translateRefusal(answer, { what: this.#what(name), isSecret: false });
  }

  #what(name: string): string {
    return `Lease.coordination.k8s.io/${this.#options.namespace}/${name}`;
  }

  #path(name: string): string {
    const namespace = encodeURIComponent(this.#options.namespace);
    const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    return name === "" ? leases : `${leases}/${encodeURIComponent(name)}`;
  }

  #query(path: string): string {
    return `${path}?fieldManager=${encodeURIComponent(this.#options.manager)}`;
  }

  /** `metav1.MicroTime` has exactly six digits; ours are whole milliseconds. */
  #microTime(): string {
    return new Date(this.#options.clock.now()).toISOString().replace("Z", "000Z");
  }
}

function isMissingNamespace(answer: ApiAnswer): boolean {
  return answer.status === 404 && textAt(answer.body, "details", "kind") === "namespaces";
}

function holderOf(lease: JsonObject): string {
  return textAt(lease, "spec", "holderIdentity") ?? "";
}
