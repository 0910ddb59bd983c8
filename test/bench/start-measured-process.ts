import { fork } from "node:child_process";
import type { BenchTask, Expense } from "./bench-task.ts";

/** A process of its own for what is measured, so that it begins cold and its memory is its own. */
export interface MeasuredProcess {
  /** One task at a time. Rejects when the process died of it. */
  ask(task: BenchTask): Promise<Expense>;
  end(): Promise<void>;
}

/** Starts the program of `buildProgram`; with a folder, a CPU profile of the process is left there. */
export function startMeasuredProcess(
  program: string,
  profileFolder: string | undefined,
): MeasuredProcess {
  const profiling =
    profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
  const child = fork(program, { execArgv: ["--expose-gc", ...profiling] });
  const exit = new Promise<number>((resolve) => {
    child.once("exit", (code) => resolve(code ?? 1));
  });
  return {
    async ask(task) {
      const answer = new Promise<Expense>((resolve) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the child is this folder's own code
        child.once("message", (message) => resolve(message as Expense));
      });
      child.send(task);
      return Promise.race([answer, exit.then((code) => failed(task, code))]);
    },
    async end() {
      child.disconnect();
      await exit;
    },
  };
}

function failed(task: BenchTask, code: number): never {
  throw new Error(`the measured process ended with ${code} while it was to ${task.do}`);
}
