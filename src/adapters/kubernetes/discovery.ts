import type { ClusterError } from "../../core/cluster-error.ts";
import type { JsonObject } from "../../core/object/json.ts";
import { apiVersionOf, kindKey } from "../../core/object/object-id.ts";
import type { HttpClient } from "./http-client.ts";
import {
  type DiscoveredKind,
  findSilentGroups,
  indexKinds,
  type KindIndex,
  parseAggregated,
  parseGroupList,
  parseResourceList,
} from "./parse-discovery.ts";
import { translateRefusal } from "./translate-refusal.ts";

/** A kind, and the version at which it is wanted; the server's preferred one when left out. */
export interface WantedKind {
  readonly group: string;
  readonly kind: string;
  readonly version?: string | undefined;
}

const AGGREGATED =
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";

/** A kind that is not there costs one request a second, however often it is asked for. */
const ASK_AGAIN_MS = 1_000;
const MISSES_MAX = 1_000;

/** What discovery told. */
interface Discovered {
  readonly index: KindIndex;
  /** By group: why not all of its kinds are known. */
  readonly failures: ReadonlyMap<string, ClusterError>;
  /** Groups with a server of their own that does not answer: the kinds that it had are not served now, and nobody knows them. */
  readonly silent: readonly string[];
}

/** Every kind that is known, and the groups of which not all kinds are. */
export interface AllKinds {
  readonly kinds: readonly DiscoveredKind[];
  readonly silent: readonly string[];
}

/** Which kinds the server knows: two requests, then from memory until `invalidate` or a miss. */
export class Discovery {
  readonly #client: HttpClient;
  #index: Promise<Discovered> | undefined;
  #reload: Promise<Discovered> | undefined;
  readonly #missedAtMs = new Map<string, number>();

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** @throws {ClusterError} when discovery itself is refused, or that of the kind's group: such a kind is not known to be missing. */
  async find(wanted: WantedKind): Promise<DiscoveredKind | undefined> {
    this.#index ??= this.#load();
    const discovered = await this.#index;
    const isKnown = choose(discovered.index, wanted) !== undefined;
    if (isKnown || !this.#mayAskAgain(wanted)) return chooseOrThrow(discovered, wanted);
    return chooseOrThrow(await this.#loadAgain(), wanted);
  }

  /** Every kind at the server's preferred version. @throws {ClusterError} when discovery itself is refused. */
  async all(): Promise<AllKinds> {
    this.#index ??= this.#load();
    let known = await this.#index;
    if (silentIn(known).length > 0) known = await this.#loadAgain();
    const kinds = [...known.index.values()].flatMap(([preferred]) => preferred ?? []);
    return { kinds, silent: silentIn(known) };
  }

  /** Something that serves kinds has changed: the next question asks the server. */
  invalidate(): void {
    this.#index = undefined;
    this.#missedAtMs.clear();
  }

  #mayAskAgain(wanted: WantedKind): boolean {
    const key = `${kindKey(wanted)} ${wanted.version ?? ""}`;
    const now = Date.now();
    const missedAtMs = this.#missedAtMs.get(key);
    if (missedAtMs !== undefined && now - missedAtMs < ASK_AGAIN_MS) return false;
    if (this.#missedAtMs.size >= MISSES_MAX) this.#missedAtMs.clear();
    this.#missedAtMs.set(key, now);
    return true;
  }

  /** Many kinds may be missed at once; one reload answers all of them. */
  async #loadAgain(): Promise<Discovered> {
    this.#reload ??= this.#load().finally(() => {
      this.#reload = undefined;
    });
    this.#index = this.#reload;
    return this.#reload;
  }

  async #load(): Promise<Discovered> {
    const failures = new Map<string, ClusterError>();
    const silent: string[] = [];
    try {
      const [core, groups] = await Promise.all([
        this.#askCore(failures),
        this.#askGroups(failures, silent),
      ]);
      return { index: indexKinds([...core, ...groups]), failures, silent };
    } catch (error) {
      // A failure is not kept: the next question asks the server.
      this.#index = undefined;
      throw error;
    }
  }

  async #askCore(failures: Map<string, ClusterError>): Promise<readonly DiscoveredKind[]> {
    const aggregated = parseAggregated(await this.#get("/api"));
    return aggregated ?? this.#askVersion({ group: "", version: "v1" }, failures);
  }

  async #askGroups(
    failures: Map<string, ClusterError>,
    silent: string[],
  ): Promise<readonly DiscoveredKind[]> {
    const body = await this.#get("/apis");
    const aggregated = parseAggregated(body);
    if (aggregated !== undefined) {
      silent.push(...findSilentGroups(body));
      return aggregated;
    }
    const versions = await Promise.all(
      parseGroupList(body).map(async (each) => this.#askVersion(each, failures)),
    );
    return versions.flat();
  }

  /** One group whose own server is down (an APIService) must not hide the others, nor count as one without kinds. */
  async #askVersion(
    at: { group: string; version: string },
    failures: Map<string, ClusterError>,
  ): Promise<readonly DiscoveredKind[]> {
    const path = at.group === "" ? `/api/${at.version}` : `/apis/${at.group}/${at.version}`;
    const answer = await this.#client.send({ method: "GET", path });
    if (answer.status === 200) return parseResourceList(answer.body, at);
    if (answer.status !== 404) {
      const what = `discovery of ${apiVersionOf(at)}`;
      failures.set(at.group, translateRefusal(answer, { what, isSecret: false }));
    }
    return [];
  }

  async #get(path: string): Promise<JsonObject> {
    const answer = await this.#client.send({ method: "GET", path, accept: AGGREGATED });
    if (answer.status === 200) return answer.body;
    throw translateRefusal(answer, { what: "discovery", isSecret: false });
  }
}

function silentIn({ failures, silent }: Discovered): readonly string[] {
  return [...new Set([...failures.keys(), ...silent])];
}

function chooseOrThrow(
  { index, failures }: Discovered,
  wanted: WantedKind,
): DiscoveredKind | undefined {
  const chosen = choose(index, wanted);
  const failure = chosen === undefined ? failures.get(wanted.group) : undefined;
  if (failure !== undefined) throw failure;
  return chosen;
}

function choose(index: KindIndex, wanted: WantedKind): DiscoveredKind | undefined {
  const versions = index.get(kindKey(wanted)) ?? [];
  if (wanted.version === undefined) return versions[0];
  return versions.find((each) => each.version === wanted.version);
}
