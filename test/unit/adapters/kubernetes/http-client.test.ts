import { describe, expect, test } from "vitest";
import { ClusterError } from "../../../../src/core/cluster-error.ts";
import { sendJson, startScriptedApi } from "../../../support/scripted-api.ts";

const GET = { method: "GET", path: "/api" } as const;
const WRITE = { method: "PATCH", path: "/api/v1/namespaces/a", body: {} } as const;

describe("HttpClient", () => {
  test("a refused token is dropped, and the request is sent once more with a fresh one", async () => {
    const seen: (string | undefined)[] = [];
    const api = await startScriptedApi((request, response) => {
      seen.push(request.headers.authorization);
      const isFresh = request.headers.authorization === "Bearer token-2";
      sendJson(response, { status: isFresh ? 200 : 401, body: {} });
    });
    expect((await api.client.send(GET)).status).toBe(200);
    expect(seen).toEqual(["Bearer token-1", "Bearer token-2"]);
  });

  test("a token that stays refused is an answer, not a loop", async () => {
    const api = await startScriptedApi((_, response) =>
      sendJson(response, { status: 401, body: {} }),
    );
    expect((await api.client.send(GET)).status).toBe(401);
    expect([api.requests.length, api.loads()]).toEqual([2, 2]);
  });

  test("requests at the same time share one load of the credentials", async () => {
    const api = await startScriptedApi((_, response) => sendJson(response, { body: {} }));
    await Promise.all(Array.from({ length: 20 }, async () => api.client.send(GET)));
    expect(api.loads()).toBe(1);
  });

  test.each([
    { server: "is busy and says when to come again", status: 429, retryAfter: "0", requests: 3 },
    {
      server: "is overloaded and says when to come again",
      status: 503,
      retryAfter: "0",
      requests: 3,
    },
    { server: "is overloaded and says nothing", status: 503, retryAfter: undefined, requests: 1 },
    {
      server: "asks for more patience than a pass has",
      status: 429,
      retryAfter: "60",
      requests: 1,
    },
  ])(
    "a server that $server gets $requests request(s)",
    async ({ status, retryAfter, requests }) => {
      const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
      const api = await startScriptedApi((_, response) => {
        sendJson(response, { status, body: {}, headers });
      });
      const answer = await api.client.send(WRITE);
      expect([answer.status, answer.retryAfterMs, api.requests.length]).toEqual([
        status,
        retryAfter === undefined ? undefined : Number(retryAfter) * 1_000,
        requests,
      ]);
    },
  );

  test("a read on a connection that the server had just closed is sent again, a write is not", async () => {
    const api = await startScriptedApi((request, response) => {
      if (request.method === "GET" && api.requests.length > 1) sendJson(response, { body: {} });
      else request.socket.destroy();
    });
    expect((await api.client.send(GET)).status).toBe(200);
    await expect(api.client.send(WRITE)).rejects.toThrow(ClusterError);
    expect(api.requests).toEqual(["GET /api", "GET /api", "PATCH /api/v1/namespaces/a"]);
  });

  test("an answer that is no JSON keeps its text as the message", async () => {
    const api = await startScriptedApi((_, response) => {
      response.writeHead(502);
      response.end("<html>bad gateway</html>\n");
    });
    const { status, body } = await api.client.send(GET);
    expect([status, body]).toEqual([502, { message: "<html>bad gateway</html>" }]);
  });

  test("reads, writes, dry runs and watches are counted apart", async () => {
    const api = await startScriptedApi((_, response) => sendJson(response, { body: {} }));
    await api.client.send(GET);
    await api.client.send(WRITE);
    await api.client.send({ ...WRITE, path: `${WRITE.path}?dryRun=All` });
    const { signal } = new AbortController();
    await api.client.open({ path: "/api/v1/pods?watch=true", idleMs: 1_000, signal });
    expect(api.client.counts()).toEqual({ reads: 2, writes: 1, watches: 1 });
  });

  test("after close every request is refused", async () => {
    const api = await startScriptedApi((_, response) => sendJson(response, { body: {} }));
    await api.client.close();
    await expect(api.client.send(GET)).rejects.toThrow("the cluster connection is closed");
  });
});
