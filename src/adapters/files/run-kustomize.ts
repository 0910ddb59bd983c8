import { type ChildProcessByStdio, spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { kill } from "node:process";
import type { Readable } from "node:stream";
import { SourceError } from "../../core/source-error.ts";
import type { BuiltKustomization } from "../../ports/source-port.ts";

const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;
const ERRORS_BYTES_MAX = 64 * 1024;
const MESSAGE_MAX = 2_000;

/** A program that builds kustomizations: its path and the arguments before the folder. */
interface KustomizeProgram {
  readonly path: string;
  readonly command: "build" | "kustomize";
}

/** `kustomize`, or else `kubectl`, from the absolute folders of PATH. Throws `kustomize-missing`. */
export async function findKustomize(searchPath: string): Promise<KustomizeProgram> {
  const folders = searchPath.split(delimiter).filter(isAbsolute);
  const candidates: readonly KustomizeProgram[] = [
    ...folders.map((folder) => ({ path: join(folder, "kustomize"), command: "build" as const })),
    ...folders.map((folder) => ({ path: join(folder, "kubectl"), command: "kustomize" as const })),
  ];
  const runnable = await Promise.all(candidates.map(async ({ path }) => await isRunnable(path)));
  const found = candidates.find((_, index) => runnable[index]);
  if (found === undefined) {
    throw new SourceError(
      "kustomize-missing",
      "a folder has a kustomization.yaml, but neither kustomize nor kubectl is on the PATH, install one of them",
    );
  }
  return found;
}

/**
 * Runs the program on one folder of an exported tree: no shell, no environment but an empty home, no PATH (so it finds
 * no git), a proxy that leads nowhere (so it reaches no server), files only from the kustomization's own folder, no
 * plugins, no Helm.
 *
 * @throws {SourceError} `timed-out`, or `too-large` over 16 MiB.
 */
export async function runKustomize(run: {
  readonly program: KustomizeProgram;
  readonly tree: string;
  readonly root: string;
  readonly emptyFolder: string;
  readonly timeoutMs: number;
}): Promise<BuiltKustomization> {
  const { program, tree, root, emptyFolder, timeoutMs } = run;
  const child = spawn(
    program.path,
    [program.command, join(tree, root), "--load-restrictor=LoadRestrictionsRootOnly"],
    {
      cwd: emptyFolder,
      env: {
        PATH: emptyFolder,
        HOME: emptyFolder,
        TMPDIR: emptyFolder,
        HTTP_PROXY: "http://127.0.0.1:1",
        HTTPS_PROXY: "http://127.0.0.1:1",
      },
      stdio: ["ignore", "pipe", "pipe"],
      // A process group of its own, so that children of the program end with it.
      detached: true,
    },
  );
  const ended = await watchChild(child, timeoutMs);
  if (ended.kind === "exited" && ended.code === 0) return { kind: "built", text: ended.output };
  if (ended.kind === "exited") {
    return { kind: "failed", message: `${root}: kustomize: ${describeErrors(ended.errors, tree)}` };
  }
  if (ended.kind === "timed-out") {
    throw new SourceError("timed-out", `${root}: kustomize took longer than ${timeoutMs} ms`);
  }
  throw new SourceError(
    "too-large",
    `${root}: kustomize printed more than ${OUTPUT_BYTES_MAX} bytes`,
  );
}

/** The program's words, the same for the same mistake: without the exported folder, times and process ids of klog. */
function describeErrors(errors: string, tree: string): string {
  return errors
    .replaceAll(`${tree}/`, "")
    .replaceAll(tree, ".")
    .replace(/^[EFIW]\d{4} \S+ +\d+ \S+\] (?:"command failed" err=)?/gm, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MESSAGE_MAX);
}

type Ended =
  | {
      readonly kind: "exited";
      readonly code: number | null;
      readonly output: string;
      readonly errors: string;
    }
  | { readonly kind: "timed-out" }
  | { readonly kind: "too-large" };

async function watchChild(
  child: ChildProcessByStdio<null, Readable, Readable>,
  timeoutMs: number,
): Promise<Ended> {
  return await new Promise<Ended>((resolve, reject) => {
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    const sizes = { output: 0, errors: 0 };
    const timer = setTimeout(() => end({ kind: "timed-out" }), timeoutMs);
    function end(ended: Ended): void {
      clearTimeout(timer);
      if (ended.kind !== "exited") killGroup(child.pid);
      resolve(ended);
    }
    child.stdout.on("data", (chunk: Buffer) => {
      sizes.output += chunk.length;
      if (sizes.output <= OUTPUT_BYTES_MAX) output.push(chunk);
      else end({ kind: "too-large" });
    });
    child.stderr.on("data", (chunk: Buffer) => {
      sizes.errors += chunk.length;
      if (sizes.errors <= ERRORS_BYTES_MAX) errors.push(chunk);
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(
        new SourceError("kustomize-missing", "the kustomize program cannot be started", error),
      );
    });
    child.on("close", (code) =>
      end({
        kind: "exited",
        code,
        output: Buffer.concat(output).toString("utf8"),
        errors: Buffer.concat(errors).toString("utf8"),
      }),
    );
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    kill(-pid, "SIGKILL");
  } catch (error) {
    // It ended by itself in the meantime.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function isRunnable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
