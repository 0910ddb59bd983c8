import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Holds a server to a number of connections. Over it, the one that has waited longest without a whole request goes: clients that
 * open connections and send nothing, or a body byte by byte, keep nobody out. While all are being answered, the new one goes.
 */
export function limitConnections(server: Server, connectionsMax: number): void {
  /** In the order in which they began to wait. */
  const waiting = new Set<Socket>();
  /** Requests that are being answered: a client may send the next ones before it has the answer to the first. */
  const answered = new WeakMap<Socket, number>();
  let count = 0;
  server.on("connection", (socket: Socket) => {
    count += 1;
    socket.on("close", () => {
      count -= 1;
      waiting.delete(socket);
    });
    waiting.add(socket);
    if (count <= connectionsMax) return;
    const [longest = socket] = waiting;
    waiting.delete(longest);
    longest.destroy();
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    waiting.delete(socket);
    if (hasBody(request)) {
      waiting.add(socket);
      request.once("end", () => waiting.delete(socket));
    }
    answered.set(socket, (answered.get(socket) ?? 0) + 1);
    response.on("close", () => {
      const left = (answered.get(socket) ?? 1) - 1;
      answered.set(socket, left);
      if (left === 0 && !socket.destroyed) waiting.add(socket);
    });
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
