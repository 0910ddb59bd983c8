import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { CredentialCache } from "../../../../src/adapters/kubernetes/credential-cache.ts";
import {
  type Credentials,
  loadCredentials,
} from "../../../../src/adapters/kubernetes/load-credentials.ts";
import { ClusterError } from "../../../../src/core/cluster-error.ts";

const CLUSTER = `
clusters:
  - name: c
    cluster: { server: "https://api.example:6443/base/", insecure-skip-tls-verify: true, tls-server-name: other, proxy-url: "http://proxy:3128" }
contexts:
  - { name: x, context: { cluster: c, user: u } }
current-context: x
`;

describe("loadCredentials", () => {
  test.each([
    { user: "token: secret", headers: { authorization: "Bearer secret" } },
    { user: "tokenFile: token", headers: { authorization: "Bearer from-file" } },
    { user: "{ token: wins, tokenFile: token }", headers: { authorization: "Bearer wins" } },
    { user: "{ username: ann, password: pw }", headers: { authorization: "Basic YW5uOnB3" } },
    {
      user: "{ token: secret, as: shop, as-groups: [a, b] }",
      headers: {
        authorization: "Bearer secret",
        "impersonate-user": "shop",
        "impersonate-group": ["a", "b"],
      },
    },
  ])("$user", async ({ user, headers }) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "token"), "from-file\n");
    const credentials = await loadFrom(
      folder,
      `${CLUSTER}users:\n  - { name: u, user: ${braced(user)} }\n`,
    );
    expect(credentials).toEqual({
      server: "https://api.example:6443/base",
      tls: { rejectUnauthorized: false, servername: "other" },
      headers,
      proxyUrl: "http://proxy:3128",
    });
  });

  test("plain http, as kubectl proxy serves it, needs no credentials", async () => {
    const text = CLUSTER.replace(/server: "[^"]*"/, 'server: "http://127.0.0.1:8001"');
    const credentials = await loadFrom(
      await temporaryFolder(),
      `${text}users: [{ name: u, user: {} }]\n`,
    );
    expect([credentials.server, credentials.headers]).toEqual(["http://127.0.0.1:8001", {}]);
  });

  test("several files are merged, and the first current context counts", async () => {
    const folder = await temporaryFolder();
    const [first, second] = [join(folder, "first"), join(folder, "second")];
    await writeFile(first, CLUSTER);
    await writeFile(
      second,
      "users:\n  - { name: u, user: { token: t } }\ncurrent-context: other\n",
    );
    const credentials = await loadCredentials({
      kind: "kubeconfig",
      files: [first, second],
      context: undefined,
    });
    expect(credentials.headers).toEqual({ authorization: "Bearer t" });
  });

  test.each([
    {
      what: "no such context",
      context: "y",
      text: CLUSTER,
      says: 'there is no context "y" with a cluster (it has x)',
    },
    {
      what: "no current context",
      context: undefined,
      text: "clusters: []\n",
      says: "no current context is set (it has no contexts); set cluster.context",
    },
    {
      what: "nothing",
      context: undefined,
      text: "\n",
      says: "the file is empty; correct the file",
    },
    {
      what: "no YAML",
      context: undefined,
      text: "a: [",
      says: "unexpected end of the stream within a flow collection",
    },
    {
      what: "no server",
      context: undefined,
      text: CLUSTER.replace(/server: "[^"]*"/, 'server: "nowhere"'),
      says: 'names no API server ("nowhere")',
    },
  ])("$what is said in words", async ({ context, text, says }) => {
    const folder = await temporaryFolder();
    const path = join(folder, "kubeconfig");
    await writeFile(path, text);
    const load = loadCredentials({ kind: "kubeconfig", files: [path], context });
    await expect(load).rejects.toThrow(ClusterError);
    await expect(load).rejects.toThrow(`kubeconfig ${path}: ${says}`);
  });

  test("a missing file is said in words", async () => {
    const load = loadCredentials({
      kind: "kubeconfig",
      files: ["/no/such/file"],
      context: undefined,
    });
    await expect(load).rejects.toThrow(
      "kubeconfig /no/such/file: there is no such file; name a kubeconfig and context in the configuration",
    );
  });

  test("in-cluster outside of a pod is said in words, with what to set instead", async () => {
    await expect(loadCredentials({ kind: "in-cluster" })).rejects.toThrow(
      "cluster.connect is in-cluster, and this process does not run in a pod (KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not both set): set cluster.connect to kubeconfig",
    );
  });

  test("a missing token file is named as that, not as a kubeconfig", async () => {
    const text = `${CLUSTER}users:\n  - { name: u, user: { tokenFile: nowhere } }\n`;
    await expect(loadFrom(await temporaryFolder(), text)).rejects.toThrow(
      /^token file .*nowhere: there is no such file; correct users\[\]\.user\.tokenFile/,
    );
  });

  test("an exec plugin whose token never expires is started once for many requests, and again after a refusal", async () => {
    const folder = await temporaryFolder();
    const log = join(folder, "calls");
    const plugin = join(folder, "plugin.sh");
    const status =
      '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"t"}}';
    await writeFile(plugin, `#!/bin/sh\necho call >> ${log}\necho '${status}'\n`, { mode: 0o755 });
    const path = join(folder, "kubeconfig");
    const exec = `{ apiVersion: client.authentication.k8s.io/v1, command: ${plugin} }`;
    await writeFile(path, `${CLUSTER}users: [{ name: u, user: { exec: ${exec} } }]\n`);
    const cache = new CredentialCache(async () =>
      loadCredentials({ kind: "kubeconfig", files: [path], context: undefined }),
    );
    const many = await Promise.all(Array.from({ length: 20 }, async () => cache.get()));
    expect(new Set(many.map((each) => each.headers["authorization"]))).toEqual(
      new Set(["Bearer t"]),
    );
    expect(await readFile(log, "utf8")).toBe("call\n");
    cache.drop(await cache.get());
    await cache.get();
    expect(await readFile(log, "utf8")).toBe("call\ncall\n");
  });

  test("a plugin that fails is said in words", async () => {
    const exec = "{ apiVersion: client.authentication.k8s.io/v1, command: /no/such/plugin }";
    const text = `${CLUSTER}users: [{ name: u, user: { exec: ${exec} } }]\n`;
    const load = loadFrom(await temporaryFolder(), text);
    await expect(load).rejects.toThrow("no credentials could be had: spawn /no/such/plugin ENOENT");
  });
});

async function loadFrom(folder: string, text: string): Promise<Credentials> {
  const path = join(folder, "kubeconfig");
  await writeFile(path, text);
  return loadCredentials({ kind: "kubeconfig", files: [path], context: undefined });
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-credentials-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}

function braced(user: string): string {
  return user.startsWith("{") ? user : `{ ${user} }`;
}
