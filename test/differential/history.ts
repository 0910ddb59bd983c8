import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import type { Actor } from "./actor.ts";
import { only } from "./objects.ts";

/** One write of a history. `content` and `status` are whole objects with the name `x`. */
export interface Write {
  readonly manager: string;
  readonly verb: Verb;
  readonly content: JsonObject;
  /** Only identity and status. */
  readonly status: JsonObject;
  /** A JSON patch. */
  readonly operations: readonly JsonObject[];
  readonly replicas: number;
}

export type Verb =
  | "apply"
  | "force"
  | "try"
  | "create"
  | "update"
  | "merge"
  | "strategic"
  | "json"
  | "apply-status"
  | "force-status"
  | "merge-status"
  | "scale"
  | "forget-managers"
  | "delete";

/** Sends the writes one after the other; each is recorded with its answer. */
export async function playHistory(to: Actor, writes: readonly Write[]): Promise<void> {
  for (const write of writes) {
    // oxlint-disable-next-line no-await-in-loop -- a history is a sequence
    await send(to, write);
  }
}

// oxlint-disable-next-line complexity -- one line per verb
async function send(to: Actor, write: Write): Promise<unknown> {
  const { manager: as, content, status } = write;
  switch (write.verb) {
    case "apply":
      return to.apply(content, { as });
    case "force":
      return to.apply(content, { as, force: "true" });
    case "try":
      return to.apply(content, { as, force: "true", dryRun: "All" });
    case "create":
      return to.create(content, { as });
    case "merge":
      return to.patch(content, { merge: content }, { as });
    case "strategic":
      return to.patch(content, { strategic: content }, { as });
    case "update":
      return update(to, content, as);
    case "json":
      return to.patch(content, { json: write.operations }, { as });
    case "apply-status":
      return to.apply(status, { as }, "status");
    case "force-status":
      return to.apply(status, { as, force: "true" }, "status");
    case "merge-status":
      return to.patch(status, { merge: status }, { as, subresource: "status" });
    case "scale":
      return to.patch(
        content,
        { merge: { spec: { replicas: write.replicas } } },
        { as, subresource: "scale" },
      );
    case "forget-managers":
      return to.patch(content, { merge: { metadata: { managedFields: [{}] } } }, { as });
    case "delete":
      return to.delete(only(content));
  }
}

/** As a client does it: read, change, write back with the version that was read. */
async function update(to: Actor, content: JsonObject, as: string): Promise<unknown> {
  const resourceVersion = resourceVersionOf(await to.get(content));
  const metadata = { ...objectAt(content, "metadata"), resourceVersion };
  return to.update({ ...content, metadata }, { as });
}
