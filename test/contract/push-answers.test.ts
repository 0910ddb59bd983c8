import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeServedWorld, type ServedWorld } from "../support/git-world.ts";
import { change, hurriedClock } from "../support/ledger-branch.ts";

const REF = "refs/heads/lockstep/demo/shop";

/** A line of the protocol. */
function line(text: string | Buffer): Buffer {
  const data = Buffer.from(text);
  return Buffer.concat([Buffer.from((data.length + 4).toString(16).padStart(4, "0")), data]);
}

function band(number: number, data: string | Buffer): Buffer {
  return line(Buffer.concat([Buffer.from([number]), Buffer.from(data)]));
}

function report(...lines: readonly string[]): Buffer {
  return Buffer.concat([...lines.map((each) => line(`${each}\n`)), Buffer.from("0000")]);
}

const END = Buffer.from("0000");

describe("What a server answers to a push", { timeout: 60_000 }, () => {
  let world: ServedWorld;
  beforeAll(async () => {
    world = await makeServedWorld({ token: "t0ken-of-a-push" });
  });
  afterAll(async () => {
    await world.close();
  });

  async function push(answer: { get?: Buffer; post?: Buffer }): Promise<unknown> {
    const { url } = await world.makeRepository();
    const ledger = world.openLedger(url, { clock: hurriedClock, token: "t0ken-of-a-push" });
    world.server.intercept = (request, response) => {
      if (request.url?.includes("git-receive-pack") !== true) return false;
      const body = request.method === "POST" ? answer.post : answer.get;
      return body === undefined ? false : end(response, body);
    };
    try {
      return await ledger.commit(change("1")).catch((error: unknown) => error);
    } finally {
      world.server.intercept = () => false;
    }
  }

  test.each<[string, Buffer, string]>([
    ["a rule of the server", report("unpack ok", `ng ${REF} protected branch`), "protected branch"],
    ["a pack that it does not take", report("unpack index-pack failed"), "index-pack failed"],
    ["nothing about our branch", report("unpack ok"), "refuses a push"],
  ])("%s: push-refused with its words", async (_, answer, words) => {
    const bands = Buffer.concat([band(1, answer), END]);
    expect(await push({ post: bands })).toMatchObject({
      code: "push-refused",
      message: expect.stringContaining(words) as unknown,
    });
  });

  test("what its hooks say is told, without the token", async () => {
    const post = Buffer.concat([
      band(2, "GH006: ask t0ken-of-a-push "),
      band(2, "for help\n"),
      band(1, report("unpack ok", `ng ${REF} pre-receive hook declined`)),
      END,
    ]);
    const refusal = await push({ post });
    expect(refusal).toMatchObject({
      message: expect.stringContaining("hook declined GH006: ask") as unknown,
    });
    expect(String(refusal)).not.toContain("t0ken-of-a-push");
  });

  test("a fatal error in its own band", async () => {
    const post = Buffer.concat([band(3, "out of disk"), END]);
    expect(await push({ post })).toMatchObject({
      code: "push-refused",
      message: expect.stringContaining("out of disk") as unknown,
    });
  });

  test.each<[string, { get?: Buffer; post?: Buffer }]>([
    ["a page in place of the refs", { get: Buffer.from("<html>sign in</html>") }],
    ["an empty answer in place of the refs", { get: Buffer.alloc(0) }],
    ["a page in place of the report", { post: Buffer.from("<html>sign in</html>") }],
    ["a report that is cut off", { post: Buffer.from("00ff\u0001000eunp") }],
  ])("%s: unreachable", async (_, answer) => {
    expect(await push(answer)).toMatchObject({ code: "unreachable" });
  });
});

function end(response: ServerResponse, body: Buffer): true {
  response.writeHead(200, { "content-type": "application/octet-stream" }).end(body);
  return true;
}
