import type { Problem } from "../problem.ts";

/** A configuration file that cannot be had. @param what why, as a sentence about it. */
export function refuseConfigFile(path: string, what: string): Problem {
  return {
    where: path,
    what,
    expected: "a configuration file; name another one with --config",
  };
}
