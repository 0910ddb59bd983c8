import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { isJsonObject, textAt } from "../../src/core/object/json.ts";
import { buildPrograms, type Recipe } from "./build-programs.ts";

const MODULE = "code.gitea.io/gitea";

const GITEA: Recipe = {
  name: "gitea",
  folder: join(import.meta.dirname, "gitea"),
  sources: ["go.mod", "go.sum", "tools.go"],
  flags: ["-trimpath", "-tags", "sqlite sqlite_unlock_notify", "-ldflags", "-s -w"],
  // Its SQLite is written in C.
  environment: { CGO_ENABLED: "1" },
  target: MODULE,
  minutes: 5,
};

/** The program, and where its templates and texts are. */
export interface GiteaProgram {
  readonly program: string;
  readonly assets: string;
}

export type BuiltGitea =
  | { readonly kind: "built"; readonly gitea: GiteaProgram }
  | { readonly kind: "missing"; readonly reason: string };

/** Gitea out of the machine's cache, built when it is not there. It takes Go, a C compiler, and its module in Go's own cache. */
export async function buildGitea(): Promise<BuiltGitea> {
  const built = await buildPrograms([GITEA]);
  if (built.kind === "missing") {
    return { kind: "missing", reason: `${built.reason} (it takes Go and gcc)` };
  }
  const assets = await findModuleFolder();
  if (assets === undefined) {
    return { kind: "missing", reason: `Go does not give the files of ${MODULE}` };
  }
  return { kind: "built", gitea: { program: built.paths[0] ?? "", assets } };
}

/** The module's folder in Go's cache, fetched again if it was removed there. */
async function findModuleFolder(): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)("go", ["mod", "download", "-json", MODULE], {
      cwd: GITEA.folder,
    });
    const found: unknown = JSON.parse(stdout);
    return isJsonObject(found) ? textAt(found, "Dir") : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
