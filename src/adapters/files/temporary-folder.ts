import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of this process alone. */
interface TemporaryFolder {
  readonly path: string;
  /** Removes it with all that is in it. Synchronous, so that it can be the last act of a process. */
  remove(): void;
}

/** Makes it where the machine keeps what may be lost, readable by this user only. */
export async function makeTemporaryFolder(prefix: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  return {
    path,
    remove() {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
