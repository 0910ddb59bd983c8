import { connect } from "node:tls";
import { expect, test } from "vitest";
import {
  type EmbeddedCluster,
  startEmbeddedCluster,
} from "../../src/embedded/start-embedded-cluster.ts";
import { askCluster } from "../support/ask-cluster.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

test("clients that do not read their watches keep nobody from being served", async () => {
  const own = await startEmbeddedCluster({
    folder: undefined,
    listen: { host: "127.0.0.1", port: 0 },
    controllers: "api-server",
  });
  await setBig(own);
  const { hostname, port } = new URL(own.url);
  const head = `GET ${MAPS}?watch=true&fieldSelector=metadata.name%3Dbig HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.token}\r\n\r\n`;
  const sockets = Array.from({ length: 200 }, () =>
    connect({ host: hostname, port: Number(port), ca: own.ca, servername: "localhost" }),
  );
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on("error", () => {});
      socket.write(head);
      // Whoever has the head of the answer watches.
      await new Promise((resolve) => socket.once("data", resolve));
      socket.pause();
    }),
  );
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the watches are to lag behind, not the writer
    statuses.push(await setBig(own));
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  for (const socket of sockets) socket.destroy();
  await own.close();
});

let bigCount = 0;

async function setBig(own: EmbeddedCluster): Promise<number> {
  bigCount += 1;
  const data = { a: "x".repeat(900_000), b: String(bigCount) };
  const { status } = await askCluster(own, {
    path: `${MAPS}/big?fieldManager=m`,
    method: "PATCH",
    headers: { "content-type": "application/apply-patch+yaml" },
    body: JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "big" }, data }),
  });
  return status;
}
