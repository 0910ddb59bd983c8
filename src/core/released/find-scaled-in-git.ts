import type { Lint, Manifest } from "../manifest/manifest.ts";
import { describeRelease } from "./describe-release.ts";
import { findReleased } from "./find-released.ts";
import { indexAutoscalers } from "./index-autoscalers.ts";
import { replaceReleased } from "./replace-released.ts";

/**
 * Manifests that set replicas although an autoscaler in Git sets them, too: what is known without a cluster of what a plan says.
 */
export function findScaledInGit(manifests: readonly Manifest[]): readonly Lint[] {
  const autoscalers = indexAutoscalers(manifests.map(({ body }) => body));
  const grounds = { autoscalers, unlisted: new Map<string, string>(), ignore: [], nowMs: 0 };
  return manifests.flatMap((manifest) => {
    const { id, body } = manifest;
    const released = findReleased({ id, body, live: undefined }, grounds);
    const how = { released: released.paths, shape: undefined, choose: () => undefined };
    return describeRelease(manifest, released, replaceReleased(body, how).places);
  });
}
