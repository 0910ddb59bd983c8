import { describe, expect, test } from "vitest";
import { checkExternalHost } from "../../../../src/core/config/check-external-host.ts";

describe("O12: entries of external.allow", () => {
  test.each([
    ["es.example", { host: "es.example", port: undefined }],
    ["ES.Example:9200", { host: "es.example", port: 9200 }],
    ["localhost:1", { host: "localhost", port: 1 }],
    ["10.0.0.5", { host: "10.0.0.5", port: undefined }],
    ["127.0.0.1:65535", { host: "127.0.0.1", port: 65_535 }],
    ["[fd00::5]:9200", { host: "fd00::5", port: 9200 }],
    ["[FD00::5]", { host: "fd00::5", port: undefined }],
    ["4chan.example", { host: "4chan.example", port: undefined }],
  ])("%s", (text, value) => {
    expect(checkExternalHost(text)).toEqual({ ok: true, value });
  });

  test.each([
    "",
    "https://es.example",
    "es.example/",
    "user@es.example",
    "*.example",
    "es..example",
    "es.example:0",
    "es.example:65536",
    "es.example:",
    "2130706433",
    "0x7f000001",
    "127.1",
    "256.1.1.1",
    "1.2.3.4.5",
    "fd00::5",
    "[fd00",
    "[5]",
    " es.example",
  ])("%s is none", (text) => {
    expect(checkExternalHost(text)).toMatchObject({ ok: false, what: "is no host" });
  });
});
