import { nameManagers } from "../ownership/name-managers.ts";
import type { IgnoreRule } from "./ignore-rule.ts";

/** Which rule gives a path up: `ignore /data/*`, `ignore /metadata/annotations/* of tuner*`. */
export function nameIgnoreRule({ path, manager }: IgnoreRule): string {
  return `ignore ${path}${manager === undefined ? "" : ` of ${nameManagers(manager)}`}`;
}
