import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createLog,
  type LogOptions,
  type MaskingLog,
} from "../../../src/adapters/log/create-log.ts";

function open(options: Partial<LogOptions> = {}): {
  readonly log: MaskingLog;
  readonly lines: string[];
} {
  const lines: string[] = [];
  const log = createLog({
    level: "info",
    format: "text",
    write: (line) => lines.push(line),
    ...options,
  });
  return { log, lines };
}

/** The line without its time. */
function brief(line: string | undefined): string {
  return (line ?? "").replace(/^\d\d:\d\d:\d\d /, "").trimEnd();
}

test("JSON lines have the level, the time, the fields and the message", () => {
  const { log, lines } = open({ format: "json" });
  log.warn("The remote is down.", { stack: "shop", tries: 3, ids: ["a", "b"] });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      level: "warn",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
      stack: "shop",
      tries: 3,
      ids: ["a", "b"],
      msg: "The remote is down.",
    },
  ]);
  expect(lines[0]).toMatch(/\n$/);
});

test("text lines are for people", () => {
  const { log, lines } = open();
  log.info("Pass ended.", { stack: "shop", writes: 2, reason: "a b", ids: ["a", "b"], ok: true });
  expect(lines.map(brief)).toEqual([
    'info  Pass ended. stack=shop writes=2 reason="a b" ids=a,b ok=true',
  ]);
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info/);
});

test.each([
  ["debug", "debug info warn error"],
  ["info", "info warn error"],
  ["warn", "warn error"],
  ["error", "error"],
] as const)("level %s shows %s", (level, shown) => {
  for (const format of ["json", "text"] as const) {
    const { log, lines } = open({ level, format });
    log.debug("debug");
    log.info("info");
    log.warn("warn");
    log.error("error");
    expect(lines.map((line) => /(debug|info|warn|error)"?\}?\n$/.exec(line)?.[1]).join(" ")).toBe(
      shown,
    );
  }
});

test("text from elsewhere cannot begin a line or move the cursor", () => {
  const { log, lines } = open();
  log.info("a\nb\u001B[2J", { x: "\u202E\r" });
  expect(lines.map(brief)).toEqual(['info  a\\nb\\u001b[2J x="\\u202e\\r"']);
});

describe("G5: no secrets in the log", () => {
  test("what looks like credentials is masked unasked", () => {
    const { log, lines } = open();
    log.error("Cannot fetch https://bot:hunter2@host/a", {
      header: "Bearer hunter2",
      urls: ["https://hunter2@host"],
    });
    expect(lines.map(brief)).toEqual([
      'error Cannot fetch https://(credentials)@host/a header="Bearer (credentials)" urls=https://(credentials)@host',
    ]);
  });

  test("registered secrets in all their spellings", () => {
    const { log, lines } = open();
    log.maskSecrets(["  hunter/2\n", "hunter/2longer"]);
    log.info('hunter/2 hunter%2F2 aHVudGVyLzI= hunter/2longer {"a":"hunter/2"}');
    expect(lines.map(brief)).toEqual([
      'info  (secret) (secret) (secret) (secret) {"a":"(secret)"}',
    ]);
  });

  test("a value of three characters is no secret", () => {
    const { log, lines } = open();
    log.maskSecrets(["", "abc"]);
    log.info("abc");
    expect(lines.map(brief)).toEqual(["info  abc"]);
  });

  test("any secret, in any place, in both formats", () => {
    // With a mark that no line has of itself.
    const secret = fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => `Q~${text}~Q`);
    fc.assert(
      fc.property(secret, fc.constantFrom("json", "text"), (value, format) => {
        const { log, lines } = open({ format });
        log.maskSecrets([value]);
        log.info(`<${value}>`, { x: value, y: [value], z: JSON.stringify({ value }) });
        expect(lines.join("")).not.toContain("Q~");
      }),
      { numRuns: 300 },
    );
  });
});
