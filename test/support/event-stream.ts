import { type ClientRequest, request } from "node:http";

/** One server-sent event as it came. */
interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

export interface EventStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly events: readonly ReceivedEvent[];
  /** The other side ended it. */
  readonly isEnded: () => boolean;
  close(): void;
}

/** Opens a stream of server-sent events on this machine. */
export async function openEventStream(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const events: ReceivedEvent[] = [];
    let text = "";
    let isEnded = false;
    const asked: ClientRequest = request(
      { host: "127.0.0.1", port, path, agent: false, headers },
      (response) => {
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
          const blocks = text.split("\n\n");
          text = blocks.pop() ?? "";
          events.push(...blocks.flatMap(parseEvent));
        });
        response.on("error", () => undefined);
        response.on("close", () => {
          isEnded = true;
        });
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          events,
          isEnded: () => isEnded,
          close() {
            asked.destroy();
          },
        });
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}

function parseEvent(block: string): readonly ReceivedEvent[] {
  const fields = new Map(
    block.split("\n").map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    }),
  );
  const event = fields.get("event");
  if (event === undefined) return [];
  return [{ event, id: fields.get("id") ?? "", data: fields.get("data") ?? "" }];
}
