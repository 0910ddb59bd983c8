import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

/** Stands before a server, and lets something happen just before a request reaches it. */
export interface InterposingProxy {
  readonly url: string;
  before: (request: IncomingMessage) => Promise<void>;
}

export async function startInterposingProxy(target: string): Promise<InterposingProxy> {
  const { hostname, port } = new URL(target);
  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    await proxy.before(incoming);
    const { method, url: path, headers } = incoming;
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on("error", () => outgoing.destroy());
    incoming.pipe(sent);
  }
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const proxy: InterposingProxy = {
    url: `http://127.0.0.1:${address.port}`,
    before: async () => undefined,
  };
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  return proxy;
}
