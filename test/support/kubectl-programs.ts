import { execFileSync } from "node:child_process";
import { accessSync, constants, readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ENVIRONMENT } from "../real/environment.ts";

/** One kubectl of the machine. */
export interface KubectlProgram {
  /** Such as `1.27`. */
  readonly version: string;
  readonly path: string;
}

const SIBLING = /^kubectl\.1\.(?<minor>\d+)$/;

/**
 * The oldest and the newest kubectl of the machine: `kubectl.1.NN` beside the real file of the `kubectl` on the PATH, else
 * that one alone. Says so when there is none.
 * @throws {Error} when there is none and the real parts are required.
 */
export function findKubectls(): readonly KubectlProgram[] {
  const found = onPath("kubectl");
  if (found === undefined) {
    const said = "there is no kubectl on the PATH: its talks with the embedded cluster";
    if (ENVIRONMENT.isRealRequired) throw new Error(`${said} are required`);
    process.stderr.write(`${said} are skipped\n`);
    return [];
  }
  const folder = dirname(realpathSync(found));
  const minors = readdirSync(folder)
    .flatMap((name) => SIBLING.exec(name)?.groups?.["minor"] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);
  const [oldest, newest] = [minors[0], minors.at(-1)];
  if (oldest === undefined || newest === undefined) return [programAt(found)];
  return [...new Set([oldest, newest])].map((minor) => ({
    version: `1.${minor}`,
    path: join(folder, `kubectl.1.${minor}`),
  }));
}

function onPath(name: string): string | undefined {
  const places = ENVIRONMENT.path.split(delimiter).map((folder) => join(folder, name));
  return places.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function programAt(path: string): KubectlProgram {
  const said = execFileSync(path, ["version", "--client"], { encoding: "utf8" });
  return { version: /v(?<version>1\.\d+)\./.exec(said)?.groups?.["version"] ?? "unknown", path };
}
