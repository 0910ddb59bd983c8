import type { JsonObject } from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";
import { textsAt } from "./texts-at.ts";

/** Warnings for finalizers without a domain that a custom resource gets; built-in kinds refuse them. */
export function finalizerWarnings(
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
