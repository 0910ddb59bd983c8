import type { IncomingMessage, ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { type Answer, COMMON_HEADERS, textAnswer, writeHead } from "./answer.ts";
import { type ListenerOptions, type RunningServer, startListener } from "./start-listener.ts";

/** An answer without an end: `open` gets the body once the head is sent, and ends or destroys it. */
export interface Streaming {
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly open: (body: Writable) => void;
}

export interface Request {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The header `Host`. */
  readonly host: string;
  /** The header `Last-Event-ID`, empty without one. */
  readonly lastEventId: string;
}

export interface ServerOptions extends Pick<ListenerOptions, "listen" | "key"> {
  /** Answers a GET or HEAD request. */
  readonly answer: (request: Request) => Answer | Streaming | Promise<Answer>;
}

/** Listens for GET and HEAD requests. Throws `ListenError`. */
export async function startServer({ answer, ...at }: ServerOptions): Promise<RunningServer> {
  return startListener({
    ...at,
    respond: async (request, response) => respond(request, response, answer),
  });
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ServerOptions["answer"],
): Promise<void> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const answered = isRead
    ? await answer(readRequest(request))
    : {
        ...textAnswer(405, "Only GET and HEAD are answered here."),
        // The body of a refused request is not read.
        headers: { Allow: "GET, HEAD", Connection: "close" },
      };
  const isHead = request.method === "HEAD";
  if ("open" in answered) sendStream(response, answered, isHead);
  else sendAnswer(response, answered, isHead);
}

function readRequest({ url = "/", headers }: IncomingMessage): Request {
  const [path = "/", ...query] = url.split("?");
  const lastEventId = headers["last-event-id"];
  return {
    path,
    query: new URLSearchParams(query.join("?")),
    host: headers.host ?? "",
    lastEventId: typeof lastEventId === "string" ? lastEventId : "",
  };
}

function sendAnswer(response: ServerResponse, answer: Answer, isHead: boolean): void {
  writeHead(response, answer);
  response.end(isHead ? undefined : answer.body);
}

function sendStream(response: ServerResponse, streaming: Streaming, isHead: boolean): void {
  const { contentType, headers, open } = streaming;
  response.writeHead(200, { "Content-Type": contentType, ...COMMON_HEADERS, ...headers });
  if (isHead) {
    response.end();
    return;
  }
  response.flushHeaders();
  open(response);
}
