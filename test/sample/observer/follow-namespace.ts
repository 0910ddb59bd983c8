import { createInterface } from "node:readline";
import { Agent, request } from "undici";
import { History } from "./history.ts";
import { parseSight } from "./sight.ts";

/** Where the API server is, and as whom to ask it. */
export interface ServerAddress {
  readonly url: string;
  /** PEM text. */
  readonly ca: string;
  readonly token: string;
}

/** The watches of one namespace while they run. */
export interface FollowedNamespace {
  readonly history: History;
  /** Why the history is not whole; empty when it is. */
  readonly faults: readonly string[];
  stop(): Promise<void>;
}

const COLLECTIONS = [
  "api/v1/*/pods",
  "apis/apps/v1/*/deployments",
  "apis/apps/v1/*/statefulsets",
  "apis/elasticsearch.k8s.elastic.co/v1/*/elasticsearches",
  "apis/kibana.k8s.elastic.co/v1/*/kibanas",
  "apis/apm.k8s.elastic.co/v1/*/apmservers",
] as const;

/**
 * Watches all that a story can change. A watch tells each write that the store has made, none left out and in their order;
 * whatever breaks one is a fault.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export async function followNamespace(
  address: ServerAddress,
  namespace: string,
): Promise<FollowedNamespace> {
  const agent = new Agent({ connect: { ca: address.ca } });
  const history = new History();
  const faults: string[] = [];
  let isOver = false;
  function fail(what: string, why: unknown): void {
    if (!isOver) faults.push(`the watch of ${what} broke: ${String(why)}`);
  }
  function hear(what: string, line: string): void {
    try {
      history.add(parseSight(line, Date.now()));
    } catch (error) {
      fail(what, error);
    }
  }
  await Promise.all(
    COLLECTIONS.map(async (collection) => {
      const path = collection.replace("*", `namespaces/${namespace}`);
      const response = await request(`${address.url}/${path}?watch=true`, {
        dispatcher: agent,
        headers: { authorization: `Bearer ${address.token}`, "user-agent": "observer/1" },
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      if (response.statusCode !== 200) fail(collection, response.statusCode);
      createInterface({ input: response.body })
        .on("line", (line) => {
          hear(collection, line);
        })
        .on("error", (error) => {
          fail(collection, error);
        })
        .on("close", () => {
          fail(collection, "it ended");
        });
    }),
  );
  return {
    history,
    faults,
    async stop() {
      isOver = true;
      await agent.destroy();
    },
  };
}
