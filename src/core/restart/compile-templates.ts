import type { StackConfig } from "../config/agent-config.ts";
import type { PodTemplates } from "../graph/find-pod-specs.ts";

/** Where custom kinds have a pod template, from the config. */
export function compileTemplates({
  templates,
}: Pick<StackConfig["secrets"], "templates">): PodTemplates {
  return new Map(templates.map(({ kind, path }) => [kind, path]));
}
