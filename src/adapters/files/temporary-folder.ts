import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SourceError } from "../../core/source-error.ts";

/** A folder of this process alone. */
interface TemporaryFolder {
  readonly path: string;
  /** Removes it with all that is in it. Synchronous, so that it can be the last act of a process. */
  remove(): void;
}

/**
 * Makes it where the machine keeps what may be lost, readable by this user only.
 *
 * @throws {SourceError} `no-work-folder` when nothing can be made there.
 */
export async function makeTemporaryFolder(prefix: string): Promise<TemporaryFolder> {
  const path = await makeBelow(tmpdir(), prefix);
  return {
    path,
    remove() {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

async function makeBelow(parent: string, prefix: string): Promise<string> {
  try {
    return await mkdtemp(join(parent, prefix));
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const what = `${parent}: cannot be written; set TMPDIR to a folder that can`;
    throw new SourceError("no-work-folder", what, error);
  }
}
