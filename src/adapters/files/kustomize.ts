import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { TreeEntry } from "../../core/manifest/tree-entry.ts";
import type { BuiltKustomization } from "../../ports/source-port.ts";
import { exportTree } from "./export-tree.ts";
import { findForbiddenBase } from "./find-forbidden-base.ts";
import { findKustomize, runKustomize } from "./run-kustomize.ts";
import { translateFileError } from "./translate-file-error.ts";

const CACHED_BYTES_MAX = 64 * 1024 * 1024;
const ABANDONED_AFTER_MS = 3_600_000;
const BUILD_TIMEOUT_MS = 30_000;

/** A folder of a Git tree to build, with the ways to read that tree. */
interface BuildRequest {
  /** The id of the repository's root tree. */
  readonly tree: string;
  /** Path of the folder with the kustomization, from the root. */
  readonly root: string;
  readonly list: () => Promise<readonly TreeEntry[]>;
  readonly readBytes: (blob: string) => Promise<Uint8Array>;
}

/**
 * Builds kustomizations of Git trees with the `kustomize` or `kubectl` program. The tree is exported once, into a
 * folder of its own, which is removed when another tree is built and at the end. One build at a time.
 */
export class Kustomize {
  readonly #workFolder: string;
  readonly #searchPath: string;
  readonly #timeoutMs: number;
  readonly #queue = pLimit(1);
  readonly #built = new LRUCache<string, BuiltKustomization>({
    maxSize: CACHED_BYTES_MAX,
    sizeCalculation: (built) => 1 + (built.kind === "built" ? built.text : built.message).length,
  });
  #exported: { readonly tree: string; readonly folder: string } | undefined;

  /** `searchPath` is the value of PATH, for finding the program only; the program itself gets none. */
  constructor(options: {
    readonly workFolder: string;
    readonly searchPath: string;
    readonly timeoutMs?: number;
  }) {
    this.#timeoutMs = options.timeoutMs ?? BUILD_TIMEOUT_MS;
    this.#workFolder = options.workFolder;
    this.#searchPath = options.searchPath;
  }

  /** Throws `SourceError`: `kustomize-missing`, `timed-out`, `too-large`, `no-work-folder`. */
  async build(request: BuildRequest): Promise<BuiltKustomization> {
    const key = `${request.tree} ${request.root}`;
    return await this.#queue(async () => {
      const known = this.#built.get(key);
      if (known !== undefined) return known;
      try {
        const built = await this.#buildNow(request);
        this.#built.set(key, built);
        return built;
      } catch (error) {
        throw translateFileError(error, this.#workFolder);
      }
    });
  }

  async close(): Promise<void> {
    await this.#queue(async () => await this.#removeExport());
  }

  async #buildNow(request: BuildRequest): Promise<BuiltKustomization> {
    const program = await findKustomize(this.#searchPath);
    const folder = await this.#export(request);
    const forbidden = await findForbiddenBase(join(folder, "tree"), request.root);
    if (forbidden !== undefined) return { kind: "failed", message: forbidden };
    return await runKustomize({
      program,
      tree: join(folder, "tree"),
      root: request.root,
      emptyFolder: join(folder, "empty"),
      timeoutMs: this.#timeoutMs,
    });
  }

  async #export(request: BuildRequest): Promise<string> {
    if (this.#exported?.tree === request.tree) return this.#exported.folder;
    await this.#removeExport();
    await this.#removeAbandoned();
    const folder = await mkdtemp(join(this.#workFolder, "export-"));
    this.#exported = { tree: "", folder };
    await mkdir(join(folder, "empty"));
    await exportTree({
      folder: join(folder, "tree"),
      entries: await request.list(),
      readBytes: request.readBytes,
    });
    this.#exported = { tree: request.tree, folder };
    return folder;
  }

  async #removeExport(): Promise<void> {
    const folder = this.#exported?.folder;
    this.#exported = undefined;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  /** What a killed agent left behind. */
  async #removeAbandoned(): Promise<void> {
    await mkdir(this.#workFolder, { recursive: true });
    const names = (await readdir(this.#workFolder)).filter((name) => name.startsWith("export-"));
    await Promise.all(
      names.map(async (name) => {
        const path = join(this.#workFolder, name);
        const ageMs = Date.now() - (await stat(path)).mtimeMs;
        if (ageMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
      }),
    );
  }
}
