import { type CheckOut, checkOut } from "../agent/check-out.ts";
import { openSourceCache } from "../agent/source-cache.ts";
import type { StackConfig } from "../core/config/agent-config.ts";
import { compileTemplates } from "../core/restart/compile-templates.ts";
import { compileHealth } from "../core/rollout/compile-health.ts";
import type { SourcePort } from "../ports/source-port.ts";

/** What Git says of each stack, without asking a cluster: which kinds have a namespace is left to the manifests. */
export async function checkOutAll(
  stacks: readonly StackConfig[],
  open: (stack: StackConfig) => SourcePort,
): Promise<readonly CheckOut[]> {
  return Promise.all(
    stacks.map(async (stack) => {
      const source = open(stack);
      try {
        return await checkOut(await source.findTip(), {
          source,
          cache: openSourceCache(),
          path: stack.source.path,
          reportsPath: stack.reports.path,
          defaultNamespace: stack.namespace,
          associations: stack.associations,
          versionPaths: compileHealth(stack.health).versionPaths,
          templates: compileTemplates(stack.secrets),
          ownObjects: new Set(),
          findScopes: async () => Promise.resolve(() => undefined),
        });
      } finally {
        await source.close();
      }
    }),
  );
}
