import { homedir } from "node:os";
import { join } from "node:path";

/** What the tests' real servers take from the environment, read in this one place. */
export const ENVIRONMENT = {
  /** Binaries built once per machine. */
  cacheDir: join(variable("XDG_CACHE_HOME") ?? join(homedir(), ".cache"), "lockstep-test"),
  /** `LOCKSTEP_REAL=required`: a missing part is a failure, as in CI. */
  isRealRequired: variable("LOCKSTEP_REAL") === "required",
  /** Where programs are looked for. */
  path: variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin",
} as const;

function variable(name: string): string | undefined {
  // oxlint-disable-next-line node/no-process-env -- the only reader of the environment in the tests
  const value = process.env[name];
  return value === "" ? undefined : value;
}
