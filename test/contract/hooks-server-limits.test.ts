import { connect, type Socket } from "node:net";
import { beforeEach, describe, expect, test } from "vitest";
import { HOOK_SECRET, type HookBench, openHookBench } from "../support/hook-bench.ts";
import { githubHeaders, sendHook } from "../support/send-hook.ts";

const MIB = 1024 * 1024;

let bench: HookBench;
beforeEach(async () => {
  bench = await openHookBench();
});

describe("a request that is no hook", () => {
  test.each([
    ["GET", "/hooks/git", 405, "Only POST is answered here.\n", "wrong-method"],
    ["PUT", "/hooks/git?a=b", 405, "Only POST is answered here.\n", "wrong-method"],
    ["GET", "/", 404, "There is POST /hooks/git.\n", "wrong-path"],
    ["POST", "/hooks", 404, "There is POST /hooks/git.\n", "wrong-path"],
    ["POST", "/hooks/git/", 404, "There is POST /hooks/git.\n", "wrong-path"],
    ["POST", "//hooks/git", 404, "There is POST /hooks/git.\n", "wrong-path"],
  ])("%s %s -> %s", async (...[method, path, status, text, outcome]) => {
    const headers = githubHeaders(HOOK_SECRET, "");
    const answer = await sendHook(bench.port, { method, path, headers });
    expect([answer.status, answer.body, bench.outcomes]).toEqual([status, text, [outcome]]);
    expect(bench.rung).toEqual([]);
  });

  test.each(["text/plain", "application/jsonp", "multipart/form-data; boundary=x", ""])(
    "content type %j -> 415",
    async (type) => {
      const headers = { ...githubHeaders(HOOK_SECRET, "{}"), "content-type": type };
      const answer = await sendHook(bench.port, { body: "{}", headers });
      expect([answer.status, bench.rung]).toEqual([415, []]);
    },
  );

  test("a body of 1 MiB and one byte is refused before it is read", async () => {
    const body = Buffer.alloc(MIB + 1);
    const headers = githubHeaders(HOOK_SECRET, body);
    const answer = await sendHook(bench.port, { body, headers });
    expect([answer.status, answer.body]).toEqual([413, "A hook is at most 1 MiB.\n"]);
    expect([bench.rung, bench.outcomes]).toEqual([[], ["too-large"]]);
  });

  test("a body that never ends is answered after 1 MiB and cut", async () => {
    const { socket, heard } = await beginHook("Transfer-Encoding: chunked");
    const chunk = `10000\r\n${"x".repeat(0x1_00_00)}\r\n`;
    let sent = 0;
    while (!socket.destroyed && sent < 2048) {
      sent += 1;
      // oxlint-disable-next-line no-await-in-loop -- as fast as it is taken
      await new Promise<void>((resolve) => {
        if (socket.write(chunk)) setImmediate(resolve);
        else socket.once("drain", resolve).once("close", () => resolve());
      });
    }
    expect(socket.destroyed).toBe(true);
    expect(heard()).toMatch(/^HTTP\/1.1 413 /);
    expect([bench.rung, bench.outcomes]).toEqual([[], ["too-large"]]);
  });

  test("a body that comes slowly is cut", { timeout: 20_000 }, async () => {
    const { socket } = await beginHook("Content-Length: 1000");
    const began = Date.now();
    const trickle = setInterval(() => socket.write("x"), 200);
    await new Promise((resolve) => {
      socket.once("close", resolve);
    });
    clearInterval(trickle);
    expect(Date.now() - began).toBeLessThan(8_000);
    await expect.poll(() => bench.outcomes).toEqual(["cut"]);
    expect(bench.rung).toEqual([]);
  });
});

/** The head of a hook on a raw connection. */
async function beginHook(length: string): Promise<{ socket: Socket; heard: () => string }> {
  let text = "";
  const socket = connect(bench.port, "127.0.0.1");
  socket.on("data", (data) => {
    text += data.toString();
  });
  socket.on("error", () => undefined);
  await new Promise((resolve) => {
    socket.once("connect", resolve);
  });
  socket.write(
    `POST /hooks/git HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Gitlab-Token: x\r\n${length}\r\n\r\n`,
  );
  return { socket, heard: () => text };
}
