import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** How long `ps` may take, in milliseconds. */
const PS_MS_MAX = 2000;

/**
 * Tells the process that has a pid now from an earlier one with the same: when it was started, in whatever words the system
 * has for it; empty where the system does not say.
 * @returns `undefined` when no process with this pid lives.
 */
export function processBirth(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  if (process.platform === "linux") return linuxBirth(pid);
  return process.platform === "win32" ? "" : unixBirth(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Boot and clock ticks since then. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function linuxBirth(pid: number): string | undefined {
  const stat = textOf(`/proc/${String(pid)}/stat`);
  if (stat === undefined) return undefined;
  // The name of the program in parentheses may hold blanks and parentheses.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return undefined;
  const boot = textOf("/proc/sys/kernel/random/boot_id") ?? "";
  return `${boot.trim()} ${fields[18] ?? ""}`;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has ended since, or the system hides it: as good as dead and as good as unknown.
    return undefined;
  }
}

function unixBirth(pid: number): string | undefined {
  try {
    const said = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: PS_MS_MAX,
    });
    return said.trim();
  } catch {
    // It has ended since, there is no `ps`, or it hangs.
    return isAlive(pid) ? "" : undefined;
  }
}
