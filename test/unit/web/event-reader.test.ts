import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { type FrameEvents, openEventReader } from "../../../src/web/event-reader.ts";

/** A reader whose connection takes things only when the test says so. */
function slowReader(knownId = ""): {
  readonly reader: ReturnType<typeof openEventReader>;
  readonly taken: readonly string[];
  /** Takes what was sent so far. */
  readonly take: () => Promise<void>;
  readonly body: Writable;
} {
  const taken: string[] = [];
  let release: (() => void) | undefined;
  const body = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      taken.push(chunk);
      release = done;
    },
  });
  const reader = openEventReader({ body, endsAtMs: 1000, knownId, newest: () => frame(9, 8) });
  async function take(): Promise<void> {
    while (release !== undefined) {
      const done = release;
      release = undefined;
      done();
      // oxlint-disable-next-line no-await-in-loop -- what is taken makes room for the next
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  }
  return { reader, taken, take, body };
}

function frame(id: number, before: number): FrameEvents {
  return {
    id: String(id),
    beforeId: String(before),
    whole: () => `whole ${id};`,
    shrunk: () => `shrunk ${id};`,
  };
}

const RETRY = "retry: 2000\n\n";

test("who takes nothing is sent nothing more; then the newest frame, as a whole", async () => {
  const { reader, taken, take } = slowReader("1");
  reader.tell(frame(2, 1));
  reader.tell(frame(3, 2));
  reader.beat("beat;", 0);
  expect(taken).toEqual([RETRY]);
  await take();
  expect(taken).toEqual([RETRY, "whole 9;"]);
});

test("who takes everything gets differences from what it has", async () => {
  const taken: string[] = [];
  const body = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      taken.push(chunk);
      done();
    },
  });
  const reader = openEventReader({ body, endsAtMs: 1000, knownId: "1", newest: () => frame(9, 8) });
  for (const next of [frame(2, 1), frame(2, 1), frame(3, 2), frame(5, 4)]) reader.tell(next);
  reader.beat("beat;", 0);
  expect(taken).toEqual([RETRY, "shrunk 2;", "shrunk 3;", "whole 5;", "beat;"]);
});

test("who takes nothing for three beats is dropped", () => {
  const { reader, body } = slowReader();
  for (const beat of [1, 2, 3]) reader.beat("beat;", beat);
  expect(body.destroyed).toBe(false);
  reader.beat("beat;", 4);
  expect(body.destroyed).toBe(true);
  reader.tell(frame(2, 1));
  reader.beat("beat;", 5);
});

test("a stream ends when its time is over, and nothing is written after", () => {
  const { reader, body } = slowReader();
  reader.beat("beat;", 1000);
  expect(body.writableEnded).toBe(true);
  reader.tell(frame(2, 1));
  reader.end();
});
