import { get } from "node:https";
import { isJsonObject, objectAt, textAt } from "../../src/core/object/json.ts";
import type { ClusterAddress } from "../../src/embedded/api/write-kubeconfig.ts";

/** A watch that runs. */
export interface WatchedLines {
  /** The events in their order, when the watch is over: `ADDED a, DELETED b`. */
  readonly ended: Promise<string>;
  /** Resolves when the watch has begun and told so many events. */
  seen(count: number): Promise<void>;
}

/** Begins a watch at a path with its query. */
export function watchLines({ url, ca, token }: ClusterAddress, path: string): WatchedLines {
  const lines: string[] = [];
  const waiting: { readonly count: number; readonly done: () => void }[] = [];
  let hasBegun = false;
  function tell(): void {
    for (const { count, done } of waiting) if (hasBegun && lines.length >= count) done();
  }
  const { hostname, port } = new URL(url);
  const headers = { authorization: `Bearer ${token}` };
  const ended = new Promise<string>((resolve, reject) => {
    const asked = get({ host: hostname, port, path, headers, ca, agent: false }, (response) => {
      let text = "";
      hasBegun = true;
      tell();
      response.on("data", (chunk: Buffer) => {
        const complete = (text + chunk.toString("utf8")).split("\n");
        text = complete.pop() ?? "";
        lines.push(...complete.map(briefEvent));
        tell();
      });
      response.on("end", () => resolve(lines.join(", ")));
      response.on("error", reject);
    });
    asked.on("error", reject);
  });
  return {
    ended,
    seen: async (count) =>
      new Promise<void>((done) => {
        waiting.push({ count, done });
        tell();
      }),
  };
}

function briefEvent(line: string): string {
  const event: unknown = JSON.parse(line);
  if (!isJsonObject(event)) return "no event";
  const metadata = objectAt(event, "object", "metadata");
  const isEnd = textAt(metadata, "annotations", "k8s.io/initial-events-end") === "true";
  return `${textAt(event, "type") ?? ""} ${isEnd ? "end" : (textAt(metadata, "name") ?? "")}`;
}
