import type { WrittenHealth } from "../config/agent-config.ts";
import type { VersionPaths } from "./declared-version.ts";
import type { HealthRules } from "./health-rule.ts";

/** What the config says of kinds, in the form in which it is asked. The config has checked that each kind is there once. */
export function compileHealth(written: readonly WrittenHealth[]): {
  readonly health: HealthRules;
  readonly versionPaths: VersionPaths;
} {
  const rules = written.filter(({ ready, failed }) => ready !== undefined || failed !== undefined);
  return {
    health: new Map(rules.map(({ kind, ready, failed }) => [kind, { ready, failed }])),
    versionPaths: new Map(
      written.flatMap(({ kind, version }) => (version === undefined ? [] : [[kind, version]])),
    ),
  };
}
