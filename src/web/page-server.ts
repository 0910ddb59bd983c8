import type { LiveView } from "../agent/live-view.ts";
import type { Listen } from "../core/config/agent-config.ts";
import { type Answer, textAnswer } from "./answer.ts";
import { EventHub, type HubPace } from "./event-hub.ts";
import { openFrameSeries } from "./frame-series.ts";
import { isAllowedHost } from "./is-allowed-host.ts";
import type { PageAsset } from "./read-page-assets.ts";
import { renderDocument } from "./render-document.ts";
import type { RunningServer } from "./start-listener.ts";
import { type Request, type Streaming, startServer } from "./start-server.ts";

/**
 * Only our own files, no inline script or style, no frames, nothing from elsewhere, and no way from text to markup:
 * even if some text slipped through unescaped it could do nothing.
 */
const PAGE_HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
};

export interface PageOptions {
  readonly view: LiveView;
  /** By path. */
  readonly assets: ReadonlyMap<string, PageAsset>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly pace?: Partial<HubPace>;
}

/**
 * Serves the status for people (`/`, kept current by `/events`) and programs (`/status.json`) at `agent.page`,
 * read-only. Throws `ListenError`.
 */
export async function startPageServer(
  listen: Listen,
  options: PageOptions,
): Promise<RunningServer> {
  const { view, now, pace = {} } = options;
  const series = openFrameSeries(() => view.read(), now());
  const hub = new EventHub({ series, watch: (onChange) => view.watch(onChange), now, pace });
  try {
    const server = await startServer({
      listen,
      key: "agent.page",
      answer: (request) =>
        isAllowedHost(request.host, listen)
          ? answerPage(request, hub, options)
          : textAnswer(421, "This server is not known by that name; open it by its address."),
    });
    return {
      port: server.port,
      async close() {
        hub.close();
        await server.close();
      },
    };
  } catch (error) {
    hub.close();
    throw error;
  }
}

function answerPage(request: Request, hub: EventHub, options: PageOptions): Answer | Streaming {
  switch (request.path) {
    case "/": {
      const frame = hub.current();
      const html = renderDocument(frame.document, { ...frame, nowMs: options.now() });
      return pageAnswer("text/html; charset=utf-8", html);
    }
    case "/events":
      return answerEvents(request, hub);
    case "/status.json": {
      const stacks = options.view.read().stacks.map(({ status }) => status);
      const text = `${JSON.stringify({ stacks }, undefined, 2)}\n`;
      return pageAnswer("application/json; charset=utf-8", text);
    }
    default: {
      const asset = options.assets.get(request.path);
      return asset === undefined
        ? textAnswer(404, "There is /, /events and /status.json.")
        : pageAnswer(asset.contentType, asset.body);
    }
  }
}

function answerEvents({ query, lastEventId }: Request, hub: EventHub): Answer | Streaming {
  if (hub.isFull()) {
    return {
      ...textAnswer(503, "Too many have this page open; close one of them."),
      headers: { ...PAGE_HEADERS, "Retry-After": "10" },
    };
  }
  const knownId = lastEventId === "" ? (query.get("frame") ?? "") : lastEventId;
  return {
    contentType: "text/event-stream; charset=utf-8",
    headers: PAGE_HEADERS,
    open(body) {
      hub.attach(body, knownId);
    },
  };
}

function pageAnswer(contentType: string, body: string): Answer {
  return { status: 200, contentType, body, headers: PAGE_HEADERS };
}
