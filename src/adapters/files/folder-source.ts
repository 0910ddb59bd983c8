import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdir, readFile, readlink } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { TreeEntry } from "../../core/manifest/tree-entry.ts";
import { SourceError } from "../../core/source-error.ts";
import type { BuiltKustomization, Relation, SourcePort } from "../../ports/source-port.ts";

/** Size of one file in bytes: 4 MiB. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** Folders that never hold manifests. */
const LEFT_OUT: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** A folder of the working tree as it is now, in place of a commit: for `validate` before anything is committed. */
export class FolderSource implements SourcePort {
  readonly #folder: string;
  /** Paths of files, and targets of links, by the id that `readTree` gave them. */
  readonly #paths = new Map<string, string>();
  readonly #targets = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async findTip(): Promise<string> {
    return Promise.resolve("working-tree");
  }

  async readTree(): Promise<readonly TreeEntry[]> {
    const entries = await this.#listAll(this.#folder);
    return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  async readText(blob: string): Promise<string> {
    const target = this.#targets.get(blob);
    if (target !== undefined) return target;
    const path = this.#paths.get(blob) ?? blob;
    const bytes = await readFile(path);
    if (bytes.length <= FILE_BYTES_MAX) return bytes.toString("utf8");
    throw new SourceError("too-large", `${relative(this.#folder, path)} is larger than 4 MiB`);
  }

  async readCommit(): Promise<{ readonly message: string; readonly author: string }> {
    return Promise.resolve({ message: "", author: "" });
  }

  async buildKustomization(request: { readonly root: string }): Promise<BuiltKustomization> {
    const message = `${request.root} is built from commits only; commit it and validate the branch`;
    return Promise.resolve({ kind: "failed", message });
  }

  async relate(): Promise<Relation> {
    return Promise.resolve("unknown");
  }

  watch(): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    this.#paths.clear();
    this.#targets.clear();
    return Promise.resolve();
  }

  async #listAll(folder: string): Promise<readonly TreeEntry[]> {
    const found = await readFolder(folder);
    const entries = await Promise.all(
      found
        .filter((each) => !LEFT_OUT.has(each.name))
        .map(async (each) => {
          const path = join(folder, each.name);
          if (each.isDirectory()) return this.#listAll(path);
          return [await this.#describe(path, each.isSymbolicLink())];
        }),
    );
    return entries.flat();
  }

  async #describe(path: string, isLink: boolean): Promise<TreeEntry> {
    const oid = createHash("sha256").update(path).digest("hex");
    // A link's text is its target, as Git stores it.
    if (isLink) this.#targets.set(oid, await readlink(path));
    else this.#paths.set(oid, path);
    const kind = isLink ? "symlink" : "file";
    return { path: relative(this.#folder, path).split(sep).join("/"), kind, oid };
  }
}

async function readFolder(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw new SourceError("unsupported", `${folder} is no folder that can be read`, error);
  }
}
