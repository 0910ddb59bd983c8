import * as fc from "fast-check";
import { expect, test } from "vitest";
import { JsonLines } from "../../../../src/adapters/kubernetes/json-lines.ts";
import { ClusterError } from "../../../../src/core/cluster-error.ts";

test("values come out as they went in, wherever the stream is cut", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ type: fc.string({ unit: "grapheme" }), count: fc.integer() })),
      fc.array(fc.nat({ max: 400 })),
      (values, cuts) => {
        const bytes = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
        const lines = new JsonLines();
        expect(chunksOf(bytes, cuts).flatMap((chunk) => lines.push(chunk))).toEqual(values);
      },
    ),
  );
});

test.each([
  { stream: "half a line", text: '{"a":1', values: [] },
  { stream: "two lines at once", text: '{"a":1}\n{"a":2}\n', values: [{ a: 1 }, { a: 2 }] },
  { stream: "empty lines and carriage returns", text: '\n{"a":1}\r\n\n', values: [{ a: 1 }] },
])("$stream", ({ text, values }) => {
  expect(new JsonLines().push(Buffer.from(text))).toEqual(values);
});

test("a line that never ends is refused at 16 MiB", () => {
  const lines = new JsonLines();
  const mebibyte = Buffer.alloc(1024 * 1024, "x");
  for (let n = 0; n < 16; n += 1) lines.push(mebibyte);
  expect(() => lines.push(mebibyte)).toThrow(ClusterError);
});

test("a line that is no JSON is an outage, not a defect", () => {
  expect(() => new JsonLines().push(Buffer.from("<html>\n"))).toThrow(
    new ClusterError("unreachable", "a watch sent something that is no JSON"),
  );
});

function chunksOf(bytes: Buffer, cuts: readonly number[]): readonly Buffer[] {
  const places = [
    0,
    ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b),
    bytes.length,
  ];
  return places.map((place, index) => bytes.subarray(place, places[index + 1] ?? bytes.length));
}
