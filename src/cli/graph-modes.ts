import type { StackConfig } from "../core/config/agent-config.ts";
import type { Manifest } from "../core/manifest/manifest.ts";
import type { Mode } from "../core/mode.ts";
import { type ObjectKey, objectKey } from "../core/object/object-id.ts";
import { modeOf } from "../core/plan/mode-of.ts";

/** The modes of the objects that are not enforced. */
export function graphModes(
  manifests: readonly Manifest[],
  { mode, modes }: Pick<StackConfig, "mode" | "modes">,
): ReadonlyMap<ObjectKey, Mode> {
  const rules = { mode, modes: new Map(modes.map((each) => [each.kind, each.mode])) };
  return new Map(
    manifests.flatMap((manifest): [ObjectKey, Mode][] => {
      const chosen = modeOf(manifest, rules).mode;
      return chosen === "enforce" ? [] : [[objectKey(manifest.id), chosen]];
    }),
  );
}
