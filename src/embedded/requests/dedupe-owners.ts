import {
  canonicalText,
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import type { Written } from "./insert-object.ts";

/** Drops owner references that are written twice, with the warning that the server gives. */
export function dedupeOwners(object: JsonObject): Written {
  const owners = listAt(object, "metadata", "ownerReferences").filter(isJsonObject);
  if (owners.length < 2) return { object, warnings: [] };
  const seen = new Set<string>();
  const repeated: string[] = [];
  const kept = owners.filter((owner) => {
    const text = canonicalText(owner);
    if (!seen.has(text)) {
      seen.add(text);
      return true;
    }
    repeated.push(textAt(owner, "uid") ?? "");
    return false;
  });
  if (repeated.length === 0) return { object, warnings: [] };
  const uids = [...new Set(repeated)].join(", ");
  return {
    object: { ...object, metadata: { ...objectAt(object, "metadata"), ownerReferences: kept } },
    warnings: [
      `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids}`,
    ],
  };
}
