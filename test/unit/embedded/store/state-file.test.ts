import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type ReadState,
  readState as readStateOf,
} from "../../../../src/embedded/store/read-state.ts";
import { encodeStateLine } from "../../../../src/embedded/store/state-line.ts";
import {
  briefList,
  CONFIG_MAPS,
  filesOf,
  folderWith,
  newFolder,
  openTestStore,
  place,
  put,
  readState,
  refusalOf,
  stateFile,
} from "../../../support/embedded-store.ts";

/** The bytes after three changes, and where each line ends. */
function threeChanges(): { bytes: Buffer; ends: readonly number[] } {
  const folder = newFolder();
  const store = openTestStore({ folder });
  const ends = [readState(folder).length];
  put(store, "a/x", "1");
  ends.push(readState(folder).length);
  put(store, "a/y", "ü");
  ends.push(readState(folder).length);
  store.remove(place("a/x"));
  ends.push(readState(folder).length);
  store.close();
  return { bytes: readState(folder), ends };
}

function readStateBytes(bytes: Buffer): ReadState {
  return readStateOf(bytes, "/state.jsonl");
}

/** What a store shows that is opened in the folder: revision, list and what it mended. */
function reopen(folder: string): string {
  const told: string[] = [];
  const store = openTestStore({ folder, report: (message) => told.push(message) });
  const seen = `${String(store.revision)}: ${briefList(store.list(CONFIG_MAPS))}`;
  put(store, "a/z", "new");
  store.close();
  const again = openTestStore({ folder, report: (message) => told.push(message) });
  expect(again.revision).toBe(store.revision);
  again.close();
  return told.length === 0 ? seen : `${seen} (${told.join(" ").replace(folder, "")})`;
}

const STATES = ["1: ", "2: a/x=1@2", "3: a/x=1@2 a/y=ü@3", "4: a/y=ü@3"];

/** Where bytes between two places can be cut or damaged, on disk: at both ends, within a checksum, at the text behind it, within the text. */
function somePlaces(from: number, to: number): readonly number[] {
  const middle = Math.floor((from + to) / 2);
  return [from, from + 4, from + 8, from + 9, from + 10, middle, to - 2, to - 1];
}

function cutMessage(sizeBytes: number): string {
  return ` (Cut ${String(sizeBytes)} bytes off the end of /state.jsonl: the last write of the embedded cluster was interrupted before anybody saw it.)`;
}

function damagedAt(bytes: Buffer, at: number): Buffer {
  const damaged = Buffer.from(bytes);
  damaged[at] = (damaged[at] ?? 0) ^ 1;
  return damaged;
}

test("a file that a kill cut off anywhere after its first line is read up to the cut write", () => {
  const { bytes, ends } = threeChanges();
  for (let length = ends[0] ?? 0; length <= bytes.length; length += 1) {
    const whole = ends.findLastIndex((end) => end <= length);
    const { revision, changes, intactBytes } = readStateBytes(bytes.subarray(0, length));
    expect([revision, changes.length, intactBytes]).toEqual([whole + 1, whole, ends[whole]]);
  }
});

test("a store on a file that a kill cut off has the state before the cut write", () => {
  const { bytes, ends } = threeChanges();
  for (const [whole, start] of ends.entries()) {
    const end = ends[whole + 1];
    for (const length of end === undefined ? [start] : somePlaces(start, end)) {
      const cut = length - start;
      expect(reopen(folderWith(bytes.subarray(0, length)))).toBe(
        `${STATES[whole] ?? ""}${cut === 0 ? "" : cutMessage(cut)}`,
      );
    }
  }
});

test("a last line with any damaged byte is left out, and cut off on disk", () => {
  const { bytes, ends } = threeChanges();
  const start = ends[2] ?? 0;
  for (let at = start; at < bytes.length; at += 1) {
    const { revision, intactBytes } = readStateBytes(damagedAt(bytes, at));
    expect([revision, intactBytes]).toEqual([3, start]);
  }
  for (const at of somePlaces(start, bytes.length)) {
    expect(reopen(folderWith(damagedAt(bytes, at)))).toContain("3: a/x=1@2 a/y=ü@3 (Cut");
  }
});

test("all damaged lines at the end are left out", () => {
  const { bytes, ends } = threeChanges();
  const [, first = 0, second = 0] = ends;
  const { revision, intactBytes } = readStateBytes(damagedAt(damagedAt(bytes, first), second));
  expect([revision, intactBytes]).toEqual([2, first]);
});

test("bytes of nothing at the end, as after a power cut, are cut off, once", () => {
  const { bytes } = threeChanges();
  expect(reopen(folderWith(Buffer.concat([bytes, Buffer.alloc(500)])))).toBe(
    `4: a/y=ü@3${cutMessage(500)}`,
  );
});

const DAMAGED =
  /^state-damaged: .* state file .*state\.jsonl is damaged at byte \d+: remove it to start/;

test("damage in the middle is an error that names the file and what to do", () => {
  const { bytes, ends } = threeChanges();
  // Without its end, the line before the last one is a part of the last one.
  const end = (ends[2] ?? 0) - 1;
  for (let at = 0; at < end; at += 1) {
    expect(refusalOf(() => readStateBytes(damagedAt(bytes, at)))).toMatch(DAMAGED);
  }
  for (const at of somePlaces(0, end)) {
    const folder = folderWith(damagedAt(bytes, at));
    expect(refusalOf(() => openTestStore({ folder }))).toMatch(DAMAGED);
    expect(filesOf(folder)).toBe("state.jsonl");
  }
});

