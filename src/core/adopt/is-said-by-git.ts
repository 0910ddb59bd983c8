import type { Manifest } from "../manifest/manifest.ts";
import { isJsonEqual } from "../object/json.ts";
import type { AdoptableDrift } from "./adoption.ts";
import { followPath } from "./follow-path.ts";
import { parsePath } from "./parse-path.ts";

/** Whether a manifest says the live value of a drift by now: somebody adopted it, and the cluster was not written since. */
export function isSaidByGit({ path, live }: AdoptableDrift, { body }: Manifest): boolean {
  const steps = parsePath(path);
  if (steps === undefined || steps.length === 0) return false;
  const { left, value } = followPath(body, steps);
  return left.length === 0 ? isJsonEqual(value, live) : live === undefined;
}
