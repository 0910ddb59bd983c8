import { type FSWatcher, watch } from "node:fs";
import { dirname, join } from "node:path";
import { SourceError } from "../../core/source-error.ts";
import type { ClockPort } from "../../ports/clock-port.ts";
import { findGitdir } from "./find-gitdir.ts";
import { readRef } from "./read-ref.ts";

/** Several files change in one push or commit; they count as one change. */
const COALESCE_MS = 50;
/** For folders that do not exist yet and file systems that tell nothing. */
const POLL_MS = 2_000;

interface Watch {
  readonly folder: string;
  readonly ref: string;
  readonly clock: ClockPort;
  readonly onChange: () => void;
}

/**
 * Calls back when a ref of a local repository gets another value, however it got it. File events say only "look again";
 * what counts is the ref's value, read after each event and every two seconds.
 */
export class RefWatcher {
  readonly #watch: Watch;
  #value: string | undefined;
  #watchers: FSWatcher[] = [];
  #watched = "";
  #cancel: () => void = doNothing;
  #isSoon = false;
  #isStopped = false;

  constructor(options: Watch) {
    this.#watch = options;
    void this.#look({ isFirst: true });
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
    this.#closeWatchers();
  }

  async #look(round: { readonly isFirst: boolean }): Promise<void> {
    this.#isSoon = false;
    const value = await this.#readValue();
    if (this.#isStopped) return;
    const isChanged = !round.isFirst && value !== this.#value;
    this.#value = value;
    // An event that came while we read has its own look.
    if (!this.#isSoon) this.#lookAfter(POLL_MS);
    if (isChanged) this.#watch.onChange();
  }

  #onEvent(): void {
    // The folder may have been replaced, so the next look watches anew.
    this.#watched = "";
    if (this.#isSoon || this.#isStopped) return;
    this.#isSoon = true;
    this.#lookAfter(COALESCE_MS);
  }

  #lookAfter(delayMs: number): void {
    this.#cancel();
    this.#cancel = this.#watch.clock.after(delayMs, () => void this.#look({ isFirst: false }));
  }

  async #readValue(): Promise<string | undefined> {
    try {
      const gitdir = await findGitdir(this.#watch.folder);
      this.#watchFolders(gitdir);
      return await readRef(gitdir, this.#watch.ref);
    } catch (error) {
      // No repository (any more): that is a value too, and its coming back is a change.
      if (error instanceof SourceError) return error.code;
      throw error;
    }
  }

  /** The Git folder for `packed-refs`, and each folder on the way to the ref. */
  #watchFolders(gitdir: string): void {
    const folders = [gitdir, ...foldersOf(this.#watch.ref).map((folder) => join(gitdir, folder))];
    if (this.#isStopped) return;
    if (this.#watched === gitdir && this.#watchers.length === folders.length) return;
    this.#closeWatchers();
    this.#watched = gitdir;
    for (const folder of folders) this.#watchFolder(folder);
  }

  #watchFolder(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => this.#onEvent());
      watcher.on("error", () => this.#onEvent());
      this.#watchers.push(watcher);
    } catch (error) {
      // Not there yet, or no watches left: the poll sees the change.
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }

  #closeWatchers(): void {
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
  }
}

function foldersOf(ref: string): readonly string[] {
  const parent = dirname(ref);
  return parent === "." ? [] : [...foldersOf(parent), parent];
}

function doNothing(): void {
  // Nothing is scheduled yet.
}
