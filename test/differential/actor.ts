import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import { z } from "zod";
import { isJsonObject, type Json, type JsonObject, textAt } from "../../src/core/object/json.ts";
import type { KubeAddress } from "../support/kube-client.ts";

/** One request and what came back, as it stands in a transcript. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  readonly body: Json;
  readonly warnings: readonly string[];
}

export interface Sent {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the server's address; `$ns` stands for the scenario's namespace. */
  readonly path: string;
  readonly body?: Json | undefined;
  /** In place of `body`: bytes as they are. */
  readonly text?: string | undefined;
  readonly contentType?: string | undefined;
  readonly accept?: string | undefined;
}

const TRIES_MAX = 200;
const WAIT_MS = 25;

/** Connections of all scenarios to a server: half of their time went into handshakes. */
const CONNECTIONS_MAX = 16;
const AGENTS = new Map<string, Agent>();

const PATCH_TYPES = {
  apply: "application/apply-patch+yaml",
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
} as const;

export type PatchType = keyof typeof PATCH_TYPES;

/** The plural of each kind that scenarios use, with its group and version. */
const PLURALS: ReadonlyMap<string, string> = new Map([
  ["Endpoints", "endpoints"],
  ["Ingress", "ingresses"],
  ["NetworkPolicy", "networkpolicies"],
  ["PriorityClass", "priorityclasses"],
  ["StorageClass", "storageclasses"],
  ["IngressClass", "ingressclasses"],
]);

const CLUSTER_SCOPED: ReadonlySet<string> = new Set([
  "Namespace",
  "Node",
  "PersistentVolume",
  "ClusterRole",
  "ClusterRoleBinding",
  "CustomResourceDefinition",
  "PriorityClass",
  "StorageClass",
  "IngressClass",
]);

/** A path of the API: `/apis/apps/v1/namespaces/$ns/deployments/web`. */
function pathOf(
  object: JsonObject,
  parts: { readonly name?: string; readonly subresource?: string } = {},
): string {
  const apiVersion = textAt(object, "apiVersion") ?? "";
  const kind = textAt(object, "kind") ?? "";
  const name = parts.name ?? textAt(object, "metadata", "name") ?? "";
  const plural = PLURALS.get(kind) ?? `${kind.toLowerCase()}s`;
  return [
    `${apiVersion.includes("/") ? "/apis" : "/api"}/${apiVersion}`,
    ...(CLUSTER_SCOPED.has(kind) ? [] : ["namespaces/$ns"]),
    plural,
    name,
    parts.subresource ?? "",
  ]
    .filter((part) => part !== "")
    .join("/");
}

/** How a write is made; all but `as` go into the query as they are. */
export interface Query {
  readonly as?: string;
  readonly [parameter: string]: string | undefined;
}

/** Plays a scenario against one server and writes down all that it answers. */
export class Actor {
  readonly #address: KubeAddress;
  readonly #namespace: string;
  readonly exchanges: Exchange[] = [];

  constructor(address: KubeAddress, namespace: string) {
    this.#address = address;
    this.#namespace = namespace;
  }

  /** Sends a request and records it. @returns the body. */
  async send(sent: Sent): Promise<JsonObject> {
    const response = await this.#request(sent);
    const body = parse(await response.body.text());
    const line = `${sent.method} ${sent.path}`;
    const warnings = [response.headers["warning"] ?? []].flat();
    this.exchanges.push({ request: line, status: response.statusCode, body, warnings });
    return isJsonObject(body) ? body : {};
  }

  async get(object: JsonObject, query: Query = {}, subresource = ""): Promise<JsonObject> {
    return this.send({ method: "GET", path: pathOf(object, { subresource }) + queryText(query) });
  }

  async create(object: JsonObject, query: Query = {}): Promise<JsonObject> {
    const path = pathOf(object, { name: "" }) + queryText(query);
    return this.send({ method: "POST", path, body: object });
  }

  async update(object: JsonObject, query: Query = {}, subresource = ""): Promise<JsonObject> {
    const path = pathOf(object, { subresource }) + queryText(query);
    return this.send({ method: "PUT", path, body: object });
  }

  async apply(object: JsonObject, query: Query, subresource = ""): Promise<JsonObject> {
    return this.patch(object, { apply: object }, { ...query, subresource });
  }

  async patch(
    object: JsonObject,
    patch: { readonly [type in PatchType]?: Json },
    { subresource = "", ...query }: Query = {},
  ): Promise<JsonObject> {
    const [type, body] = onlyEntry(patch);
    const path = pathOf(object, { subresource }) + queryText(query);
    return this.send({ method: "PATCH", path, body, contentType: PATCH_TYPES[type] });
  }

