import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { FollowedSelection } from "../../src/adapters/kubernetes/follow-selection.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import type { LogPort } from "../../src/ports/log-port.ts";
import { CONFIG_MAPS, namesIn } from "../support/config-maps.ts";
import { eventually } from "../support/eventually.ts";
import { type ScriptedApi, sendJson, startScriptedApi } from "../support/scripted-api.ts";
import { SILENT_LOG } from "../support/system-ports.ts";

const KIND = {
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  isNamespaced: true,
  mayHoldMembers: true,
  hasStatusSubresource: false,
};

/** Like the real ones, but a thousand times as fast or so. */
const TIMES = {
  watchSeconds: 290,
  idleMs: 1_500,
  shortWatchMs: 50,
  backOffMs: 5,
  backOffMsMax: 40,
  notServedMsMax: 20,
};

describe("FollowedSelection", () => {
  test("a server that closes each watch at once is not asked in a tight loop", async () => {
    const api = await startScriptedApi(
      serve({ list: () => [configMap("a", "1")], watch: (response) => response.end() }),
    );
    const following = follow(api, { times: { ...TIMES, backOffMs: 50, backOffMsMax: 10_000 } });
    await eventually("four watches", () => watchesOf(api).length >= 4);
    const startedAtMs = Date.now();
    await eventually("a fifth", () => watchesOf(api).length >= 5);
    // 50 → 100 → 200 → 400 ms, half of which is chance.
    expect(Date.now() - startedAtMs).toBeGreaterThan(150);
    expect([following.state().kind, listsOf(api)]).toEqual(["synced", 1]);
  });

  test("a watch that ends cleanly resumes where it was, without a list", async () => {
    let watches = 0;
    const api = await startScriptedApi(
      serve({
        list: () => [configMap("a", "1")],
        watch: (response) => {
          watches += 1;
          if (watches > 1) return;
          response.write(event("ADDED", configMap("b", "12")));
          response.write(
            event("BOOKMARK", { kind: "ConfigMap", metadata: { resourceVersion: "40" } }),
          );
          setTimeout(() => response.end(), TIMES.shortWatchMs * 2);
        },
      }),
    );
    const following = follow(api);
    await eventually("the second watch", () => watches === 2);
    expect(watchesOf(api).map((url) => url.searchParams.get("resourceVersion"))).toEqual([
      "10",
      "40",
    ]);
    expect([namesIn(following).join(), following.state().resourceVersion, listsOf(api)]).toEqual([
      "a,b",
      "40",
      1,
    ]);
  });

  test.each([
    { how: "in the stream", status: 200 },
    { how: "as the answer", status: 410 },
  ])("410 $how lists anew and drops what went meanwhile", async ({ status }) => {
    let lists = 0;
    const expired = { kind: "Status", code: 410, message: "too old resource version" };
    const api = await startScriptedApi(
      serve({
        list: () => {
          lists += 1;
          return lists === 1 ? [configMap("a", "1"), configMap("b", "2")] : [configMap("b", "2")];
        },
        watch: (response) => {
          if (lists > 1) return;
          if (status === 410) sendJson(response, { status, body: expired });
          else response.end(event("ERROR", expired));
        },
      }),
    );
    const following = follow(api);
    await eventually("only b is left", () => namesIn(following).join() === "b");
    expect([lists, following.state().kind]).toEqual([2, "synced"]);
  });

  test("the end of an earlier object of that name does not remove the present one", async () => {
    const api = await startScriptedApi(
      serve({
        list: () => [configMap("a", "1")],
        watch: (response) => {
          response.write(event("ADDED", configMap("a", "2", "new")));
          response.write(event("DELETED", configMap("a", "3", "old")));
          response.write(event("ADDED", configMap("b", "4")));
        },
      }),
    );
    const following = follow(api);
    await eventually("all events came", () => namesIn(following).includes("b"));
    expect(namesIn(following)).toEqual(["a", "b"]);
  });

  test("an event that comes in pieces, cut inside of a character, is one event", async () => {
    const text = Buffer.from(event("ADDED", configMap("ü", "2")));
    const cut = text.indexOf(Buffer.from("ü")) + 1;
    const api = await startScriptedApi(
      serve({
        list: () => [],
        watch: (response) => {
          response.write(text.subarray(0, cut));
          setTimeout(() => response.write(text.subarray(cut)), 30);
        },
      }),
    );
    const following = follow(api);
    await eventually("it came", () => namesIn(following).length > 0);
    expect(namesIn(following)).toEqual(["ü"]);
  });

  test("a connection on which nothing comes is given up, and the next one is used", async () => {
    let watches = 0;
    const api = await startScriptedApi(
      serve({
        list: () => [],
        watch: (response) => {
          watches += 1;
          if (watches === 2) response.write(event("ADDED", configMap("late", "12")));
          else response.flushHeaders();
        },
      }),
    );
    const following = follow(api);
    await eventually("the second watch", () => namesIn(following).join() === "late");
    expect(following.state().kind).toBe("synced");
  });

  test("a server error keeps the last known objects and says why; then all is well again", async () => {
    let isBroken = false;
    const sound = serve({
      list: () => [configMap("a", "1")],
      watch: (response) => {
        response.flushHeaders();
        setTimeout(() => response.destroy(), 20);
      },
    });
    const broken = { status: 500, body: { message: "etcd is gone" } };
    const api = await startScriptedApi((request, response) => {
      if (isBroken) sendJson(response, broken);
      else sound(request, response);
    });
    const following = follow(api);
    await eventually("synced", () => following.state().kind === "synced");
    isBroken = true;
    await eventually("unreadable", () => following.state().kind === "unreadable");
    expect([namesIn(following).join(), following.state().reason]).toEqual([
      "a",
      "list of ConfigMap (v1) in namespace shop: etcd is gone",
    ]);
    isBroken = false;
    await eventually("synced again", () => following.state().kind === "synced");
  });

  test("a handler that throws is reported, and following goes on", async () => {
    const errors: string[] = [];
    const log: LogPort = { ...SILENT_LOG, error: (message) => errors.push(message) };
    const api = await startScriptedApi(
      serve({
        list: () => [],
        watch: (response) => response.write(event("ADDED", configMap("a", "2"))),
      }),
    );
    const following = follow(api, {
      log,
      onChange: () => {
        throw new Error("handler");
      },
    });
    await eventually("a came", () => namesIn(following).join() === "a");
    expect(new Set(errors)).toEqual(
      new Set(["a handler of cluster changes threw; following goes on"]),
    );
  });

  test("a state that was handed out does not change under the reader's hands", async () => {
    const api = await startScriptedApi(
      serve({
        list: () => [configMap("a", "1")],
        watch: (response) =>
          setTimeout(() => response.write(event("ADDED", configMap("b", "2"))), 100),
      }),
    );
    const following = follow(api);
    await eventually("synced", () => following.state().kind === "synced");
    const before = following.state();
    await eventually("b came", () => namesIn(following).join() === "a,b");
    expect(before.objects.size).toBe(1);
    expect(following.state().version).toBeGreaterThan(before.version);
  });
});