test("a missing line in the middle is damage", () => {
  const { bytes, ends } = threeChanges();
  const without = Buffer.concat([bytes.subarray(0, ends[1]), bytes.subarray(ends[2])]);
  expect(() => reopen(folderWith(without))).toThrow("is damaged at byte");
});

test.each([
  ["empty", "", "state-damaged"],
  ["of something else", "hello\n", "state-damaged"],
  [
    "of a later version",
    encodeStateLine({ format: "lockstep-embedded-state", version: 2, more: true }),
    "state-newer",
  ],
  [
    "of an earlier version",
    encodeStateLine({ format: "lockstep-embedded-state", version: 0 }),
    "state-older",
  ],
  ["of another program", encodeStateLine({ format: "x", version: 1 }), "state-damaged"],
  [
    "cut off in its snapshot",
    encodeStateLine({ format: "lockstep-embedded-state", version: 1, revision: 5, objects: 1 }),
    "state-damaged",
  ],
])("a state file that is %s is refused: %s", (...[, bytes, code]) => {
  const refusal = refusalOf(() => reopen(folderWith(bytes)));
  expect(refusal.split(":")[0]).toBe(code);
  expect(refusal).toContain("remove it to start with an empty cluster");
});

test("the file is written anew when the changes outgrow the snapshot, and stays small", () => {
  const folder = newFolder();
  const store = openTestStore({ folder, logBytesMin: 2000 });
  put(store, "a/y", "kept");
  for (let count = 0; count < 200; count += 1) put(store, "a/x", String(count));
  expect(readState(folder).length).toBeLessThan(3000);
  expect(briefList(store.list(CONFIG_MAPS))).toBe("a/x=199@202 a/y=kept@2");
  store.close();
  expect(filesOf(folder)).toBe("state.jsonl");
  expect(reopen(folder)).toBe("202: a/x=199@202 a/y=kept@2");
});

test("a snapshot that was being written when the process was killed does no harm", () => {
  const { bytes } = threeChanges();
  const folder = folderWith(bytes);
  writeFileSync(`${stateFile(folder)}.new`, "half a snap");
  const store = openTestStore({ folder, logBytesMin: 10 });
  put(store, "a/z");
  put(store, "a/z");
  store.close();
  expect(filesOf(folder)).toBe("state.jsonl");
});

test("only the owner can read the state, which holds Secrets", () => {
  const folder = join(newFolder(), "deep", "er");
  openTestStore({ folder }).close();
  expect((statSync(folder).mode & 0o777).toString(8)).toBe("700");
  expect((statSync(stateFile(folder)).mode & 0o777).toString(8)).toBe("600");
});

test.each([
  ["a file", "state"],
  ["below a file", "state/embedded"],
  ["a link to itself", "loop"],
  ["of a name that is too long", "x".repeat(300)],
])("a folder that is %s is refused", (_, path) => {
  const above = newFolder();
  writeFileSync(join(above, "state"), "");
  symlinkSync(join(above, "loop"), join(above, "loop"));
  const folder = join(above, path);
  expect(refusalOf(() => openTestStore({ folder }))).toContain(
    `folder-not-writable: The embedded cluster cannot write into its folder ${folder} (`,
  );
});

// Root may write everywhere.
test.skipIf(process.getuid?.() === 0)("a folder without write permission is refused", () => {
  const folder = newFolder();
  chmodSync(folder, 0o500);
  expect(refusalOf(() => openTestStore({ folder }))).toContain("folder-not-writable: ");
});

test("changes still come through while no snapshot can be written, but not for ever", () => {
  const folder = newFolder();
  const store = openTestStore({ folder, logBytesMin: 1000 });
  put(store, "a/x", "1");
  // A folder of that name cannot be replaced by the snapshot.
  mkdirSync(join(`${stateFile(folder)}.new`, "in the way"), { recursive: true });
  let writes = 0;
  const refusal = refusalOf(() => {
    for (; writes < 1000; writes += 1) put(store, "a/x", String(writes));
  });
  expect(refusal).toMatch(/^500: the change was not made, because the state file .* \(E[A-Z_]+\)$/);
  expect(writes).toBeGreaterThan(15);
  expect(writes).toBeLessThan(50);
  rmSync(`${stateFile(folder)}.new`, { recursive: true });
  put(store, "a/x", "again");
  store.close();
  expect(readState(folder).length).toBeLessThan(1000);
});

test.each([
  ["a pipe", (path: string) => execFileSync("mkfifo", [path])],
  ["a folder", (path: string) => mkdirSync(path)],
  [
    "a file that is larger than the system reads at once",
    (path: string) => {
      writeFileSync(path, "");
      truncateSync(path, 3 * 2 ** 30);
    },
  ],
])("%s in place of the state file is a refusal at once, and no defect", (_, make) => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  make(stateFile(folder));
  expect(refusalOf(() => openTestStore({ folder }))).toMatch(
    /^state-damaged: .*state\.jsonl is no regular file of at most 1024 MiB: remove it/,
  );
  // The lock is gone again.
  rmSync(stateFile(folder), { recursive: true });
  openTestStore({ folder }).close();
});

test("a pipe in place of the lock is a refusal at once", () => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  execFileSync("mkfifo", [join(folder, "lock")]);
  expect(refusalOf(() => openTestStore({ folder }))).toMatch(
    /^folder-not-writable: .*lock, which is no regular file .*: remove it/,
  );
});
