import type { Listen } from "../core/config/agent-config.ts";
import type { StatusDocument } from "../core/report/status-document.ts";
import { isAllowedHost } from "./is-allowed-host.ts";
import { renderStatusPage } from "./render-status-page.ts";
import { type Answer, type RunningServer, startServer, textAnswer } from "./start-server.ts";

/** No scripts, no frames, nothing from elsewhere: even if some text slipped through unescaped it could do nothing. */
const PAGE_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Serves the status for people (`/`) and programs (`/status.json`) at `agent.page`, read-only. Throws `ListenError`. */
export async function startPageServer(
  listen: Listen,
  readStatus: () => StatusDocument,
): Promise<RunningServer> {
  return startServer({
    listen,
    key: "agent.page",
    answer: ({ path, host }) =>
      isAllowedHost(host, listen)
        ? answerPage(path, readStatus)
        : textAnswer(421, "This server is not known by that name; open it by its address."),
  });
}

function answerPage(path: string, readStatus: () => StatusDocument): Answer {
  switch (path) {
    case "/":
      return {
        status: 200,
        contentType: "text/html; charset=utf-8",
        body: renderStatusPage(readStatus()),
        headers: PAGE_HEADERS,
      };
    case "/status.json":
      return {
        status: 200,
        contentType: "application/json; charset=utf-8",
        body: `${JSON.stringify(readStatus(), undefined, 2)}\n`,
        headers: PAGE_HEADERS,
      };
    default:
      return textAnswer(404, "There is / and /status.json.");
  }
}
