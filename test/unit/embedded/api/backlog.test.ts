import { expect, test } from "vitest";
import { type Backlog, type Laggard, openBacklog } from "../../../../src/embedded/api/backlog.ts";

const MIB = 1024 * 1024;

interface Fake extends Laggard {
  ownBytes: number;
  isCut: boolean;
}

function answer(
  backlog: Backlog,
  { unreadMib, isExpendable = false }: { unreadMib: number; isExpendable?: boolean },
): Fake {
  const bytes = unreadMib * MIB;
  const fake: Fake = {
    ownBytes: bytes,
    unreadBytes: bytes,
    isExpendable,
    isCut: false,
    cut() {
      fake.isCut = true;
      backlog.remove(fake);
    },
  };
  backlog.add(fake);
  return fake;
}

test("many clients that each leave a little unread do not fill the memory together", () => {
  const backlog = openBacklog();
  for (let count = 0; count < 8; count += 1) answer(backlog, { unreadMib: 15 });
  expect(backlog.makeRoom()).toBe(true);
  answer(backlog, { unreadMib: 15 });
  expect(backlog.makeRoom()).toBe(false);
});

test("many clients that each send only a part of a body do not fill it either", () => {
  const backlog = openBacklog();
  for (let count = 0; count < 50; count += 1) backlog.receive(3 * MIB);
  expect(backlog.makeRoom()).toBe(false);
  backlog.receive(-30 * MIB);
  expect(backlog.makeRoom()).toBe(true);
});

test("what was read and who has left no longer counts", () => {
  const backlog = openBacklog();
  const read = answer(backlog, { unreadMib: 100 });
  backlog.remove(answer(backlog, { unreadMib: 100 }));
  expect(backlog.makeRoom()).toBe(true);
  answer(backlog, { unreadMib: 50 });
  expect(backlog.makeRoom()).toBe(false);
  read.ownBytes = 0;
  expect(backlog.makeRoom()).toBe(true);
});

test("clients that do not read starve nobody: the largest are cut off as soon as it is too much", () => {
  const backlog = openBacklog();
  const laggards = [30, 70, 20, 40].map((unreadMib) =>
    answer(backlog, { unreadMib, isExpendable: true }),
  );
  expect(backlog.makeRoom()).toBe(true);
  expect(laggards.map(({ isCut }) => isCut)).toEqual([false, true, false, false]);
});

test("nobody is cut off who may not be, and nobody without need", () => {
  const backlog = openBacklog();
  const answers = [
    answer(backlog, { unreadMib: 120 }),
    answer(backlog, { unreadMib: 5, isExpendable: true }),
  ];
  expect(backlog.makeRoom()).toBe(true);
  answers.push(answer(backlog, { unreadMib: 20 }));
  expect(backlog.makeRoom()).toBe(false);
  expect(answers.map(({ isCut }) => isCut)).toEqual([false, true, false]);
});

test("bytes that many wait for stand in memory once, until the last has let go", () => {
  const backlog = openBacklog();
  const shared = Buffer.alloc(1);
  const [first, second] = [Buffer.alloc(64 * MIB), Buffer.alloc(64 * MIB)];
  for (let count = 0; count < 400; count += 1) backlog.hold(first);
  expect([backlog.hold(second), backlog.hold(second), backlog.makeRoom()]).toEqual([
    true,
    false,
    true,
  ]);
  backlog.hold(shared);
  expect(backlog.makeRoom()).toBe(false);
  backlog.release(second);
  expect(backlog.makeRoom()).toBe(false);
  backlog.release(second);
  expect(backlog.makeRoom()).toBe(true);
});
