import { createInterface } from "node:readline";
import { Agent, request } from "undici";
import { isJsonObject, type JsonObject, objectAt, textAt } from "../../src/core/object/json.ts";
import { resourceVersionOf, uidOf } from "../../src/core/object/live-object.ts";
import { eventually } from "./eventually.ts";
import { realCluster } from "./real-cluster.ts";

/** Every pod template that the workloads of a namespace have had, as the store has seen them. */
export interface FollowedTemplates {
  /** How many a workload has had; one that comes back after another counts again, and so does a workload that was made anew. */
  count(name: string): number;
  /** Waits until the version of an object was seen. */
  until(live: JsonObject): Promise<void>;
}

interface Seen {
  readonly count: number;
  readonly last: string;
  readonly version: bigint;
}

const PLURALS = ["daemonsets", "deployments", "statefulsets"] as const;

/** Watches from before the first workload is made; no version is missed. */
export async function followTemplates(
  namespace: string,
  whenDone: (end: () => Promise<void>) => void,
): Promise<FollowedTemplates> {
  const { url, ca, token } = realCluster();
  const agent = new Agent({ connect: { ca } });
  whenDone(async () => agent.destroy());
  const seen = new Map<string, Seen>();
  await Promise.all(
    PLURALS.map(async (plural) => {
      const path = `/apis/apps/v1/namespaces/${namespace}/${plural}?watch=true`;
      const response = await request(`${url}${path}`, {
        dispatcher: agent,
        headers: { authorization: `Bearer ${token}` },
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      createInterface({ input: response.body })
        .on("line", (line) => see(line, seen))
        // It is ended in the middle.
        .on("error", () => {});
    }),
  );
  return {
    count: (name) => seen.get(name)?.count ?? 0,
    async until(live) {
      const wanted = BigInt(resourceVersionOf(live));
      const name = textAt(live, "metadata", "name") ?? "";
      await eventually(`the watch shows ${name}`, () => (seen.get(name)?.version ?? 0n) >= wanted);
    },
  };
}

const NEVER: Seen = { count: 0, last: "", version: 0n };

function see(line: string, seen: Map<string, Seen>): void {
  const event: unknown = JSON.parse(line);
  const object = isJsonObject(event) ? (objectAt(event, "object") ?? {}) : {};
  const name = textAt(object, "metadata", "name") ?? "";
  const before = seen.get(name) ?? NEVER;
  const version = BigInt(resourceVersionOf(object));
  const last = `${uidOf(object)} ${JSON.stringify(objectAt(object, "spec", "template"))}`;
  // The last word on what is gone repeats its template, and one that is made anew has another uid.
  const count = last === before.last ? before.count : before.count + 1;
  seen.set(name, { count, last, version });
}
