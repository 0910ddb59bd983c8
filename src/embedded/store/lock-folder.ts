import { randomUUID } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, numberAt, textAt } from "../../core/object/json.ts";
import { EmbeddedError } from "../embedded-error.ts";
import { noFile } from "./not-writable.ts";
import { processBirth } from "./process-birth.ts";
import { readRegularFile } from "./read-regular-file.ts";
import { systemCode } from "./system-code.ts";

/** How often a lock is tried that goes away while we look at it. */
const TRIES_MAX = 5;

/** A lock without content is being written just now, or its writer was killed between two system calls. The clock may be set back. */
const WRITING_MS_MAX = 5000;

const LOCK_BYTES_MAX = 64 * 1024;

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly birth: string;
}

/**
 * Makes this process the only one that writes into a folder, until the returned function is called. The lock of a process
 * that has died is taken over. Processes of other machines or containers that share the folder are not seen.
 * @throws {EmbeddedError} `in-use`; errors of the file system as they come.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, "lock");
  const token = randomUUID();
  const text = JSON.stringify({ pid: process.pid, birth: processBirth(process.pid) ?? "", token });
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if (createLock(path, text)) return () => removeLock(path, text);
    clearDeadLock(path, token);
  }
  throw inUse(path, undefined);
}

/** @returns false when there is a lock already. */
function createLock(path: string, text: string): boolean {
  try {
    const file = openSync(path, "wx", 0o600);
    writeFileSync(file, text);
    closeSync(file);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** @throws {EmbeddedError} when the holder lives. */
function clearDeadLock(path: string, token: string): void {
  const found = readLock(path);
  if (found === undefined) return;
  const holder = parseHolder(found.text);
  const isHeld =
    holder === undefined
      ? Math.abs(Date.now() - found.changedMs) < WRITING_MS_MAX
      : processBirth(holder.pid) === holder.birth;
  if (isHeld) throw inUse(path, holder);
  moveAway(path, { aside: `${path}.${token}`, text: found.text });
}

/** Another process may have taken the dead lock over in the meantime: then its own, living one goes back. */
function moveAway(path: string, dead: { aside: string; text: string }): void {
  try {
    renameSync(path, dead.aside);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return;
    throw error;
  }
  if (readLock(dead.aside)?.text === dead.text) rmSync(dead.aside, { force: true });
  else renameSync(dead.aside, path);
}

/** @throws {EmbeddedError} for what is no lock and never was one. */
function readLock(path: string): { text: string; changedMs: number } | undefined {
  const found = readRegularFile(path, LOCK_BYTES_MAX);
  if (found.kind === "odd") throw noFile(path);
  if (found.kind === "absent") return undefined;
  return { text: found.bytes.toString("utf8"), changedMs: found.changedMs };
}

function parseHolder(text: string): Holder | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const pid = numberAt(value, "pid");
  const birth = textAt(value, "birth");
  return pid === undefined || birth === undefined ? undefined : { pid, birth };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A lock that was not written to its end holds nobody.
    return undefined;
  }
}

function removeLock(path: string, text: string): void {
  if (readLock(path)?.text === text) rmSync(path, { force: true });
}

function inUse(path: string, holder: Holder | undefined): EmbeddedError {
  const who = holder === undefined ? "another process" : `process ${String(holder.pid)}`;
  return new EmbeddedError(
    "in-use",
    `The embedded cluster's folder is in use by ${who} (${path}): stop it, or give this one another workDir.`,
  );
}
