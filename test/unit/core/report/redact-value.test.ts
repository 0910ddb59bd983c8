import { describe, expect, test } from "vitest";
import type { Json } from "../../../../src/core/object/json.ts";
import { parseObjectId } from "../../../../src/core/object/object-id.ts";
import { describeDrift } from "../../../../src/core/report/describe-drift.ts";
import { maskCredentials } from "../../../../src/core/report/mask-credentials.ts";
import { redactValue } from "../../../../src/core/report/redact-value.ts";

function redact(id: string, path: string, value: Json | undefined): string {
  const known = parseObjectId(id);
  return JSON.stringify(known && redactValue({ id: known, path }, value));
}

describe("a value of a Secret", () => {
  const body: Json = {
    apiVersion: "v1",
    kind: "Secret",
    type: "Opaque",
    metadata: {
      name: "db",
      labels: { app: "db" },
      annotations: {
        "kubectl.kubernetes.io/last-applied-configuration": "hunter2",
        note: "hunter2",
      },
    },
    data: { password: "hunter2" },
    stringData: { password: "hunter2" },
    other: "hunter2",
  };

  test.each<[string, Json | undefined, string]>([
    ["/data/password", "hunter2", '"(secret)"'],
    ["/data", { a: "hunter2" }, '"(secret)"'],
    ["/data", [], '"(secret)"'],
    ["/stringData/a~1b", "hunter2", '"(secret)"'],
    ["/data/password", undefined, "null"],
    [
      "/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration",
      "hunter2",
      '"(secret)"',
    ],
    ["/metadata/annotations", { a: "hunter2" }, '"(secret)"'],
    ["/metadata/labels/app", "db", '"db"'],
    ["/type", "Opaque", '"Opaque"'],
    ["/somethingNew", "hunter2", '"(secret)"'],
    ["", "hunter2", '"(secret)"'],
    [
      "",
      body,
      '{"apiVersion":"v1","data":"(secret)","kind":"Secret","metadata":{"annotations":"(secret)","labels":{"app":"db"},"name":"db"},"other":"(secret)","stringData":"(secret)","type":"Opaque"}',
    ],
  ])("at %s", (path, value, expected) => {
    expect(redact("Secret/shop/db", path, value)).toBe(expected);
  });

  test("only Kubernetes' own kind is one", () => {
    expect(redact("Secret.example.org/shop/db", "/data/x", "plain")).toBe('"plain"');
  });
});

describe("any other value", () => {
  test.each<[string, Json | undefined, string]>([
    ["keys are sorted", { b: 1, a: [true, null] }, '{"a":[true,null],"b":1}'],
    [
      "credentials of a URL inside",
      { a: ["https://u:p@host/x"] },
      '{"a":["https://(credentials)@host/x"]}',
    ],
    ["credentials in a key", { "https://u:p@host": 1 }, '{"https://(credentials)@host":1}'],
    ["1 KiB is whole", "x".repeat(1024), `"${"x".repeat(1024)}"`],
    ["more is cut, and says so", "x".repeat(1025), `"${"x".repeat(1003)}… (cut, 1025 bytes)"`],
    ["never inside a character", "é".repeat(600), `"${"é".repeat(501)}… (cut, 1200 bytes)"`],
    [
      "a large object becomes text",
      { a: "x".repeat(2000) },
      `"{\\"a\\":\\"${"x".repeat(997)}… (cut, 2008 bytes)"`,
    ],
    ["nothing", undefined, "null"],
  ])("%s", (_title, value, expected) => {
    expect(redact("ConfigMap/shop/a", "/data/x", value)).toBe(expected);
  });

  test("an object deeper than the stack", () => {
    let deep: Json = [];
    for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
    expect(redact("ConfigMap/shop/a", "/data/x", deep)).toContain("(too deep to show)");
  });
});

describe("credentials in a text", () => {
  test.each([
    [
      "fatal: https://bot:s3cr@t@git.example/a.git: no",
      "fatal: https://(credentials)@git.example/a.git: no",
    ],
    ["https://token@host", "https://(credentials)@host"],
    ["Authorization: Bearer abc.def", "Authorization: (credentials)"],
    ["authorization=token abcdef", "authorization=(credentials)"],
    ['{"Authorization":"Basic Ym90OnB3"}', '{"Authorization":"(credentials)"}'],
    ["PRIVATE-TOKEN: abc", "PRIVATE-TOKEN: (credentials)"],
    ["sent bearer abc", "sent bearer (credentials)"],
    ["Basic Ym90OnBhc3M=", "Basic (credentials)"],
    ["/x?access_token=abc&y=1", "/x?access_token=(credentials)&y=1"],
    ["ghp_0123456789abcdefABCDEF", "(credentials)"],
    ["eyJhbGciOiJI.eyJzdWIiOiIx.c2ln", "(credentials)"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "(credentials)"],
    ["-----BEGIN PRIVATE KEY-----\nMIIE", "(credentials)"],
    ["https://git.example/a@b", "https://git.example/a@b"],
    ["registry.example/a@sha256:0123", "registry.example/a@sha256:0123"],
    ["basic understanding", "basic understanding"],
    ["a: b", "a: b"],
  ])("%s", (text, expected) => {
    expect(maskCredentials(text)).toBe(expected);
  });

  test("a long hostile text takes no time", () => {
    const text =
      "http://".repeat(20_000) + "Authorization: ".repeat(20_000) + "basic ".repeat(20_000);
    const before = performance.now();
    maskCredentials(text);
    expect(performance.now() - before).toBeLessThan(1000);
  });
});

test("credentials in a path are masked, however a pointer writes the URL", () => {
  const id = { group: "", kind: "ConfigMap", namespace: "shop", name: "a" };
  const drift = {
    id,
    class: "added",
    path: "/data/https:~1~1u:p@host~1a~0b",
    desired: undefined,
    live: "x",
    manager: "m",
    operation: "Update",
    at: "",
    attribution: "recorded",
    sharedWith: [],
  } as const;
  const { path } = describeDrift(drift, { action: "reverted" });
  expect(path).toBe("/data/https:~1~1(credentials)@host~1a~0b");
});

test("a drift is described with what may be shown", () => {
  const id = { group: "", kind: "Secret", namespace: "shop", name: "db" };
  const status = describeDrift(
    {
      id,
      class: "added",
      path: '/metadata/finalizers/[="https://u:p@host"]',
      desired: undefined,
      live: "x",
      manager: "m".repeat(5000),
      operation: "Update",
      at: "2026-01-01T00:00:00Z",
      attribution: "recorded",
      sharedWith: [],
    },
    { action: "reverted" },
  );
  expect([
    status.id,
    status.path,
    status.desired,
    status.live,
    status.manager.length,
    status.action,
  ]).toEqual([
    "Secret/shop/db",
    '/metadata/finalizers/[="https://(credentials)@host"]',
    null,
    "x",
    1024,
    "reverted",
  ]);
});
