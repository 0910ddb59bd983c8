import { request } from "node:https";
import type { ClusterAddress } from "../../src/embedded/api/write-kubeconfig.ts";
import type { Asked } from "./ask.ts";

/** A request as a client may send it, well-formed or not. */
export interface RawRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The cluster's own when left out. */
  readonly token?: string;
}

/** One HTTPS request on a connection of its own. Resolves when the answer is complete. */
export async function askCluster(cluster: ClusterAddress, asked: RawRequest): Promise<Asked> {
  const { hostname, port } = new URL(cluster.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: hostname,
        port,
        ca: cluster.ca,
        path: asked.path,
        method: asked.method ?? "GET",
        agent: false,
        headers: {
          authorization: `Bearer ${asked.token ?? cluster.token}`,
          "user-agent": "lockstep-test/1",
          ...asked.headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(asked.body);
  });
}
