import { createInterface } from "node:readline";
import { Agent, request } from "undici";
import { isJsonObject, type JsonObject, textAt } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import type { KubeAddress } from "./kube-client.ts";

/** What a watch has shown of versions, in the order in which the server wrote it. */
export interface FollowedVersions {
  /** Such as `Kibana wants 9.1.0`, `Kibana runs 9.1.0`; each once. */
  seen(): readonly string[];
  stop(): Promise<void>;
}

interface Sight {
  readonly revision: number;
  readonly text: string;
}

/** Watches kinds whose objects have `spec.version` and `status.version`, from now on. */
export async function followVersions(
  address: KubeAddress,
  paths: readonly string[],
): Promise<FollowedVersions> {
  const agent = new Agent({ connect: { ca: address.ca } });
  const sights: Sight[] = [];
  await Promise.all(
    paths.map(async (path) => {
      const response = await request(`${address.url}${path}?watch=true`, {
        dispatcher: agent,
        headers: { authorization: `Bearer ${address.token}` },
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      createInterface({ input: response.body })
        .on("line", (line) => {
          sights.push(...sightsOf(line));
        })
        // It is ended in the middle.
        .on("error", () => {});
    }),
  );
  return {
    seen: () => {
      const texts = sights.toSorted((a, b) => a.revision - b.revision).map(({ text }) => text);
      return [...new Set(texts)];
    },
    stop: async () => agent.destroy(),
  };
}

function sightsOf(line: string): readonly Sight[] {
  const event: unknown = JSON.parse(line);
  const object: JsonObject =
    isJsonObject(event) && isJsonObject(event["object"]) ? event["object"] : {};
  const kind = textAt(object, "kind") ?? "";
  // The store's revisions are numbers that grow.
  const revision = Number(resourceVersionOf(object));
  return [
    { revision, text: `${kind} wants ${textAt(object, "spec", "version") ?? "none"}` },
    { revision, text: `${kind} runs ${textAt(object, "status", "version") ?? "none"}` },
  ];
}
