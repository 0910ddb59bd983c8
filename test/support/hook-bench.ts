import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openHookSecret } from "../../src/adapters/files/open-hook-secret.ts";
import { startHooksServer } from "../../src/web/hooks-server.ts";

/** The secret in the file `secret` of a bench. */
export const HOOK_SECRET = "a secret of hooks";

/** A listener for hooks, with what it did. */
export interface HookBench {
  readonly port: number;
  /** Where the file with the secret is. */
  readonly folder: string;
  /** The repositories of each hook that rang. */
  readonly rung: (readonly string[])[];
  readonly outcomes: string[];
  /** Each line with its fields as JSON. */
  readonly logged: string[];
  /** Secrets that no line is to show. */
  readonly masked: string[];
  /** How many stacks look at a hook. */
  called: number;
  /** Epoch milliseconds. */
  nowMs: number;
}

/** Listens on a free port until the test ends. @param secret The text of the file with the secret, or that there is none. */
export async function openHookBench(
  secret: { readonly text: string } | "no file" = { text: `${HOOK_SECRET}\n` },
): Promise<HookBench> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-hooks-"));
  if (secret !== "no file") await writeFile(join(folder, "secret"), secret.text);
  const listen = { host: "127.0.0.1", port: 0 };
  const bench = { folder, rung: [], outcomes: [], logged: [], masked: [], called: 1, nowMs: 0 };
  const records: Omit<HookBench, "port"> = bench;
  function record(message: string, fields: object = {}): void {
    records.logged.push(`${message} ${JSON.stringify(fields)}`);
  }
  const readSecret = openHookSecret(
    { listen, secretFile: "secret", secretEnv: undefined },
    {
      configFolder: folder,
      read: () => undefined,
      mask: (value) => records.masked.push(value),
    },
  );
  if (readSecret === undefined) throw new Error("a config with hooks has a secret");
  const server = await startHooksServer(listen, {
    readSecret,
    ring(repositories) {
      records.rung.push(repositories);
      return records.called;
    },
    metrics: { hookAnswered: (outcome) => records.outcomes.push(outcome) },
    log: { debug: record, info: record, warn: record, error: record },
    now: () => records.nowMs,
  });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  return Object.assign(records, { port: server.port });
}
