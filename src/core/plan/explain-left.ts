import { explainSkip } from "../wording/explain-skip.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { ChosenMode } from "./mode-of.ts";

/** Why we do not change an object whatever Git says, in words about it; `undefined`: we do. */
export function explainLeft({
  live,
  mode,
  skipping,
}: Pick<ObjectCase, "live" | "mode" | "skipping">): string | undefined {
  if (mode.mode === "off") return `its mode is off${originText(mode)}`;
  if (skipping.skip !== undefined) return explainSkip(skipping.skip);
  if (mode.mode === "observe") return `its mode observe${originText(mode)} leaves it as it is`;
  const isMade = mode.mode === "create-only" && live !== undefined;
  return isMade ? `its mode create-only${originText(mode)} never changes it` : undefined;
}

function originText({ origin }: ChosenMode): string {
  return { object: " (by its annotation)", kind: " (of its kind)", stack: "" }[origin];
}
