import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { EmbeddedError } from "../embedded-error.ts";
import type { Place } from "./object-store.ts";
import { decodeStateLine } from "./state-line.ts";
import { STATE_FORMAT, STATE_VERSION } from "./state-record.ts";

/** A put, or a removal when `object` is `undefined`. */
interface StoredChange {
  readonly place: Place;
  readonly object: JsonObject | undefined;
  /** Of the line. */
  readonly sizeBytes: number;
}

/** What a state file says. */
export interface ReadState {
  readonly revision: number;
  /** The objects of the snapshot, then the changes, in order. */
  readonly changes: readonly StoredChange[];
  /** Length of the part that the snapshot takes. */
  readonly snapshotBytes: number;
  /** Length of the intact part. What stands behind it is a write that did not end. */
  readonly intactBytes: number;
}

interface Header {
  readonly revision: number;
  readonly objects: number;
}

/** One line without its end. */
interface Line {
  readonly bytes: Buffer;
  readonly start: number;
}

/**
 * Reads the bytes of a state file. Lines at its end that did not come through whole are left out: the write was cut off, and
 * nobody has seen it.
 * @throws {EmbeddedError} `state-damaged` when an intact line follows a damaged one, or a snapshot is not whole; `state-older`
 * and `state-newer` for formats of other versions of this program.
 */
export function readState(bytes: Buffer, path: string): ReadState {
  const written = linesOf(bytes);
  const header = readHeader(written[0], path);
  const snapshotEnd = 1 + header.objects;
  const lines = withoutBrokenEnd(written, snapshotEnd);
  if (lines.length < snapshotEnd) throw damaged(path, bytes.length);
  const changes: StoredChange[] = [];
  let { revision } = header;
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    const read = readRecord(line);
    if (read === undefined) throw damaged(path, line.start);
    if (index >= snapshotEnd) revision += 1;
    if (index >= snapshotEnd && read.revision !== revision) throw damaged(path, line.start);
    changes.push(read.change);
  }
  const snapshotBytes = endOf(lines.slice(0, snapshotEnd));
  return { revision, changes, snapshotBytes, intactBytes: endOf(lines) };
}

/** The snapshot was on the disk before the file had its name, so that its lines are never left out. */
function withoutBrokenEnd(lines: readonly Line[], snapshotEnd: number): readonly Line[] {
  let { length } = lines;
  while (length > snapshotEnd && isBroken(lines[length - 1])) length -= 1;
  return lines.slice(0, length);
}

function isBroken(line: Line | undefined): boolean {
  return line !== undefined && decodeStateLine(line.bytes) === undefined;
}

function endOf(lines: readonly Line[]): number {
  const last = lines.at(-1);
  return last === undefined ? 0 : last.start + last.bytes.length + 1;
}

/** The lines that have an end. Bytes behind the last end are no line. */
function linesOf(bytes: Buffer): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    lines.push({ bytes: bytes.subarray(start, end), start });
    start = end + 1;
  }
  return lines;
}

function readHeader(line: Line | undefined, path: string): Header {
  const value = line === undefined ? undefined : decodeStateLine(line.bytes);
  const version = numberAt(value, "version");
  if (textAt(value, "format") !== STATE_FORMAT || version === undefined) throw damaged(path, 0);
  if (version !== STATE_VERSION) throw otherVersion(path, version);
  const revision = numberAt(value, "revision");
  const objects = numberAt(value, "objects");
  if (revision === undefined || objects === undefined) throw damaged(path, 0);
  return { revision, objects };
}

/** `undefined` when the line is damaged. `revision` is that of a change, not of an object of the snapshot. */
function readRecord(
  line: Line,
): { change: StoredChange; revision: number | undefined } | undefined {
  const value = decodeStateLine(line.bytes);
  if (!isJsonObject(value)) return undefined;
  const place = placeOf(value["place"]);
  if (place === undefined) return undefined;
  const sizeBytes = line.bytes.length + 1;
  const change: StoredChange = { place, object: objectAt(value, "object"), sizeBytes };
  return { change, revision: numberAt(value, "revision") };
}

function placeOf(value: Json | undefined): Place | undefined {
  if (!isJsonList(value)) return undefined;
  const [group, plural, namespace, name] = value;
  if (typeof group !== "string" || typeof plural !== "string") return undefined;
  if (typeof namespace !== "string" || typeof name !== "string") return undefined;
  return { group, plural, namespace, name };
}

function damaged(path: string, at: number): EmbeddedError {
  return new EmbeddedError(
    "state-damaged",
    `The embedded cluster's state file ${path} is damaged at byte ${String(at)}: remove it to start with an empty cluster, or put a copy of it back.`,
  );
}

function otherVersion(path: string, version: number): EmbeddedError {
  const isOlder = version < STATE_VERSION;
  return new EmbeddedError(
    isOlder ? "state-older" : "state-newer",
    `The embedded cluster's state file ${path} has format ${String(version)} of ${isOlder ? "an older" : "a newer"} Lockstep, and this one reads format ${String(STATE_VERSION)}: remove it to start with an empty cluster, or use that Lockstep.`,
  );
}
