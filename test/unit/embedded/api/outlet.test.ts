import { Writable } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { openBacklog } from "../../../../src/embedded/api/backlog.ts";
import { Outlet } from "../../../../src/embedded/api/outlet.ts";

const MIB = 1024 * 1024;

afterEach(() => {
  vi.useRealTimers();
});

/** A client that takes a piece whenever `read` is called. */
function client(): { connection: Writable; pieces: Buffer[]; read: () => Promise<void> } {
  const pieces: Buffer[] = [];
  let taken: (() => void) | undefined;
  const connection = new Writable({
    write(piece: Buffer, _, done) {
      pieces.push(piece);
      taken = done;
    },
  });
  return {
    connection,
    pieces,
    async read() {
      taken?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("a client gets the next piece when it has taken the one before, and all of them in order", async () => {
  const { connection, pieces, read } = client();
  const outlet = new Outlet(connection, openBacklog());
  const [first, second] = [Buffer.alloc(150 * 1024, "a"), Buffer.alloc(1024, "b")];
  outlet.send(first);
  outlet.send(second);
  outlet.end();
  expect(pieces.map(({ length }) => length)).toEqual([64 * 1024]);
  expect(outlet.unreadBytes).toBe(151 * 1024);
  while (!connection.writableFinished) {
    // oxlint-disable-next-line no-await-in-loop -- a client that reads
    await read();
  }
  expect(Buffer.concat(pieces)).toEqual(Buffer.concat([first, second]));
  expect(outlet.unreadBytes).toBe(0);
});

test("bytes that were taken or given up are held no more", async () => {
  const backlog = openBacklog();
  const held = new Set<Buffer>();
  const watched = {
    ...backlog,
    hold: (bytes: Buffer) => held.add(bytes) === held && backlog.hold(bytes),
    release(bytes: Buffer) {
      held.delete(bytes);
      backlog.release(bytes);
    },
  };
  const [reader, other] = [client(), client()];
  new Outlet(reader.connection, watched).send(Buffer.alloc(100 * 1024));
  const outlet = new Outlet(other.connection, watched);
  outlet.send(Buffer.alloc(100 * 1024));
  outlet.send(Buffer.alloc(1024));
  expect(held.size).toBe(3);
  await reader.read();
  expect(held.size).toBe(2);
  outlet.cut();
  expect(held.size).toBe(0);
});

test("what 400 clients leave unread of the same events stands in memory once", () => {
  const backlog = openBacklog();
  const outlets = Array.from({ length: 400 }, () => new Outlet(client().connection, backlog));
  for (const outlet of outlets) outlet.becomeWatch();
  for (let event = 0; event < 10; event += 1) {
    const line = Buffer.alloc(MIB);
    for (const outlet of outlets) outlet.send(line);
  }
  expect(backlog.makeRoom()).toBe(true);
  expect(new Set(outlets.map(({ unreadBytes }) => unreadBytes))).toEqual(new Set([10 * MIB]));
});

test("of clients that do not read, those that watch go when events of their own fill the memory", () => {
  const backlog = openBacklog();
  const lists = new Outlet(client().connection, backlog);
  lists.send(Buffer.alloc(40 * MIB));
  const watches = Array.from({ length: 10 }, () => client().connection);
  for (const connection of watches) {
    const outlet = new Outlet(connection, backlog);
    outlet.becomeWatch();
    outlet.send(Buffer.alloc(15 * MIB));
  }
  expect(watches.filter(({ destroyed }) => destroyed).length).toBe(5);
  expect(backlog.makeRoom()).toBe(true);
  expect(lists.unreadBytes).toBe(40 * MIB);
});

test("an answer that nobody has read for ten seconds goes as well, one that is being read stays", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const backlog = openBacklog();
  const [gone, slow] = [client(), client()];
  for (const { connection } of [gone, slow]) {
    new Outlet(connection, backlog).send(Buffer.alloc(100 * MIB));
  }
  expect(backlog.makeRoom()).toBe(false);
  vi.advanceTimersByTime(9000);
  for (let piece = 0; piece < 20; piece += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a client that reads
    await slow.read();
  }
  vi.advanceTimersByTime(2000);
  expect(backlog.makeRoom()).toBe(true);
  expect([gone.connection.destroyed, slow.connection.destroyed]).toEqual([true, false]);
});

test("a client that takes a piece every nine seconds does not keep an answer for hours", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { connection, read } = client();
  const outlet = new Outlet(connection, openBacklog());
  outlet.send(Buffer.alloc(100 * MIB));
  const seen: boolean[] = [];
  for (let piece = 0; piece < 2; piece += 1) {
    vi.advanceTimersByTime(9000);
    seen.push(outlet.isExpendable);
    // oxlint-disable-next-line no-await-in-loop -- a client that reads
    await read();
  }
  expect(seen).toEqual([false, true]);
});

test("an answer that is written in parts is no slower to take for the time between them", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { connection, read } = client();
  const outlet = new Outlet(connection, openBacklog());
  for (let part = 0; part < 5; part += 1) {
    outlet.send(Buffer.alloc(MIB / 32));
    // oxlint-disable-next-line no-await-in-loop -- a client that reads
    await read();
    vi.advanceTimersByTime(9000);
  }
  outlet.send(Buffer.alloc(MIB));
  expect([outlet.unreadBytes > 0, outlet.isExpendable]).toEqual([true, false]);
});
