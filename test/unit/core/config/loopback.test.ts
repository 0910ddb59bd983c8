import { expect, test } from "vitest";
import { locateRepository } from "../../../../src/adapters/git/locate-repository.ts";
import { checkSourceUrl } from "../../../../src/core/config/check-source-url.ts";
import { CHECK_TEXT } from "../../../../src/core/config/check-text.ts";
import { isLoopback, LOOPBACK_HOSTS } from "../../../../src/core/config/loopback.ts";
import { makeCertificate } from "../../../../src/embedded/api/make-certificate.ts";
import { startApiServer } from "../../../../src/embedded/api/start-api-server.ts";
import { isAllowedHost } from "../../../../src/web/is-allowed-host.ts";
import { openWorld } from "../../embedded/requests/open-world.ts";

const OTHERS = [
  "192.168.0.1",
  "127.0.0.1.example",
  "localhost.example",
  "[::2]",
  "127.1",
  "0.0.0.0",
];

test.each([
  ...LOOPBACK_HOSTS.map((host) => [host.includes(":") ? `[${host}]` : host, true] as const),
  ...["LocalHost", "127.9.8.7"].map((host) => [host, true] as const),
  ...OTHERS.map((host) => [host, false] as const),
])("whoever asks gets the same answer about %s: %s", (host, is) => {
  const url = `http://${host}:3000/team/stack`;
  expect({
    list: isLoopback(host),
    config: checkSourceUrl(url).ok,
    page: isAllowedHost(`${host}:1`, { host: "10.0.0.1", port: 80 }),
  }).toEqual({ list: is, config: is, page: is });
});

test("a repository behind plain http is taken there and nowhere else", () => {
  const urls = ["127.0.0.1", "[::1]", "localhost", "127.9.8.7"].map(
    (host) => `http://${host}:3000/a`,
  );
  expect(urls.map((url) => locateRepository(url, "/").kind)).toEqual(urls.map(() => "remote"));
  expect(() => locateRepository("http://192.168.0.1/a", "/")).toThrow("plain http");
});

test("the configuration takes for the embedded cluster exactly the hosts that it listens on", async () => {
  expect(LOOPBACK_HOSTS.map((host) => CHECK_TEXT.loopbackListen(hostPort(host)).ok)).toEqual(
    LOOPBACK_HOSTS.map(() => true),
  );
  const host = "127.0.0.2";
  expect(CHECK_TEXT.loopbackListen(hostPort(host)).ok).toBe(false);
  const started = startApiServer({
    world: openWorld(),
    listen: { host, port: 0 },
    token: "t",
    certificate: makeCertificate(Date.parse("2026-01-01T00:00:00Z")),
    onDefect: () => undefined,
  });
  await expect(started).rejects.toThrow(`${host} is none of ${LOOPBACK_HOSTS.join(", ")};`);
});

function hostPort(host: string): string {
  return host.includes(":") ? `[${host}]:0` : `${host}:0`;
}
