import type { Step } from "../object/json.ts";
import { quoted } from "./quoted.ts";

/** A path into a manifest as people write it: `spec.containers[0].env`, `metadata.labels["a.b/c"]`. */
export function pathText(steps: readonly Step[]): string {
  return steps.map(stepText).join("").replace(/^\./, "");
}

function stepText(step: Step): string {
  if (typeof step === "number") return `[${String(step)}]`;
  return /^[A-Za-z_][\w-]{0,99}$/.test(step) ? `.${step}` : `[${quoted(step)}]`;
}
