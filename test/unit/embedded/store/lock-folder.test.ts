import { spawnSync } from "node:child_process";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockFolder } from "../../../../src/embedded/store/lock-folder.ts";
import { processBirth } from "../../../../src/embedded/store/process-birth.ts";
import { filesOf, newFolder, refusalOf } from "../../../support/embedded-store.ts";

const OWN_BIRTH = processBirth(process.pid) ?? "";

function folderWithLock(text: string, { ageSeconds = 0 }: { ageSeconds?: number } = {}): string {
  const folder = newFolder();
  const path = join(folder, "lock");
  writeFileSync(path, text);
  const changed = Date.now() / 1000 - ageSeconds;
  utimesSync(path, changed, changed);
  return folder;
}

function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

test("a folder is locked until it is given free", () => {
  const folder = newFolder();
  const unlock = lockFolder(folder);
  expect(refusalOf(() => lockFolder(folder))).toBe(
    `in-use: The embedded cluster's folder is in use by process ${String(process.pid)} (${folder}/lock): stop it, or give this one another workDir.`,
  );
  unlock();
  expect(filesOf(folder)).toBe("");
  lockFolder(folder)();
});

test("the lock of a process that died is taken over", () => {
  const folder = folderWithLock(JSON.stringify({ pid: deadPid(), birth: OWN_BIRTH, token: "x" }));
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow("in use");
  unlock();
  expect(filesOf(folder)).toBe("");
});

test("the lock of a dead process whose pid another one has now is taken over", () => {
  const folder = folderWithLock(
    JSON.stringify({ pid: process.pid, birth: "long ago", token: "x" }),
  );
  lockFolder(folder)();
  expect(filesOf(folder)).toBe("");
});

test("a lock that is being written is not taken over, one that was never finished is", () => {
  expect(() => lockFolder(folderWithLock(""))).toThrow("in use by another process");
  lockFolder(folderWithLock("", { ageSeconds: 10 }))();
  lockFolder(folderWithLock('{"pid":', { ageSeconds: 10 }))();
  // The clock was set back since.
  lockFolder(folderWithLock("", { ageSeconds: -3600 }))();
});

test("whoever lost the folder does not remove the lock of its new holder", () => {
  const folder = newFolder();
  const unlock = lockFolder(folder);
  writeFileSync(join(folder, "lock"), "of another");
  unlock();
  expect(filesOf(folder)).toBe("lock");
});
