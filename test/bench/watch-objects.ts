import { Agent, request } from "undici";
import { JsonLines } from "../../src/adapters/kubernetes/json-lines.ts";
import { isJsonObject, type JsonObject, objectAt, textAt } from "../../src/core/object/json.ts";
import type { KubeAddress } from "../support/kube-client.ts";

/** One event of a watch. */
export interface SeenEvent {
  /** `ADDED`, `MODIFIED`, `DELETED`. */
  readonly type: string;
  readonly object: JsonObject;
}

/**
 * A raw watch of the bench's own, so that nothing of the product judges the product.
 *
 * @returns what ends it.
 */
export async function watchObjects(
  { url, ca, token }: KubeAddress,
  path: string,
  see: (event: SeenEvent) => void,
): Promise<() => void> {
  const agent = new Agent({ connect: { ca }, bodyTimeout: 0 });
  const answer = await request(`${url}${path}?watch=true`, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${token}` },
  });
  const lines = new JsonLines();
  answer.body.on("data", (chunk: Buffer) => {
    for (const event of lines.push(chunk)) {
      if (!isJsonObject(event)) continue;
      see({ type: textAt(event, "type") ?? "", object: objectAt(event, "object") ?? {} });
    }
  });
  // Closing the connection is this watch's only end.
  answer.body.on("error", () => {});
  return () => {
    void agent.destroy();
  };
}
