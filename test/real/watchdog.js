// Outlives its parent just long enough to clean up after it. The parent writes one line for each
// thing that must not stay behind: "process <pid>", "gone <pid>" or "folder <path>". When the
// parent ends in any way, SIGKILL included, this program's input ends, and the rest goes.
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";

/** @type {Set<number>} */
const pids = new Set();
/** @type {Set<string>} */
const folders = new Set();

// A Ctrl-C reaches the whole foreground group: the parent stops in order, this one waits for it.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const [word, rest] = [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)];
  if (word === "process") pids.add(Number(rest));
  if (word === "gone") pids.delete(Number(rest));
  if (word === "folder") folders.add(rest);
});
lines.on("close", () => {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself.
    }
  }
  // A killed etcd may still hold files for a moment.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});
