import { afterEach, describe, expect, test } from "vitest";
import type { PageDocument } from "../../src/core/report/page-document.ts";
import type { HubPace } from "../../src/web/event-hub.ts";
import { startPageServer } from "../../src/web/page-server.ts";
import { ask } from "../support/ask.ts";
import { type EventStream, openEventStream } from "../support/event-stream.ts";
import { type FakeView, fakeView } from "../support/fake-view.ts";
import { pageOf, pageStack } from "../support/page-builder.ts";
import { NOW_MS, objectStatus, stackStatus } from "../support/status-builder.ts";

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map(async (close) => close()));
});

interface Served extends FakeView {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

async function serve(pace: Partial<HubPace> = {}): Promise<Served> {
  const fake = fakeView(shop("a"));
  const server = await startPageServer(
    { host: "127.0.0.1", port: 0 },
    {
      view: fake.view,
      assets: new Map(),
      now: () => NOW_MS,
      pace: { coalesceMs: 10, beatMs: 60_000, ...pace },
    },
  );
  closing.push(async () => server.close());
  return { ...fake, port: server.port, stop: async () => server.close() };
}

async function listen(port: number, path = "/events", headers = {}): Promise<EventStream> {
  const stream = await openEventStream(port, path, headers);
  closing.push(() => {
    stream.close();
  });
  return stream;
}

function shop(...names: readonly string[]): PageDocument {
  const objects = names.map((name) => objectStatus(`ConfigMap/shop/${name}`));
  return pageOf(pageStack(stackStatus({ objects })));
}

/** What came so far: the kind of each event, and whether a frame is whole. */
function brief({ events }: EventStream): readonly string[] {
  return events.map(({ event, data }) => {
    if (event !== "frame") return event;
    return data.includes('"kept"') ? "shrunk frame" : "whole frame";
  });
}

/** What came, once as much came. */
async function came(stream: EventStream, count: number): Promise<readonly string[]> {
  await expect.poll(() => stream.events.length).toBeGreaterThanOrEqual(count);
  return brief(stream);
}

describe("/events", () => {
  test("begins with the whole page, as a stream that nothing may keep or guess at", async () => {
    const { port } = await serve();
    const stream = await listen(port);
    expect(await came(stream, 1)).toEqual(["whole frame"]);
    expect([
      stream.status,
      stream.headers["content-type"],
      stream.headers["cache-control"],
      stream.headers["x-content-type-options"],
    ]).toEqual([200, "text/event-stream; charset=utf-8", "no-store", "nosniff"]);
    expect(stream.headers["access-control-allow-origin"]).toBeUndefined();
    expect(stream.events[0]?.data).toContain("ConfigMap/shop/a");
  });

  test("a change is sent to everybody, a burst of them once, and nothing when the page is as it was", async () => {
    const { port, show } = await serve();
    const streams = [await listen(port), await listen(port)];
    await Promise.all(streams.map(async (stream) => came(stream, 1)));
    show(shop("a"));
    for (const name of ["b", "c", "d"]) show(shop("a", name));
    await Promise.all(streams.map(async (stream) => came(stream, 2)));
    expect(streams.map(brief)).toEqual(streams.map(() => ["whole frame", "shrunk frame"]));
    expect(streams.map(({ events }) => events[1]?.data.includes("ConfigMap/shop/d"))).toEqual([
      true,
      true,
    ]);
    expect(streams.map(({ events }) => events[1]?.data.includes("ConfigMap/shop/a"))).toEqual([
      false,
      false,
    ]);
  });

  test.each([
    [
      "the page that was just loaded",
      async (id: string, port: number) => listen(port, `/events?frame=${id}`),
    ],
    [
      "who lost the connection",
      async (id: string, port: number) => listen(port, "/events", { "last-event-id": id }),
    ],
  ])("%s gets a sign of life, and then only what changes", async (_, open) => {
    const { port, show } = await serve();
    const html = await ask(port, "/");
    const id = /data-frame="([^"]+)"/.exec(html.body)?.[1] ?? "";
    const stream = await open(id, port);
    expect(await came(stream, 1)).toEqual(["beat"]);
    show(shop("a", "b"));
    expect(await came(stream, 2)).toEqual(["beat", "shrunk frame"]);
  });

  test.each([["older%20frame"], ["1-1"], [""], ["%00"]])(
    "who has %s gets the whole page",
    async (id) => {
      const { port, show } = await serve();
      show(shop("a", "b"));
      expect(await came(await listen(port, `/events?frame=${id}`), 1)).toEqual(["whole frame"]);
    },
  );

  test("signs of life come at the pace", async () => {
    const { port } = await serve({ beatMs: 20 });
    const stream = await listen(port);
    await expect.poll(() => brief(stream).slice(0, 3)).toEqual(["whole frame", "beat", "beat"]);
    expect(stream.events[1]?.data).toBe(`{"nowMs":${NOW_MS}}`);
  });

  test("one reader too many is told so, and gets in once another has gone", async () => {
    const { port } = await serve({ readersMax: 2 });
    const streams = [await listen(port), await listen(port)];
    const refused = await ask(port, "/events");
    expect([refused.status, refused.headers["retry-after"], refused.body]).toEqual([
      503,
      "10",
      "Too many have this page open; close one of them.\n",
    ]);
    expect((await ask(port, "/")).status).toBe(200);
    streams[0]?.close();
    await expect.poll(async () => (await listen(port)).status).toBe(200);
  });

  test("a stream ends when its time is over, so that nobody is kept for ever", async () => {
    const { port } = await serve({ beatMs: 20, lifeMs: 0 });
    const stream = await listen(port);
    await expect.poll(() => stream.isEnded()).toBe(true);
  });

  test("HEAD gets the head alone and is no reader", async () => {
    const { port } = await serve({ readersMax: 1 });
    const head = await ask(port, "/events", { method: "HEAD" });
    expect([head.status, head.body]).toEqual([200, ""]);
    expect((await listen(port)).status).toBe(200);
  });

  test("an end of the server ends the streams at once, and stops watching", async () => {
    const { port, stop, watchers } = await serve();
    const stream = await listen(port);
    expect(await came(stream, 1)).toEqual(["whole frame"]);
    const startedAtMs = Date.now();
    await stop();
    expect(Date.now() - startedAtMs).toBeLessThan(900);
    await expect.poll(() => stream.isEnded()).toBe(true);
    expect(watchers()).toBe(0);
  });

  test("a browser that was led here under another name gets nothing", async () => {
    const { port } = await serve();
    const stream = await listen(port, "/events", { host: "evil.example" });
    expect([stream.status, stream.headers["content-type"]]).toEqual([
      421,
      "text/plain; charset=utf-8",
    ]);
  });
});
