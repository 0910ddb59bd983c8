import { resolve } from "node:path";
import type { HooksConfig } from "../../core/config/agent-config.ts";
import { SourceError } from "../../core/source-error.ts";
import { TokenFile } from "../git/token-file.ts";

/**
 * Reads the secret of hooks: from a file each time that it changes, or the value of a variable; `undefined` without hooks.
 * The function throws `SourceError` when there is no secret.
 */
export function openHookSecret(
  hooks: HooksConfig | undefined,
  from: {
    /** The folder of the config file. */
    readonly configFolder: string;
    /** The value of a variable. */
    readonly read: (variable: string) => string | undefined;
    /** From now on no log line shows it. */
    readonly mask: (secret: string) => void;
  },
): (() => Promise<string>) | undefined {
  if (hooks === undefined) return undefined;
  const { secretFile, secretEnv = "" } = hooks;
  if (secretFile !== undefined) {
    const file = new TokenFile(resolve(from.configFolder, secretFile), "the hook secret file");
    return async () => {
      const secret = await file.read();
      from.mask(secret);
      return secret;
    };
  }
  const secret = from.read(secretEnv)?.trim() ?? "";
  from.mask(secret);
  return async () => {
    if (secret !== "") return Promise.resolve(secret);
    throw new SourceError("unauthorized", `the variable ${secretEnv} is empty or not set`);
  };
}
