import { describe, expect, test } from "vitest";
import {
  isAllowedHost,
  isForbiddenAddress,
  isOneOf,
} from "../../../../src/adapters/external/check-address.ts";
import { checkExternalHost } from "../../../../src/core/config/check-external-host.ts";

describe("O12: addresses to which no name may lead", () => {
  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.0.1",
    "169.254.169.254",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:169.254.169.254",
    "::FFFF:0.0.0.0",
    "64:ff9b::7f00:1",
    "64:ff9b::169.254.169.254",
    "64:ff9b::0.0.0.1",
    "64:ff9b::255.255.255.255",
    "2002::1",
    "2002:7f00:1::1",
    "2002:a9fe:a9fe::1",
    "2002:e000:1::",
    "2002:ffff:ffff::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "febf:ffff::1",
    "ff02::1",
  ])("%s", (address) => {
    expect(isForbiddenAddress(address)).toBe(true);
  });

  test.each([
    "1.1.1.1",
    "10.0.0.5",
    "126.255.255.255",
    "128.0.0.1",
    "169.253.255.255",
    "169.255.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "223.255.255.255",
    "::ffff:10.0.0.5",
    "2001:db8::1",
    "2002:a00:5::1",
    "2002:a9ff:1::1",
    "2002:7e00::1",
    "2002:dfff::1",
    "64:ff9b::10.0.0.5",
    "64:ff9b::1.1.1.1",
    "fd00::5",
    "fec0::1",
  ])("%s is none of them", (address) => {
    expect(isForbiddenAddress(address)).toBe(false);
  });

  test("the API server is known in every spelling of its address", () => {
    const server = ["10.96.0.1", "fd00::1"];
    const asked = ["10.96.0.1", "::ffff:10.96.0.1", "::ffff:a60:1", "fd00:0:0::1", "10.96.0.2"];
    expect(asked.map((address) => isOneOf(address, server))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("O12: hosts that may be asked", () => {
  test.each([
    ["https://es.example:9200/", "es.example", true],
    ["https://ES.Example.:9200/", "es.example", true],
    ["https://es.example:9200/", "ES.Example:9200", true],
    ["https://es.example/", "es.example:443", true],
    ["https://es.example:9201/", "es.example:9200", false],
    ["https://es.example/", "es.example:9200", false],
    ["https://not-es.example/", "es.example", false],
    ["https://es.example.evil.example/", "es.example", false],
    ["https://a.es.example/", "es.example", false],
    ["https://127.0.0.1:9200/", "127.0.0.1:9200", true],
    ["https://2130706433:9200/", "127.0.0.1:9200", true],
    ["https://0x7f.1:9200/", "10.0.0.5", false],
    ["https://0177.0.0.1/", "es.example", false],
    ["https://[::1]:9200/", "[::1]:9200", true],
    ["https://[0:0::1]:9200/", "[::1]", true],
    ["https://[::ffff:127.0.0.1]/", "127.0.0.1", false],
    ["https://[::ffff:127.0.0.1]/", "[::ffff:127.0.0.1]", true],
    ["https://localhost/", "127.0.0.1", false],
  ])("%s with %s listed: %s", (url, written, expected) => {
    const checked = checkExternalHost(written);
    expect(checked.ok && isAllowedHost(new URL(url), [checked.value])).toBe(expected);
  });

  test("nothing listed, nobody asked", () => {
    expect(isAllowedHost(new URL("https://es.example/"), [])).toBe(false);
  });
});
