import { readFile } from "node:fs/promises";
import type { GitHttpRequest, GitHttpResponse, HttpClient } from "isomorphic-git";
import { type Dispatcher, request } from "undici";
import { SourceError } from "../../core/source-error.ts";
import { createHttpsAgent } from "./create-https-agent.ts";
import { maskCredentials } from "./mask-credentials.ts";
import { translateNetworkError } from "./translate-network-error.ts";

/** How to reach one repository. Proxies are values of `HTTPS_PROXY` and `NO_PROXY`, read by main. */
interface HttpAccess {
  readonly url: string;
  readonly username: string | undefined;
  /** Read before each request; `undefined` for anonymous access. */
  readonly readToken: (() => Promise<string>) | undefined;
  /** PEM file, trusted beside the usual roots. */
  readonly caFile: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: string | undefined;
  readonly connectTimeoutMs: number;
  /** The longest silence before and inside an answer. */
  readonly silenceTimeoutMs: number;
}

/** What one exchange may take. */
interface ExchangeBudget {
  readonly responseBytesMax: number;
  /** The whole request, redirects included. */
  readonly timeoutMs: number;
}

const REDIRECTS_MAX = 3;
const REDIRECT_STATUS = new Set([301, 302, 307, 308]);
/** As other Git clients do: any non-empty name goes with a token at GitHub, GitLab and Gitea. */
const DEFAULT_USERNAME = "x-access-token";

interface Exchange {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
  readonly signal: AbortSignal;
}

/**
 * The HTTP side of isomorphic-git for one repository: time-outs, a size cap, own CA, proxy, few redirects.
 * Credentials go only to the origin that the config names. An answer is read to its end before it is handed on, because
 * the library loses errors of a stream that breaks half way. Throws `SourceError` for all that the network or server says.
 */
export class UndiciHttp {
  readonly #access: HttpAccess;
  readonly #origin: string;
  #dispatcher: Dispatcher | undefined;
  /** Where the server moved the repository to: later POSTs go there, as git itself does. */
  #movedTo: string | undefined;
  #secrets: readonly string[] = [];
  #isClosed = false;

  constructor(access: HttpAccess) {
    this.#access = access;
    this.#origin = new URL(access.url).origin;
  }

  /** A client whose every exchange keeps within the budget. */
  client(budget: ExchangeBudget): HttpClient {
    return { request: async (asked) => await this.#request(asked, budget) };
  }

  /** The text without the credentials in use. */
  mask(text: string): string {
    return maskCredentials(text, this.#secrets);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#dispatcher?.destroy();
  }

  async #request(asked: GitHttpRequest, budget: ExchangeBudget): Promise<GitHttpResponse> {
    const exchange: Exchange = {
      url: new URL(this.#moved(asked.url)),
      method: asked.method === "POST" ? "POST" : "GET",
      headers: { ...asked.headers, "user-agent": "git/2.0 (lockstep)" },
      body: asked.body === undefined ? undefined : await collectBytes(asked.body),
      signal: AbortSignal.timeout(budget.timeoutMs),
    };
    try {
      return await this.#follow(exchange, budget, REDIRECTS_MAX);
    } catch (error) {
      throw translateNetworkError(error, this.#access.url) ?? error;
    }
  }

  #moved(url: string): string {
    const base = this.#access.url;
    const isOurs = this.#movedTo !== undefined && url.startsWith(`${base}/`);
    return isOurs ? `${this.#movedTo}${url.slice(base.length)}` : url;
  }

  async #follow(
    exchange: Exchange,
    budget: ExchangeBudget,
    hopsLeft: number,
  ): Promise<GitHttpResponse> {
    const response = await this.#send(exchange);
    const { location } = response.headers;
    if (REDIRECT_STATUS.has(response.statusCode) && typeof location === "string") {
      await response.body.dump();
      const url = this.#checkRedirect(exchange, location, hopsLeft);
      return await this.#follow({ ...exchange, url }, budget, hopsLeft - 1);
    }
    if (response.statusCode !== 200) {
      await response.body.dump();
      throw refusalOf(response.statusCode, this.#access.url);
    }
    const chunks = await this.#readBody(response.body, budget.responseBytesMax);
    this.#rememberMove(exchange);
    return {
      url: exchange.url.href,
      method: exchange.method,
      headers: singleHeaders(response.headers),
      body: eachOf(chunks),
      statusCode: response.statusCode,
      statusMessage: "",
    };
  }

  async #send(exchange: Exchange): Promise<Dispatcher.ResponseData> {
    if (this.#isClosed) throw new SourceError("unreachable", `${this.#access.url}: was closed`);
    this.#dispatcher ??= await this.#connect();
    const isOurOrigin = exchange.url.origin === this.#origin;
    const authorization = isOurOrigin ? await this.#authorization() : {};
    return await request(exchange.url, {
      method: exchange.method,
      headers: { ...exchange.headers, ...authorization },
      body: exchange.body ?? null,
      dispatcher: this.#dispatcher,
      headersTimeout: this.#access.silenceTimeoutMs,
      bodyTimeout: this.#access.silenceTimeoutMs,
      signal: exchange.signal,
    });
  }

  async #connect(): Promise<Dispatcher> {
    const { caFile, ...access } = this.#access;
    return createHttpsAgent({
      ...access,
      ca: caFile === undefined ? undefined : await readCa(caFile),
    });
  }

  async #authorization(): Promise<Record<string, string>> {
    const token = await this.#access.readToken?.();
    if (token === undefined) return {};
    const userAndToken = `${this.#access.username ?? DEFAULT_USERNAME}:${token}`;
    this.#secrets = [token, userAndToken];
    return { authorization: `Basic ${Buffer.from(userAndToken, "utf8").toString("base64")}` };
  }

