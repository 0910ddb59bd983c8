import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { openBacklog } from "../../../../src/embedded/api/backlog.ts";

const MIB = 1024 * 1024;

function answer(unreadMib: number): EventEmitter & { writableLength: number } {
  return Object.assign(new EventEmitter(), { writableLength: unreadMib * MIB });
}

test("many clients that each leave a little unread do not fill the memory together", () => {
  const backlog = openBacklog();
  const answers = Array.from({ length: 9 }, () => answer(15));
  for (const each of answers.slice(0, 8)) backlog.add(each);
  expect(backlog.isFull()).toBe(false);
  for (const each of answers.slice(8)) backlog.add(each);
  expect(backlog.isFull()).toBe(true);
});

test("many clients that each send only a part of a body do not fill it either", () => {
  const backlog = openBacklog();
  for (let count = 0; count < 50; count += 1) backlog.receive(3 * MIB);
  expect(backlog.isFull()).toBe(true);
  backlog.receive(-30 * MIB);
  expect(backlog.isFull()).toBe(false);
});

test("what was read and who has left no longer counts", () => {
  const backlog = openBacklog();
  const [read, left] = [answer(100), answer(100)];
  backlog.add(read);
  backlog.add(left);
  left.emit("close");
  expect(backlog.isFull()).toBe(false);
  backlog.add(answer(50));
  expect(backlog.isFull()).toBe(true);
  read.writableLength = 0;
  expect(backlog.isFull()).toBe(false);
});
