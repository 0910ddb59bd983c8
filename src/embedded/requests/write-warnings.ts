import { type JsonObject, textsAt } from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";
import type { ObjectCall } from "./object-call.ts";

/** What a write that is allowed is warned of. @param live - `undefined` for a create. */
export function writeWarnings(
  next: JsonObject,
  live: JsonObject | undefined,
  { resource, subresource }: ObjectCall,
): readonly string[] {
  const { strategy } = resource;
  const ofKind = subresource === "status" ? [] : (strategy.warn?.(next, live) ?? []);
  return [...finalizerWarnings(next, live, resource), ...ofKind];
}

/** Finalizers without a domain; most built-in kinds refuse them. */
function finalizerWarnings(
  next: JsonObject,
  live: JsonObject | undefined,
  resource: Resource,
): readonly string[] {
  if (!resource.isCustom) return [];
  const held = textsAt(live, "metadata", "finalizers");
  return textsAt(next, "metadata", "finalizers")
    .filter((name) => !held.includes(name))
    .filter((name) => !name.includes("/") && name !== "orphan" && name !== "foregroundDeletion")
    .map(
      (name) =>
        `metadata.finalizers: ${JSON.stringify(name)}: prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
    );
}