interface Script {
  readonly list: () => readonly JsonObject[];
  readonly watch: (response: ServerResponse) => void;
}

function serve(script: Script): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    if (request.url?.includes("watch=true") === true) {
      script.watch(response);
      return;
    }
    const metadata = { resourceVersion: "10" };
    sendJson(response, { body: { kind: "ConfigMapList", metadata, items: script.list() } });
  };
}

function follow(
  api: ScriptedApi,
  options: {
    readonly times?: typeof TIMES;
    readonly log?: LogPort;
    readonly onChange?: () => void;
  } = {},
): FollowedSelection {
  const following = new FollowedSelection({
    client: api.client,
    selection: { ...CONFIG_MAPS, namespace: "shop" },
    findKind: async () => KIND,
    onChange: options.onChange ?? (() => {}),
    log: options.log ?? SILENT_LOG,
    times: options.times ?? TIMES,
  });
  onTestFinished(() => following.stop());
  return following;
}

function configMap(name: string, resourceVersion: string, uid = `uid-${name}`): JsonObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace: "shop", uid, resourceVersion },
  };
}

function event(type: string, object: JsonObject): string {
  return `${JSON.stringify({ type, object })}\n`;
}

function watchesOf(api: ScriptedApi): readonly URL[] {
  return api.requests
    .filter((request) => request.includes("watch=true"))
    .map((request) => new URL(request.replace("GET ", ""), api.url));
}

function listsOf(api: ScriptedApi): number {
  return api.requests.filter((request) => !request.includes("watch=true")).length;
}
