import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Loopback TCP ports that nobody listens on now. All are held open until the last one is known, so they differ. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, async () => listen()));
  const ports = servers.map(portOf);
  await Promise.all(
    servers.map(async (server) => {
      server.close();
      await once(server, "close");
    }),
  );
  return ports;
}

async function listen(): Promise<Server> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP port");
  return address.port;
}