  #checkRedirect(exchange: Exchange, location: string, hopsLeft: number): URL {
    const where = this.#access.url;
    if (hopsLeft === 0 || !URL.canParse(location, exchange.url.href)) {
      throw new SourceError(
        "unreachable",
        `${where}: too many redirects, or one that leads nowhere`,
      );
    }
    const target = new URL(location, exchange.url);
    if (target.protocol !== "https:" && target.protocol !== exchange.url.protocol) {
      throw new SourceError("unreachable", `${where}: redirects from https to ${target.protocol}`);
    }
    target.username = "";
    target.password = "";
    return target;
  }

  async #readBody(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer[]> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > bytesMax) {
        throw new SourceError(
          "too-large",
          `${this.#access.url}: sends more than ${bytesMax} bytes`,
        );
      }
      chunks.push(chunk);
    }
    return chunks;
  }

  /** `<new>/info/refs?service=…` after a redirect tells the repository's new place. */
  #rememberMove(exchange: Exchange): void {
    const tail = "/info/refs";
    const { origin, pathname } = exchange.url;
    if (exchange.method !== "GET" || !pathname.endsWith(tail)) return;
    const base = `${origin}${pathname.slice(0, -tail.length)}`;
    this.#movedTo = base === this.#access.url ? undefined : base;
  }
}

function refusalOf(status: number, where: string): SourceError {
  switch (status) {
    case 401:
    case 203:
      return new SourceError(
        "unauthorized",
        `${where}: the server wants other credentials (${status})`,
      );
    case 403:
      return new SourceError(
        "forbidden",
        `${where}: the credentials are not allowed to do this (403)`,
      );
    case 404:
    case 410:
      return new SourceError(
        "not-found",
        `${where}: no repository there, or none for these credentials (${status}): check source.url and what the credentials may see`,
      );
    case 408:
    case 504:
      return new SourceError("timed-out", `${where}: the server answered ${status}`);
    case 413:
      return new SourceError(
        "too-large",
        `${where}: the server refuses a request of this size (413)`,
      );
    default:
      return new SourceError("unreachable", `${where}: the server answered ${status}`);
  }
}

async function readCa(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new SourceError(
      "not-found",
      `the CA file ${path} cannot be read: check source.caFile`,
      error,
    );
  }
}

function singleHeaders(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}

async function collectBytes(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  // The library hands in an array of buffers where its type promises an iterator; `for await` takes both.
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* eachOf(chunks: readonly Buffer[]): AsyncIterableIterator<Uint8Array> {
  yield* chunks;
}
