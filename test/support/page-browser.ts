import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { PageDocument } from "../../src/core/report/page-document.ts";
import type { HubPace } from "../../src/web/event-hub.ts";
import { startPageServer } from "../../src/web/page-server.ts";
import { readPageAssets } from "../../src/web/read-page-assets.ts";
import type { RunningServer } from "../../src/web/start-listener.ts";
import { fakeView } from "./fake-view.ts";
import { NOW_MS } from "./status-builder.ts";

/** The page in a browser, with the server behind it. */
export interface SeenPage {
  readonly page: Page;
  readonly address: string;
  /** What the browser complained of, as it came. */
  readonly complaints: readonly string[];
  /** Changes what the agent shows. */
  show(next: PageDocument): void;
  /** Ends the server, and starts another one at the same address. */
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
  close(): Promise<void>;
}

export const DESKTOP = { width: 1440, height: 900 } as const;
export const PHONE = { width: 360, height: 780 } as const;

/** The sandbox of Chromium needs rights that a container does not have. */
export async function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** Opens the page and waits until its script follows the events (without scripts: until it is loaded). */
export async function seePage(
  browser: Browser,
  document: PageDocument,
  options: BrowserContextOptions & { readonly pace?: Partial<HubPace> } = {},
): Promise<SeenPage> {
  const { pace = { coalesceMs: 20 }, ...contextOptions } = options;
  const served = await servePage(document, pace);
  const context = await browser.newContext({ viewport: DESKTOP, ...contextOptions });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const address = `http://127.0.0.1:${served.port()}/`;
  await page.goto(address);
  if (contextOptions.javaScriptEnabled !== false) {
    await page.waitForSelector('[data-connection="live"]');
  }
  return {
    page,
    address,
    complaints,
    ...served,
    async close() {
      await context.close();
      await served.stopServer();
    },
  };
}

interface ServedPage extends Pick<SeenPage, "show" | "stopServer" | "startServer"> {
  port(): number;
}

/** Ages are relative to a clock that begins at `NOW_MS` and goes on. */
async function servePage(document: PageDocument, pace: Partial<HubPace>): Promise<ServedPage> {
  const assets = await readPageAssets();
  const startedAtMs = Date.now();
  const { view, show } = fakeView(document);
  let server: RunningServer | undefined;
  async function start(port: number): Promise<void> {
    server = await startPageServer(
      { host: "127.0.0.1", port },
      { view, assets, now: () => NOW_MS + Date.now() - startedAtMs, pace },
    );
  }
  await start(0);
  const port = server?.port ?? 0;
  return {
    port: () => port,
    show,
    async stopServer() {
      await server?.close();
      server = undefined;
    },
    startServer: async () => start(port),
  };
}
