import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  textAt,
} from "../../src/core/object/json.ts";

/** Where an API server is and as whom to speak to it. */
export interface KubeAddress {
  readonly url: string;
  /** PEM text. */
  readonly ca: string;
  readonly token: string;
}

/** Which object, as tests write it. `namespace` is left out for cluster-scoped kinds. */
export interface Target {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** How a write is made. */
export interface WriteOptions {
  /** Field manager; the client's user agent when left out, as for any client. */
  readonly as?: string;
  readonly force?: boolean;
  readonly isDryRun?: boolean;
  readonly subresource?: string;
}

export interface KubeAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

export interface KubeRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With the query. */
  readonly path: string;
  readonly body?: Json | undefined;
  readonly contentType?: string | undefined;
  readonly accept?: string;
}

/** The server said no to a test's own request. */
export class KubeRefusal extends Error {
  override readonly name = "KubeRefusal";
  readonly status: number;
  readonly body: JsonObject;

  constructor(what: string, answer: KubeAnswer) {
    super(`${what}: ${answer.status} ${textAt(answer.body, "message") ?? ""}`);
    this.status = answer.status;
    this.body = answer.body;
  }
}

const BUSY_TRIES_MAX = 20;
const BUSY_WAIT_MS = 250;

const PATCH_TYPES = {
  apply: "application/apply-patch+yaml",
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
} as const;

/**
 * A test actor's raw connection to the API server: JSON in and out, nothing in between, and no code of the product, so
 * that it can judge it. Methods throw `KubeRefusal` on an answer of 400 and more.
 */
export class KubeClient {
  readonly address: KubeAddress;
  readonly #userAgent: string;
  readonly #agent: Agent;
  readonly #resources = new Map<string, Promise<readonly Json[]>>();

  constructor(address: KubeAddress, userAgent = "test-actor/1") {
    this.address = address;
    this.#userAgent = userAgent;
    this.#agent = new Agent({ connect: { ca: address.ca }, connections: 8 });
  }

  async get(target: Target): Promise<JsonObject> {
    return this.#send({ method: "GET", path: await this.pathOf(target) });
  }

  /** `undefined` when there is no such object. */
  async find(target: Target): Promise<JsonObject | undefined> {
    const answer = await this.request({ method: "GET", path: await this.pathOf(target) });
    if (answer.status === 404) return undefined;
    return bodyOf("GET", answer);
  }

  async list(kind: Omit<Target, "name">, labelSelector = ""): Promise<readonly JsonObject[]> {
    const path = await this.pathOf({ ...kind, name: "" });
    const query = labelSelector === "" ? "" : `?labelSelector=${encodeURIComponent(labelSelector)}`;
    const body = await this.#send({ method: "GET", path: `${path}${query}` });
    return listAt(body, "items").filter(isJsonObject);
  }

  async create(object: JsonObject, options: WriteOptions = {}): Promise<JsonObject> {
    const path = await this.pathOf({ ...targetOf(object), name: "" });
    return this.#send({ method: "POST", path: path + queryOf(options), body: object });
  }

  /** PUT: what a person with `kubectl edit` or a controller does. */
  async update(object: JsonObject, options: WriteOptions = {}): Promise<JsonObject> {
    const path = await this.pathOf(targetOf(object), options.subresource);
    return this.#send({ method: "PUT", path: path + queryOf(options), body: object });
  }

  async apply(object: JsonObject, options: WriteOptions & { as: string }): Promise<JsonObject> {
    return this.patch(targetOf(object), { apply: object }, options);
  }

