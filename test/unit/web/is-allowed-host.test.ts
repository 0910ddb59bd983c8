import { expect, test } from "vitest";
import { isAllowedHost } from "../../../src/web/is-allowed-host.ts";

test.each([
  ["10.0.0.7:8080", "0.0.0.0", true],
  ["[fd00::1]:8080", "::", true],
  ["evil.example", "0.0.0.0", false],
  ["10.0.0.7", "10.0.0.8", false],
  ["10.0.0.8", "10.0.0.8", true],
  ["lockstep.example", "Lockstep.example", true],
  ["[fd00::1]", "fd00::1", true],
])("Host %s at a server that listens on %s: %s", (header, host, isAllowed) => {
  expect(isAllowedHost(header, { host, port: 8080 })).toBe(isAllowed);
});