  async delete(object: JsonObject, options?: JsonObject, query: Query = {}): Promise<JsonObject> {
    const path = pathOf(object) + queryText(query);
    return this.send({ method: "DELETE", path, body: options });
  }

  /** Records the first `count` events of a watch; what the scenario writes `meanwhile` comes after its start. */
  async watch(
    path: string,
    take: { readonly count: number; readonly meanwhile?: () => Promise<void> },
  ): Promise<void> {
    const response = await this.#request({ method: "GET", path });
    // It is ended in the middle, which both streams call an error.
    response.body.on("error", () => {});
    await take.meanwhile?.();
    const events: Json[] = [];
    const lines = createInterface({ input: response.body });
    lines.on("error", () => {});
    for await (const line of lines) {
      events.push(parse(line));
      if (events.length >= take.count) break;
    }
    response.body.destroy();
    const { statusCode: status } = response;
    this.exchanges.push({ request: `WATCH ${path}`, status, body: events, warnings: [] });
  }

  /** Asks until the server answers 200, and records nothing: some things take a moment on a real server. */
  async until(path: string): Promise<void> {
    await this.#untilAnswer({ method: "GET", path }, ({ status }) => status === 200);
  }

  /** Asks until the text stands in the answer, and records nothing. */
  async untilBody(path: string, text: string): Promise<void> {
    await this.#untilAnswer({ method: "GET", path }, ({ body }) => body.includes(text));
  }

  /** Creates the object in dry runs until the server refuses it, and records nothing: it has to learn of a new schema. */
  async untilRefused(object: JsonObject): Promise<void> {
    const path = `${pathOf(object, { name: "" })}?dryRun=All`;
    await this.#untilAnswer({ method: "POST", path, body: object }, ({ status }) => status >= 400);
  }

  async untilGone(path: string): Promise<void> {
    await this.#untilAnswer({ method: "GET", path }, ({ status }) => status === 404);
  }

  /** Sends requests side by side that are not recorded. */
  async flood(requests: readonly Sent[]): Promise<void> {
    const answers = await Promise.all(requests.map(async (sent) => this.#request(sent)));
    await Promise.all(answers.map(async (answer) => answer.body.dump()));
  }

  /** Records something that was made of answers, in place of the answers themselves. */
  note(title: string, body: Json): void {
    this.exchanges.push({ request: title, status: 0, body, warnings: [] });
  }

  /** Sends a request that is not recorded. @returns the body. */
  async read(path: string, accept?: string): Promise<Json> {
    const response = await this.#request({ method: "GET", path, accept });
    return parse(await response.body.text());
  }

  async #untilAnswer(
    sent: Sent,
    isEnough: (answer: { readonly status: number; readonly body: string }) => boolean,
  ): Promise<void> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      const response = await this.#request(sent);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const body = await response.body.text();
      if (isEnough({ status: response.statusCode, body })) return;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await delay(WAIT_MS);
    }
    throw new Error(`${sent.path} does not answer as it is waited for`);
  }

  async #request(sent: Sent): ReturnType<typeof request> {
    const text = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    return request(this.#address.url + sent.path.replaceAll("$ns", this.#namespace), {
      method: sent.method,
      dispatcher: agentOf(this.#address),
      headers: {
        authorization: `Bearer ${this.#address.token}`,
        "user-agent": "scenario/1",
        accept: sent.accept ?? "application/json",
        ...(text === undefined ? {} : { "content-type": sent.contentType ?? "application/json" }),
      },
      body: text?.replaceAll("$ns", this.#namespace) ?? null,
    });
  }
}

function agentOf({ url, ca }: KubeAddress): Agent {
  const known = AGENTS.get(url);
  const agent = known ?? new Agent({ connect: { ca }, connections: CONNECTIONS_MAX });
  if (known === undefined) AGENTS.set(url, agent);
  return agent;
}

function queryText({ as, ...rest }: Query): string {
  const query = new URLSearchParams();
  if (as !== undefined) query.set("fieldManager", as);
  for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, value);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

function onlyEntry(patch: { readonly [type in PatchType]?: Json }): readonly [PatchType, Json] {
  for (const type of ["apply", "json", "merge", "strategic"] as const) {
    const body = patch[type];
    if (body !== undefined) return [type, body];
  }
  throw new Error("an empty patch");
}

/** JSON where it is JSON, else the text. */
function parse(text: string): Json {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    return text;
  }
}
