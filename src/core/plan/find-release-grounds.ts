import type { ReleaseGrounds } from "../released/find-released.ts";
import { indexAutoscalers, isAutoscaler } from "../released/index-autoscalers.ts";
import type { Desired, Look, StackRules } from "./look.ts";

/** What decides which paths are released: autoscalers in Git and in the cluster; one that Git drops counts as long as it lives. */
export function findReleaseGrounds({
  autoscalers,
  desired,
  nowMs,
  rules,
}: Pick<Look, "autoscalers" | "nowMs"> & {
  readonly desired: Pick<Desired, "manifests">;
  readonly rules: Pick<StackRules, "ignore">;
}): ReleaseGrounds {
  const inGit = desired.manifests.flatMap(({ id, body }) => (isAutoscaler(id) ? [body] : []));
  return {
    autoscalers: indexAutoscalers([...inGit, ...autoscalers.live]),
    unlisted: autoscalers.unlisted,
    ignore: rules.ignore,
    nowMs,
  };
}
