import type { JsonObject } from "../object/json.ts";
import type { ObjectKey } from "../object/object-id.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import { isLetGo } from "../ownership/let-go-mark.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import type { Owner } from "./find-owner.ts";
import type { Look, ObjectMemory } from "./look.ts";

/**
 * Who owns an object whose labels somebody took off, as far as that can be told: an agent applied it, this stack never did, and another
 * stack of the configuration has it in Git. It puts its labels back; whoever took the object meanwhile would keep it.
 *
 * @returns `undefined`: nobody is known to.
 */
export function findUnmarkedOwner(
  seen: { readonly key: ObjectKey; readonly live: JsonObject; readonly memory: ObjectMemory },
  { rules, siblings }: Pick<Look, "rules" | "siblings">,
): Owner | undefined {
  if (seen.memory.appliedRevision !== "") return undefined;
  const sibling = siblings.find(({ keys }) => keys?.has(seen.key) === true);
  if (sibling === undefined) return undefined;
  const isApplied = readManagerEntries(seen.live).entries.some((entry) =>
    [rules.manager, ...rules.renamedFrom].some((name) => isOwnEntry(entry, name)),
  );
  if (!isApplied || isLetGo(seen.live)) return undefined;
  return { kind: "other", name: sibling.name, partOf: sibling.applySetId };
}
