import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The built program. */
export const MAIN = join(import.meta.dirname, "../../dist/main.js");
const TIMEOUT_MS = 50_000;

export interface LockstepOptions {
  /** The working directory, where `agent.config.yaml` is looked for. */
  readonly folder: string;
  /** More of the environment; there is only PATH otherwise. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How the built program ended. */
export interface LockstepResult {
  /** `undefined` when a signal ended it. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built program while it runs. */
export interface RunningLockstep {
  /** What it has said so far. */
  said(): string;
  signal(name: "SIGTERM" | "SIGINT" | "SIGKILL"): void;
  /** Resolves at its end. */
  readonly ended: Promise<LockstepResult>;
}

/** Starts `node dist/main.js`; killed when the test ends. */
export function startLockstep(args: readonly string[], options: LockstepOptions): RunningLockstep {
  const running = spawnLockstep(args, options);
  onTestFinished(() => {
    running.signal("SIGKILL");
  });
  return running;
}

/** Runs it to its end. */
export async function lockstep(
  args: readonly string[],
  options: LockstepOptions,
): Promise<LockstepResult> {
  return spawnLockstep(args, options).ended;
}

function spawnLockstep(
  args: readonly string[],
  { folder, env = {} }: LockstepOptions,
): RunningLockstep {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  }
  return {
    said: () => `${texts.stdout}${texts.stderr}`,
    signal(name) {
      child.kill(name);
    },
    ended: endOf(child).then((code) => ({ code, ...texts })),
  };
}

async function endOf(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      resolve(code ?? undefined);
    });
  });
}
