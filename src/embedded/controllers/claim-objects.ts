import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import { idOf, isTerminating, uidOf } from "../../core/object/live-object.ts";
import { isSelected } from "../kinds/is-selected.ts";
import type { ClusterView } from "./controller.ts";
import type { UncontrolledKind } from "./owner-index.ts";
import { controlledBy, controllerOf, isControlledBy, ownersOf } from "./owner-reference.ts";
import type { Write } from "./write.ts";
import { mergePatch } from "./writes.ts";

/**
 * Takes over the objects that the owner's selector selects and nobody controls, as after a delete that left orphans, and
 * lets those go that it selects no more.
 */
export function claimObjects(
  owner: JsonObject,
  kind: UncontrolledKind,
  view: ClusterView,
): readonly Write[] {
  const selector = selectorOf(owner);
  if (isTerminating(owner) || selector === undefined) return [];
  const owned = view.ownedBy(uidOf(owner)).filter((each) => idOf(each).kind === kind);
  const free = view.uncontrolled(kind, idOf(owner).namespace);
  return [...free, ...owned]
    .filter((each) => !isTerminating(each))
    .flatMap((each) => {
      const selected = isSelected(each, selector);
      if (selected && controllerOf(each) === undefined) {
        return [withOwners(each, [...ownersOf(each), controlledBy(owner)])];
      }
      if (!selected && isControlledBy(each, owner)) {
        const kept = ownersOf(each).filter((other) => textAt(other, "uid") !== uidOf(owner));
        return [withOwners(each, kept)];
      }
      return [];
    });
}

/** A merge patch replaces the whole list; the resourceVersion guards it. */
function withOwners(object: JsonObject, owners: ReturnType<typeof ownersOf>): Write {
  const resourceVersion = textAt(object, "metadata", "resourceVersion") ?? "";
  return mergePatch(object, {
    metadata: { resourceVersion, ownerReferences: owners.length === 0 ? null : owners },
  });
}

/** The selector of a workload; the plain labels of a ReplicationController are turned into one. */
function selectorOf(owner: JsonObject): JsonObject | undefined {
  const selector = objectAt(owner, "spec", "selector");
  if (selector === undefined || Object.keys(selector).length === 0) return undefined;
  return owner["kind"] === "ReplicationController" ? { matchLabels: selector } : selector;
}
