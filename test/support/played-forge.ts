import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { isJsonObject, type Json, type JsonObject } from "../../src/core/object/json.ts";
import { makeCertificate } from "./make-certificate.ts";

/** A pull request as both played forges keep it. */
export interface PlayedPull {
  readonly number: number;
  readonly head: string;
  base: string;
  /** Another repository's for one from a fork. */
  readonly headRepository: number;
  readonly labels: Set<string>;
  readonly comments: string[];
  title: string;
  body: string;
  state: "open" | "closed" | "merged";
}

interface PlayedStatus {
  readonly commit: string;
  readonly context: string;
  state: string;
  description: string;
}

export interface PlayedRepository {
  readonly id: number;
  readonly path: string;
  /** Branch to commit. */
  readonly branches: Map<string, string>;
  readonly pulls: PlayedPull[];
  /** Newest first. */
  readonly statuses: PlayedStatus[];
}

export interface PlayedRequest {
  readonly method: string;
  /** Below the API's base. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: JsonObject;
}

export interface PlayedAnswer {
  readonly status: number;
  readonly json: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How one forge answers; `undefined` is its word for "no such thing". */
export interface PlayedDialect {
  /** `/api/v3` */
  readonly base: string;
  readonly isKnown: (headers: IncomingMessage["headers"], token: string) => boolean;
  readonly unknownToken: Json;
  readonly notFound: Json;
  readonly answer: (
    request: PlayedRequest,
    repositories: readonly PlayedRepository[],
  ) => PlayedAnswer | undefined;
}

/** True when the answer was given. */
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface PlayedForge {
  readonly api: string;
  readonly caFile: string;
  readonly token: string;
  readonly repositories: PlayedRepository[];
  /** `GET /repos/…`, below the API's base, oldest first. */
  readonly requests: string[];
  intercept: Intercept;
  addRepository(path: string): PlayedRepository;
  close(): Promise<void>;
}

/** A forge of our own behind TLS, whose answers follow the public documents of the API that it plays. */
export async function startPlayedForge(
  dialect: PlayedDialect,
  token: string,
): Promise<PlayedForge> {
  const folder = await mkdtemp(join(tmpdir(), "played-forge-"));
  const { caFile, keyFile } = await makeCertificate(folder);
  const repositories: PlayedRepository[] = [];
  const requests: string[] = [];
  const state: { intercept: Intercept } = { intercept: () => false };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(`${request.method} ${(request.url ?? "").slice(dialect.base.length)}`);
    if (state.intercept(request, response)) return;
    const url = new URL(request.url ?? "/", "https://localhost");
    const written: unknown = JSON.parse((await text(request)) || "{}");
    const asked = {
      method: request.method ?? "",
      path: url.pathname.slice(dialect.base.length),
      query: url.searchParams,
      headers: request.headers,
      body: isJsonObject(written) ? written : {},
    };
    const isKnown = dialect.isKnown(request.headers, token);
    const { status, json, headers } = isKnown
      ? (dialect.answer(asked, repositories) ?? { status: 404, json: dialect.notFound })
      : { status: 401, json: dialect.unknownToken };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(json));
  }

  const server = createServer(
    { cert: await readFile(caFile), key: await readFile(keyFile) },
    (request, response) => {
      handle(request, response).catch(() => response.destroy());
    },
  );
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    api: `https://localhost:${port}${dialect.base}`,
    caFile,
    token,
    repositories,
    requests,
    get intercept() {
      return state.intercept;
    },
    set intercept(intercept) {
      state.intercept = intercept;
    },
    addRepository(path) {
      const id = repositories.length + 1;
      const made = { id, path, branches: new Map<string, string>(), pulls: [], statuses: [] };
      repositories.push(made);
      pushTo(made, "main");
      return made;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await rm(folder, { recursive: true });
    },
  };
}

/** A new commit on a branch. */
export function pushTo({ id, branches }: PlayedRepository, branch: string): string {
  const seed = `${id} ${branch} ${branches.get(branch) ?? ""}`;
  const commit = createHash("sha1").update(seed).digest("hex");
  branches.set(branch, commit);
  return commit;
}

/** One page of a list, and the header that names the next one. */
export function pageOf(
  items: readonly Json[],
  { query, path }: PlayedRequest,
): Pick<PlayedAnswer, "json" | "headers"> {
  const size = Math.min(Number(query.get("per_page") ?? "30"), 100);
  const page = Number(query.get("page") ?? "1");
  const isLast = page * size >= items.length;
  return {
    json: items.slice((page - 1) * size, page * size),
    headers: isLast ? {} : { link: `<https://localhost${path}?page=${page + 1}>; rel="next"` },
  };
}
