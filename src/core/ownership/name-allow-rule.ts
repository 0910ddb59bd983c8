import { BUILT_IN_RULES } from "./built-in-rules.ts";
import type { AllowRule } from "./foreign-rules.ts";
import { nameManagers } from "./name-managers.ts";

/** Which rule lets somebody own fields: `ownership.allow helm on /data/*`. */
export function nameAllowRule(rule: AllowRule): string {
  const name = nameManagers(rule.manager);
  if (BUILT_IN_RULES.includes(rule)) return `built-in rule for ${name}`;
  const paths = rule.paths.length === 0 ? "" : ` on ${rule.paths.join(", ")}`;
  return `ownership.allow ${name}${paths}`;
}