  /** One patch of any type: `{ merge: … }`, `{ json: [ … ] }`, `{ strategic: … }`, `{ apply: … }`. */
  async patch(
    target: Target,
    patch: { readonly [type in keyof typeof PATCH_TYPES]?: Json },
    options: WriteOptions = {},
  ): Promise<JsonObject> {
    const path = await this.pathOf(target, options.subresource);
    const [type, body] = onlyEntry(patch);
    return this.#send({
      method: "PATCH",
      path: path + queryOf(options),
      body,
      contentType: PATCH_TYPES[type],
    });
  }

  /** Deletes in the background unless told otherwise. An object that is gone already is fine. */
  async delete(target: Target, options: JsonObject = {}): Promise<void> {
    const answer = await this.request({
      method: "DELETE",
      path: await this.pathOf(target),
      body: { propagationPolicy: "Background", ...options },
    });
    if (answer.status !== 404) bodyOf("DELETE", answer);
  }

  /** Any request; refusals are answers. A server that is busy, as with a kind that is new to it, is asked again. */
  async request(sent: KubeRequest): Promise<KubeAnswer> {
    for (let tries = 1; tries < BUSY_TRIES_MAX; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      const answer = await this.#requestOnce(sent);
      if (answer.status !== 429) return answer;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await delay(BUSY_WAIT_MS);
    }
    return this.#requestOnce(sent);
  }

  async #requestOnce({ method, path, body, ...types }: KubeRequest): Promise<KubeAnswer> {
    const response = await request(this.address.url + path, {
      method,
      dispatcher: this.#agent,
      headers: {
        authorization: `Bearer ${this.address.token}`,
        "user-agent": this.#userAgent,
        accept: types.accept ?? "application/json",
        ...(body === undefined ? {} : { "content-type": types.contentType ?? "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.body.text();
    return { status: response.statusCode, body: parse(text) };
  }

  /** The path of an object, or of the collection when its name is empty. */
  async pathOf(target: Target, subresource = ""): Promise<string> {
    const base = target.apiVersion.includes("/") ? "/apis" : "/api";
    const plural = await this.#pluralOf(target);
    const parts = [
      `${base}/${target.apiVersion}`,
      ...(target.namespace === undefined ? [] : ["namespaces", target.namespace]),
      plural,
      target.name,
      subresource,
    ];
    return parts.filter((part) => part !== "").join("/");
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #send(sent: KubeRequest): Promise<JsonObject> {
    return bodyOf(`${sent.method} ${sent.path}`, await this.request(sent));
  }

  async #pluralOf({ apiVersion, kind }: Target): Promise<string> {
    const known = pluralIn(await this.#resourcesOf(apiVersion), kind);
    if (known !== undefined) return known;
    // A CRD may have come meanwhile.
    this.#resources.delete(apiVersion);
    const found = pluralIn(await this.#resourcesOf(apiVersion), kind);
    if (found === undefined) throw new Error(`the server knows no ${kind} in ${apiVersion}`);
    return found;
  }

  async #resourcesOf(apiVersion: string): Promise<readonly Json[]> {
    const known = this.#resources.get(apiVersion);
    if (known !== undefined) return known;
    const base = apiVersion.includes("/") ? "/apis" : "/api";
    const asked = this.request({ method: "GET", path: `${base}/${apiVersion}` }).then((answer) =>
      listAt(answer.body, "resources"),
    );
    this.#resources.set(apiVersion, asked);
    return asked;
  }
}

/** The `Target` that an object names. */
export function targetOf(object: JsonObject): Target {
  const namespace = textAt(object, "metadata", "namespace");
  return {
    apiVersion: textAt(object, "apiVersion") ?? "",
    kind: textAt(object, "kind") ?? "",
    name: textAt(object, "metadata", "name") ?? "",
    ...(namespace === undefined ? {} : { namespace }),
  };
}

function pluralIn(resources: readonly Json[], kind: string): string | undefined {
  const found = resources.find(
    (each) => textAt(each, "kind") === kind && !(textAt(each, "name") ?? "/").includes("/"),
  );
  return textAt(found, "name");
}

function queryOf({ as, force, isDryRun }: WriteOptions): string {
  const query = new URLSearchParams({
    ...(as === undefined ? {} : { fieldManager: as }),
    ...(force === undefined ? {} : { force: String(force) }),
    ...(isDryRun === true ? { dryRun: "All" } : {}),
  }).toString();
  return query === "" ? "" : `?${query}`;
}

function onlyEntry(
  patch: { readonly [type in keyof typeof PATCH_TYPES]?: Json },
): readonly [keyof typeof PATCH_TYPES, Json] {
  for (const type of ["apply", "json", "merge", "strategic"] as const) {
    const body = patch[type];
    if (body !== undefined) return [type, body];
  }
  throw new Error("an empty patch");
}

function bodyOf(what: string, answer: KubeAnswer): JsonObject {
  if (answer.status >= 400) throw new KubeRefusal(what, answer);
  return answer.body;
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : { value: text };
  } catch {
    // Health endpoints answer with plain text.
    return { message: text };
  }
}
