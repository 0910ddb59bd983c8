import type { PageNode } from "../page-node.ts";

/** What the server sends when the page has changed. */
interface FrameMessage {
  readonly title: string;
  /** The server's clock, epoch milliseconds. */
  readonly nowMs: number;
  readonly main: PageNode;
}

export interface EventOptions {
  /** The frame that the page was loaded with. */
  readonly knownId: string;
  /** Where the state of the connection is told. */
  readonly connection: HTMLElement;
  readonly onFrame: (frame: FrameMessage) => void;
  readonly onBeat: (nowMs: number) => void;
}

/** The server gives a sign of life every ten seconds; nothing for so long means that it is gone. */
const SILENCE_MS = 25_000;
/** A connection that comes back within so long was never lost for the reader. */
const PATIENCE_MS = 3_000;
/** The browser gives up by itself when it is refused; then we ask again, in milliseconds. */
const RETRY_MS = 5_000;

/** Follows the server's events until the page is left, and says whether they still come. */
export function followEvents({ knownId, connection, onFrame, onBeat }: EventOptions): void {
  let lastId = knownId;
  let heardAtMs = Date.now();
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function hear(nowMs: number): void {
    heardAtMs = Date.now();
    onBeat(nowMs);
    tell(connection, { state: "live", text: "Live" });
  }
  function open(): void {
    clearTimeout(retry);
    source?.close();
    source = new EventSource(`/events?frame=${encodeURIComponent(lastId)}`);
    source.addEventListener("frame", (event) => {
      const frame = readMessage(event);
      lastId = event.lastEventId;
      onFrame(frame);
      hear(frame.nowMs);
    });
    source.addEventListener("beat", (event) => {
      hear(readMessage(event).nowMs);
    });
    source.addEventListener("error", () => {
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS);
    });
  }
  function check(): void {
    const silentMs = Date.now() - heardAtMs;
    const isBroken = source?.readyState !== EventSource.OPEN;
    if (silentMs < (isBroken ? PATIENCE_MS : SILENCE_MS)) return;
    tell(connection, {
      state: "lost",
      text: `Connection lost; this is how it was at ${clock(heardAtMs)}. Trying again.`,
    });
    // A connection that is open and silent never ends by itself.
    if (!isBroken && silentMs > SILENCE_MS * 2) open();
  }
  open();
  setInterval(check, 1000);
  addEventListener("pagehide", () => {
    clearTimeout(retry);
    source?.close();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
}

/** Only changes are written: a live region that is written again is read again. */
function tell(
  connection: HTMLElement,
  next: { readonly state: "live" | "lost"; readonly text: string },
): void {
  if (connection.dataset["connection"] === next.state) return;
  connection.dataset["connection"] = next.state;
  connection.textContent = next.text;
  document.body.toggleAttribute("data-lost", next.state === "lost");
}

function clock(atMs: number): string {
  return new Date(atMs).toLocaleTimeString();
}

function readMessage(event: MessageEvent<unknown>): FrameMessage {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it; the texts in it stay texts
  return JSON.parse(String(event.data)) as FrameMessage;
}
