import { type JsonObject, listAt, objectAt } from "../../src/core/object/json.ts";
import { trackApply } from "../../src/embedded/ownership/track-apply.ts";
import { trackUpdate } from "../../src/embedded/ownership/track-update.ts";
import type { TrackedResource } from "../../src/embedded/ownership/tracked-resource.ts";
import { StatusError } from "../../src/embedded/status-error.ts";

/** One write of a history. Its time in seconds is its place in it, from 1. */
export interface Write {
  /** Field manager. */
  readonly by: string;
  /** A configuration that is applied, `spec` or a whole object. */
  readonly apply?: JsonObject;
  readonly force?: boolean;
  /** Fields of the object that an update replaces; on the first write, a create. */
  readonly update?: JsonObject;
  readonly subresource?: string;
}

/** What became of an object, or the message of the refusal of its last write. */
export function playWrites(
  resource: TrackedResource,
  writes: readonly Write[],
): { readonly object: JsonObject; readonly refusal: StatusError | undefined } {
  let live: JsonObject | undefined;
  let refusal: StatusError | undefined;
  for (const [index, write] of writes.entries()) {
    refusal = undefined;
    try {
      live = carryOut(write, { live, resource, now: (index + 1) * 1000 });
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      refusal = error;
    }
  }
  return { object: live ?? {}, refusal };
}

interface Scene {
  readonly live: JsonObject | undefined;
  readonly resource: TrackedResource;
  readonly now: number;
}

function carryOut(write: Write, { live, resource, now }: Scene): JsonObject {
  const { by: manager, subresource = "", force = false } = write;
  const group = resource.group === "" ? "" : `${resource.group}/`;
  const identity = {
    apiVersion: `${group}${resource.version}`,
    kind: resource.kind,
    metadata: { name: "w" },
  };
  const common = { manager, subresource, resource, now, live };
  if (write.apply !== undefined) {
    const config = { ...identity, ...write.apply };
    return trackApply({ ...common, force, config });
  }
  const before = live ?? identity;
  const metadata = { ...objectAt(before, "metadata"), ...objectAt(write.update, "metadata") };
  return trackUpdate({ ...common, next: { ...before, ...write.update, metadata } });
}

/** The fields of the causes of a refusal with their messages. */
export function causesOf(refusal: StatusError | undefined): readonly string[] {
  return listAt(refusal?.details, "causes").map((cause) => JSON.stringify(cause));
}
