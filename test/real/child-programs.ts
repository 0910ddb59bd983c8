import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** Longest wait for a program to end after SIGTERM. */
const GRACE_MS = 5_000;

/** A program started by `ChildPrograms`. */
export interface ChildProgram {
  readonly name: string;
  readonly pid: number;
  hasEnded(): boolean;
  /** SIGTERM, and SIGKILL after five seconds. */
  stop(): Promise<void>;
}

/**
 * Programs that live in one folder and not longer than this process: `stop` ends them in reverse order and removes the
 * folder; when this process is killed, a watchdog does.
 */
export class ChildPrograms {
  readonly #folder: string;
  readonly #watchdog: ChildProcess;
  readonly #children: ChildProgram[] = [];

  constructor(folder: string) {
    this.#folder = folder;
    this.#watchdog = spawn(process.execPath, [join(import.meta.dirname, "watchdog.js")], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    });
    this.#watchdog.unref();
    // The watchdog itself may be killed; then only its help is lost.
    this.#watchdog.stdin?.on("error", () => {});
    this.#tell(`folder ${folder}`);
  }

  /** Starts a program with its output in `<folder>/<name>.log`. */
  start(name: string, file: string, args: readonly string[]): ChildProgram {
    const log = openSync(join(this.#folder, `${name}.log`), "a");
    const child = spawn(file, args, { cwd: this.#folder, stdio: ["ignore", log, log] });
    closeSync(log);
    const { pid } = child;
    if (pid === undefined) throw new Error(`${file} did not start`);
    this.#tell(`process ${pid}`);
    let ended = false;
    child.once("exit", () => {
      ended = true;
      this.#tell(`gone ${pid}`);
    });
    child.unref();
    const program: ChildProgram = {
      name,
      pid,
      hasEnded: () => ended,
      stop: async () => {
        if (!ended) await endChild(child);
      },
    };
    this.#children.push(program);
    return program;
  }

  /** The end of a program's log, for the message of a start that failed. */
  async logTail(name: string): Promise<string> {
    const text = await readFile(join(this.#folder, `${name}.log`), "utf8");
    return text.split("\n").slice(-15).join("\n");
  }

  /** Ends one program; the folder and the others stay. */
  async stopProgram(name: string): Promise<void> {
    await Promise.all(
      this.#children.filter((each) => each.name === name).map(async (each) => each.stop()),
    );
  }

  async stop(): Promise<void> {
    for (const child of this.#children.toReversed()) {
      // oxlint-disable-next-line no-await-in-loop -- clients end before their server, etcd last
      await child.stop();
    }
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
    this.#watchdog.stdin?.end();
  }

  #tell(line: string): void {
    this.#watchdog.stdin?.write(`${line}\n`);
  }
}

async function endChild(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
  await exit;
  clearTimeout(timer);
}
