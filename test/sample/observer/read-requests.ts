import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";

const ENTRY = z.object({
  stage: z.string(),
  verb: z.string(),
  requestURI: z.string(),
  user: z.object({ username: z.string() }),
  objectRef: z
    .object({ namespace: z.string().default(""), name: z.string().default("") })
    .default({ namespace: "", name: "" }),
  requestReceivedTimestamp: z.string(),
  requestObject: z.unknown().optional(),
});

const BODY = z.object({
  metadata: z.object({ resourceVersion: z.string().default("") }),
});

/** One request of the agent that names an object of the stack. */
export interface AgentRequest {
  readonly isRead: boolean;
  readonly name: string;
  /** When the server began to work on it, in epoch milliseconds. */
  readonly receivedAt: number;
  /** Of a write: the revision of the object that it replaces; empty when it may create. */
  readonly guard: string;
}

/**
 * The agent's reads and writes of single objects in one namespace, from the server's audit log. Dry runs are none. The
 * server's answer is not looked at: whether a write was made is what the watches tell.
 */
export async function readRequests(
  log: { readonly path: string; readonly from: number },
  asked: { readonly user: string; readonly namespace: string },
): Promise<readonly AgentRequest[]> {
  const requests: AgentRequest[] = [];
  const lines = createInterface({ input: createReadStream(log.path, { start: log.from }) });
  for await (const line of lines) {
    // Most lines are of others, and long.
    if (!line.includes(asked.namespace)) continue;
    const entry = ENTRY.parse(JSON.parse(line));
    const { user, objectRef, verb, requestURI } = entry;
    const isOurs = user.username === asked.user && objectRef.namespace === asked.namespace;
    if (!isOurs || objectRef.name === "" || requestURI.includes("dryRun=")) continue;
    if (verb !== "get" && verb !== "patch") continue;
    const body = BODY.safeParse(entry.requestObject);
    requests.push({
      isRead: verb === "get",
      name: objectRef.name,
      receivedAt: Date.parse(entry.requestReceivedTimestamp),
      guard: body.success ? body.data.metadata.resourceVersion : "",
    });
  }
  return requests;
}
