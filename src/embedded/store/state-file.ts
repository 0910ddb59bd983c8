import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { EmbeddedError } from "../embedded-error.ts";
import { StatusError } from "../status-error.ts";
import { lockFolder } from "./lock-folder.ts";
import { notWritable } from "./not-writable.ts";
import { readRegularFile } from "./read-regular-file.ts";
import { type ReadState, readState } from "./read-state.ts";
import { stateHeader } from "./state-record.ts";
import { systemCode } from "./system-code.ts";

/** What the system says when there is no room. */
const FULL = ["ENOSPC", "EDQUOT", "EFBIG"];

/** Changes are written behind the snapshot until they take as many bytes as it, and at least this many. */
const LOG_BYTES_MIN = 8 * 1024 * 1024;

/** How many times as long as they should be the changes may become while no snapshot can be written. */
const GRACE_MAX = 4;

/** More than a snapshot and the longest changes behind it, and less than the system can read at once. */
const FILE_BYTES_MAX = 1024 * 1024 * 1024;

/** How to open a state file. */
export interface StateFileOptions {
  readonly folder: string;
  /** Of the state when there is none yet. */
  readonly firstRevision: number;
  /** Changes are kept in this many bytes before the snapshot is written anew; 8 MiB when left out. */
  readonly logBytesMin?: number;
  /** Told in one sentence what was mended. */
  readonly report: (message: string) => void;
}

/** The state on disk: a snapshot and the changes since, in one file that only this process writes. */
export class StateFile {
  readonly #path: string;
  readonly #logBytesMin: number;
  readonly #unlock: () => void;
  /** `undefined` when it is closed. */
  #file: number | undefined;
  #snapshotBytes: number;
  /** Of the intact lines. Bytes behind them are of a write that failed: the next one goes over them. */
  #sizeBytes: number;
  /** How much longer the changes may be, after a snapshot that was not written. */
  #graceBytes = 0;
  readonly found: ReadState;

  /** @throws {EmbeddedError} */
  constructor(options: StateFileOptions) {
    this.#path = join(options.folder, "state.jsonl");
    this.#logBytesMin = options.logBytesMin ?? LOG_BYTES_MIN;
    this.#unlock = claimFolder(options.folder);
    try {
      this.found = this.#open(options);
    } catch (error) {
      this.#unlock();
      throw notWritable(error, `into its folder ${options.folder}`);
    }
    this.#snapshotBytes = this.found.snapshotBytes;
    this.#sizeBytes = this.found.intactBytes;
  }

  /** True when the changes take so much room that a new snapshot should be written before the next one. */
  get isLong(): boolean {
    return this.#logBytes > Math.max(this.#logBytesMin, this.#snapshotBytes) + this.#graceBytes;
  }

  get #logBytes(): number {
    return this.#sizeBytes - this.#snapshotBytes;
  }

  /** @throws {StatusError} when the system does not write it. The file is as before then. */
  append(line: Buffer): void {
    try {
      writeWhole(this.#openFile(), line, this.#sizeBytes);
    } catch (error) {
      throw refused(error, this.#path);
    }
    this.#sizeBytes += line.length;
  }

  /**
   * Puts a new snapshot in the place of the file. When the system does not write it, changes still go behind the old one for
   * a while: on a full disk, removals have to come through.
   * @throws {StatusError} when that has gone on for too long.
   */
  replace(lines: Iterable<Buffer>): void {
    const old = this.#openFile();
    try {
      const next = writeSnapshot(this.#path, lines);
      this.#file = next.file;
      this.#snapshotBytes = next.sizeBytes;
      this.#sizeBytes = next.sizeBytes;
      this.#graceBytes = 0;
      closeSync(old);
    } catch (error) {
      const refusal = refused(error, this.#path);
      const logBytesMax = GRACE_MAX * Math.max(this.#logBytesMin, this.#snapshotBytes);
      if (!(refusal instanceof StatusError) || this.#logBytes > logBytesMax) throw refusal;
      this.#graceBytes += this.#logBytesMin;
    }
  }

  close(): void {
    if (this.#file === undefined) return;
    fsyncSync(this.#file);
    closeSync(this.#file);
    this.#file = undefined;
    this.#unlock();
  }

  #openFile(): number {
    if (this.#file === undefined) throw new Error("the store is closed");
    return this.#file;
  }

  #open({ firstRevision, report }: StateFileOptions): ReadState {
    const bytes = readBytes(this.#path);
    if (bytes === undefined) {
      const header = stateHeader({ revision: firstRevision, objects: 0 });
      this.#file = writeSnapshot(this.#path, [header]).file;
      return readState(header, this.#path);
    }
    const found = readState(bytes, this.#path);
    this.#file = openSync(this.#path, "r+");
    const cut = bytes.length - found.intactBytes;
    if (cut > 0) {
      ftruncateSync(this.#file, found.intactBytes);
      report(
        `Cut ${String(cut)} bytes off the end of ${this.#path}: the last write of the embedded cluster was interrupted before anybody saw it.`,
      );
    }
    return found;
  }
}

function claimFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return lockFolder(folder);
  } catch (error) {
    throw notWritable(error, `into its folder ${folder}`);
  }
}

function refused(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  const message = `the change was not made, because the state file ${path} could not be written (${code})`;
  return FULL.includes(code)
    ? new StatusError(507, { reason: "InsufficientStorage", message })
    : new StatusError(500, { reason: "InternalError", message });
}

/** @throws {EmbeddedError} `state-damaged` for what is no file that this program has written. */
function readBytes(path: string): Buffer | undefined {
  const found = readRegularFile(path, FILE_BYTES_MAX);
  switch (found.kind) {
    case "absent":
      return undefined;
    case "odd":
      throw new EmbeddedError(
        "state-damaged",
        `The embedded cluster's state file ${path} is no regular file of at most ${String(FILE_BYTES_MAX / 2 ** 20)} MiB: remove it to start with an empty cluster, or put a copy of it back.`,
      );
    case "file":
      return found.bytes;
  }
}

/** Writes beside the file first, so that a kill leaves the old one or the new one. */
function writeSnapshot(path: string, lines: Iterable<Buffer>): { file: number; sizeBytes: number } {
  const beside = `${path}.new`;
  rmSync(beside, { force: true });
  const file = openSync(beside, "wx+", 0o600);
  try {
    let sizeBytes = 0;
    for (const line of lines) {
      writeWhole(file, line, sizeBytes);
      sizeBytes += line.length;
    }
    fsyncSync(file);
    renameSync(beside, path);
    return { file, sizeBytes };
  } catch (error) {
    closeSync(file);
    rmSync(beside, { force: true });
    throw error;
  }
}

/** One write may take only a part. */
function writeWhole(file: number, bytes: Buffer, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  }
}
