import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject, objectAt } from "../../src/core/object/json.ts";

/**
 * A Deployment as kube-apiserver 1.34 returned it after our apply of `intent`; an edit by `kubectl-edit` (a note, two
 * template annotations, a volume with its mount, an environment variable, a probe, a security context); a forced apply by
 * `team-x` (a label, tolerations, an init container, a probe, image and args); and `kubectl scale` to 5. `applied` is the
 * server's dry-run apply of the intent onto it, `clean` its dry-run create under another name.
 */
export function foreignDeployment(part: "intent" | "live" | "applied" | "clean"): JsonObject {
  const path = join(import.meta.dirname, "../fixtures/deployment-with-foreign-managers.json");
  const parts: unknown = JSON.parse(readFileSync(path, "utf8"));
  const found = isJsonObject(parts) ? objectAt(parts, part) : undefined;
  if (found === undefined) throw new Error(`the fixture has no ${part}`);
  return found;
}
