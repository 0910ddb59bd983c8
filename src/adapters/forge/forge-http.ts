import { readFile } from "node:fs/promises";
import { type Dispatcher, request } from "undici";
import { ForgeError } from "../../core/forge-error.ts";
import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";
import { SourceError } from "../../core/source-error.ts";
import { createHttpsAgent } from "../git/create-https-agent.ts";
import { translateNetworkError } from "../git/translate-network-error.ts";
import { chooseRedirect } from "./choose-redirect.ts";
import { quoteForge } from "./quote-forge.ts";
import { translateForgeRefusal } from "./translate-forge-refusal.ts";

/** What one exchange may take. Bytes and milliseconds. */
export interface ForgeHttpLimits {
  readonly connectTimeoutMs: number;
  /** The longest silence before and inside an answer. */
  readonly silenceTimeoutMs: number;
  /** One question with its redirects. */
  readonly timeoutMs: number;
  readonly answerBytesMax: number;
}

/** How to reach the API of one forge. */
export interface ForgeAccess {
  /** Without a slash at its end. */
  readonly api: string;
  /** For messages. */
  readonly repository: string;
  /** Read before each request. */
  readonly readToken: () => Promise<string>;
  /** The headers that carry the token and name the API's version. */
  readonly headersOf: (token: string) => Readonly<Record<string, string>>;
  /** PEM file. */
  readonly caFile: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: string | undefined;
  readonly limits: ForgeHttpLimits;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface ForgeQuestion {
  readonly method: "GET" | "POST" | "PATCH" | "PUT";
  /** Below the API's base, with a slash before it. */
  readonly path: string;
  readonly body?: Json;
  /** What it is for, in words that follow "may not": `open a pull request`. */
  readonly action: string;
}

/** Any answer, refusals too. */
export interface ForgeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined`: no JSON. */
  readonly json: Json | undefined;
  /** The forge's own words about it, masked and short; empty when there are none. */
  readonly said: string;
}

const REDIRECTS_MAX = 3;

/** What an HTTP header can carry. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;

/** JSON over HTTPS to one forge: time-outs, a size cap, own CA, proxy, few redirects inside of the API. Throws `ForgeError` only. */
export class ForgeHttp {
  readonly #access: ForgeAccess;
  #opening: Promise<Dispatcher> | undefined;
  #isClosed = false;

  constructor(access: ForgeAccess) {
    this.#access = access;
  }

  /** The JSON of a 2xx answer. */
  async ask(question: ForgeQuestion): Promise<Json> {
    return this.expect(await this.send(question), question);
  }

  /** The JSON of an answer that has to be a 2xx. */
  expect(answer: ForgeAnswer, question: ForgeQuestion): Json {
    if (answer.status < 200 || answer.status >= 300) throw this.refusalOf(answer, question);
    if (answer.json === undefined) {
      throw new ForgeError(
        "bad-answer",
        `${this.#access.api}: the answer (${answer.status}) is no JSON: reports.pullRequest.api has to be the base of the forge's API`,
      );
    }
    return answer.json;
  }

  refusalOf(answer: ForgeAnswer, { action }: ForgeQuestion): ForgeError {
    const { api, repository, now } = this.#access;
    return translateForgeRefusal(answer, { api, repository, action, nowMs: now() });
  }

  /** Any answer; redirects inside of the API are followed. */
  async send(question: ForgeQuestion): Promise<ForgeAnswer> {
    const { api, limits } = this.#access;
    try {
      const token = await this.#readToken();
      const signal = AbortSignal.timeout(limits.timeoutMs);
      let url = parseUrl(`${api}${question.path}`);
      for (let hops = 0; ; hops += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one hop after the other
        const answer = await this.#exchange(url, question, { token, signal });
        const next = chooseRedirect({ ...answer, method: question.method, url, api });
        if (next === undefined || hops === REDIRECTS_MAX) return answer;
        url = next;
      }
    } catch (error) {
      throw this.#translate(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.destroy();
  }

  async #readToken(): Promise<string> {
    const token = await this.#access.readToken();
    if (TOKEN.test(token)) return token;
    throw new ForgeError(
      "unauthorized",
      `${this.#access.api}: the token holds characters that no token has: check what reports.pullRequest names`,
    );
  }

  async #exchange(
    url: URL,
    { method, body }: ForgeQuestion,
    { token, signal }: { readonly token: string; readonly signal: AbortSignal },
  ): Promise<ForgeAnswer> {
    const { limits, headersOf } = this.#access;
    const response = await request(url, {
      method,
      headers: {
        accept: "application/json",
        "user-agent": "lockstep",
        ...headersOf(token),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      dispatcher: await this.#dispatcher(),
      headersTimeout: limits.silenceTimeoutMs,
      bodyTimeout: limits.silenceTimeoutMs,
      signal,
    });
    const text = await this.#readText(response.body);
    const json = parseJson(text);
    return {
      status: response.statusCode,
      headers: singleHeaders(response.headers),
      json,
      said: quoteForge(json, [token]),
    };
  }

  async #dispatcher(): Promise<Dispatcher> {
    if (this.#isClosed) throw new ForgeError("unreachable", `${this.#access.api}: was closed`);
    this.#opening ??= this.#open();
    return await this.#opening;
  }

  async #open(): Promise<Dispatcher> {
    const { caFile, ...access } = this.#access;
    try {
      const ca = caFile === undefined ? undefined : await readFile(caFile, "utf8");
      return createHttpsAgent({
        ...access,
        ca,
        connectTimeoutMs: access.limits.connectTimeoutMs,
      });
    } catch (error) {
      // The file may be there the next time.
      this.#opening = undefined;
      throw new ForgeError(
        "unreachable",
        `the CA file ${caFile} cannot be read: check reports.pullRequest.caFile`,
        { cause: error },
      );
    }
  }

  async #readText(body: AsyncIterable<unknown>): Promise<string> {
    const { answerBytesMax } = this.#access.limits;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size > answerBytesMax) {
        throw new ForgeError(
          "bad-answer",
          `${this.#access.api}: sends more than ${answerBytesMax} bytes: check that reports.pullRequest.api is the base of the forge's API`,
        );
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  }

  /** What network and token file say; anything else is a defect and goes on as it is. */
  #translate(error: unknown): unknown {
    if (error instanceof ForgeError) return error;
    const refusal =
      error instanceof SourceError ? error : translateNetworkError(error, this.#access.api);
    if (refusal === undefined) return error;
    const { code, message } = refusal;
    const known = code === "timed-out" || code === "unauthorized" ? code : "unreachable";
    return new ForgeError(known, message, { cause: error });
  }
}

/** The configuration's checks let some IPv6 addresses pass that are none. */
function parseUrl(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw new ForgeError(
    "unreachable",
    "reports.pullRequest.api is no URL that can be asked: check it",
  );
}

/** `null` for an empty text, `undefined` for what is no JSON. */
function parseJson(text: string): Json | undefined {
  if (text.trim() === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) || isJsonList(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
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
