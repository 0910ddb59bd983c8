import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { KubeConfig } from "@kubernetes/client-node";
import { parse } from "yaml";
import { ClusterError } from "../../core/cluster-error.ts";
import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { explainUnreadable } from "../../core/wording/explain-unreadable.ts";

/** Where the credentials come from. */
export type CredentialSource =
  | { readonly kind: "in-cluster" }
  | {
      readonly kind: "kubeconfig";
      /** Merged like kubectl does with `$KUBECONFIG`: in the first file that names something, it is defined. */
      readonly files: readonly string[];
      /** The current context when left out. */
      readonly context: string | undefined;
    };

/** What a connection needs to know. Never logged. */
export interface Credentials {
  /** Origin and base path, without a slash at the end. */
  readonly server: string;
  readonly tls: TlsMaterial;
  /** Authorization and impersonation. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly proxyUrl: string | undefined;
}

interface TlsMaterial {
  readonly ca?: Buffer | string;
  readonly cert?: Buffer | string;
  readonly key?: Buffer | string;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
}

/** The kubeconfig's own words on what client-node does not know: `tokenFile`, `as`, `as-groups`. */
interface Extras {
  readonly tokenFile: string | undefined;
  readonly impersonation: Readonly<Record<string, string | string[]>>;
}

/**
 * Reads server, TLS material and headers. Exec plugins, auth providers and certificate files are client-node's work.
 *
 * @throws {ClusterError} `no-cluster` when a file, context or server is missing or wrong, `unauthorized` when a plugin fails.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export async function loadCredentials(source: CredentialSource): Promise<Credentials> {
  // Loaded late: it costs 0.4 s, which commands without a cluster need not pay.
  const client = await import("@kubernetes/client-node");
  const config = new client.KubeConfig();
  if (source.kind === "in-cluster") {
    config.loadFromCluster();
    refuseOutsideOfPod(config);
    return credentialsOf(config, { where: "in-cluster", extras: NO_EXTRAS });
  }
  const files = await Promise.all(source.files.map(async (path) => readKubeconfig(path)));
  for (const { path, text } of files) {
    const one = new client.KubeConfig();
    refuseBadConfig(path, () => {
      if (text.trim() === "") throw new Error("the file is empty");
      one.loadFromString(text);
    });
    one.makePathsAbsolute(dirname(path));
    refuseBadConfig(path, () => config.mergeConfig(one, config.currentContext !== undefined));
  }
  if (source.context !== undefined) config.setCurrentContext(source.context);
  const where = `kubeconfig ${source.files.join(", ")}`;
  const user = config.getCurrentUser()?.name;
  return credentialsOf(config, { where, extras: extrasOf(files, user) });
}

/** The library takes the address from the variables of a pod, and writes what is not there as a word. */
function refuseOutsideOfPod(config: KubeConfig): void {
  const server = config.getCurrentCluster()?.server ?? "undefined";
  if (!server.includes("undefined")) return;
  throw new ClusterError(
    "no-cluster",
    "cluster.connect is in-cluster, and this process does not run in a pod (KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not both set): set cluster.connect to kubeconfig, or to embedded for a trial",
  );
}

/** What leads to another cluster than the one that cannot be had. */
const OTHER_WAY = "name a kubeconfig and context in the configuration, or with $KUBECONFIG";

const NO_EXTRAS: Extras = { tokenFile: undefined, impersonation: {} };

interface KubeconfigFile {
  readonly path: string;
  readonly text: string;
}

async function readKubeconfig(path: string): Promise<KubeconfigFile> {
  return {
    path: resolve(path),
    text: await readNamedFile(path, { what: `kubeconfig ${path}`, advice: OTHER_WAY }),
  };
}

async function readNamedFile(
  path: string,
  about: { readonly what: string; readonly advice: string },
): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause)) throw cause;
    const why = explainUnreadable(cause.code, "file") ?? `cannot be read (${String(cause.code)})`;
    throw new ClusterError("no-cluster", `${about.what}: ${why}; ${about.advice}`, { cause });
  }
}

/** The library throws plain errors, type errors among them, for a file that is no kubeconfig. */
function refuseBadConfig(path: string, load: () => void): void {
  try {
    load();
  } catch (cause) {
    const why = cause instanceof Error ? firstLine(cause.message) : "unknown error";
    throw new ClusterError(
      "no-cluster",
      `kubeconfig ${path}: ${why}; correct the file, or ${OTHER_WAY}`,
      { cause },
    );
  }
}

async function credentialsOf(
  config: KubeConfig,
  from: { readonly where: string; readonly extras: Extras },
): Promise<Credentials> {
  const { where, extras } = from;
  const cluster = config.getCurrentCluster();
  const server = cluster?.server ?? "";
  if (cluster === null) throw new ClusterError("no-cluster", missingContext(config, where));
  if (!/^https?:\/\/[^/]/.test(server)) {
    throw new ClusterError(
      "no-cluster",
      `${where}: names no API server ("${server}"); correct clusters[].cluster.server in it`,
    );
  }
  const applied = await applyOptions(config, { where, isPlain: server.startsWith("http:") });
  const tokenFile =
    extras.tokenFile === undefined ? {} : { authorization: await bearerOf(extras.tokenFile) };
  return {
    server: server.replace(/\/+$/, ""),
    tls: applied.tls,
    headers: { ...tokenFile, ...applied.headers, ...extras.impersonation },
    proxyUrl: cluster.proxyUrl,
  };
}

function missingContext(config: KubeConfig, where: string): string {
  const context = config.getCurrentContext();
  const names = config.getContexts().map((each) => each.name);
  const known = names.length === 0 ? "it has no contexts" : `it has ${names.join(", ")}`;
  return context === undefined || context === ""
    ? `${where}: no current context is set (${known}); set cluster.context`
    : `${where}: there is no context "${context}" with a cluster (${known}); set cluster.context`;
}

interface AppliedOptions {
  readonly tls: TlsMaterial;
  readonly headers: Readonly<Record<string, string>>;
}

async function applyOptions(
  config: KubeConfig,
  from: { readonly where: string; readonly isPlain: boolean },
): Promise<AppliedOptions> {
  const token = config.getCurrentUser()?.token;
  // The library refuses plain HTTP, which `kubectl proxy` serves; there is no TLS material to ask it for.
  if (from.isPlain) {
    return { tls: {}, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } };
  }
  const options: HttpsOptions = { headers: {} };
  try {
    await config.applyToHTTPSOptions(options);
  } catch (cause) {
    const why = cause instanceof Error ? firstLine(cause.message) : "unknown error";
    throw new ClusterError("unauthorized", `${from.where}: no credentials could be had: ${why}`, {
      cause,
    });
  }
  const { headers, auth, ...tls } = options;
  const basic =
    auth === undefined ? {} : { authorization: `Basic ${Buffer.from(auth).toString("base64")}` };
  return { tls: chooseTls(tls), headers: { ...basic, ...trimmedHeaders(headers) } };
}

/** Without the unset ones: to Node's TLS an explicit `undefined` is a value. */
function chooseTls({ ca, cert, key, servername, rejectUnauthorized }: TlsMaterial): TlsMaterial {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(servername === undefined ? {} : { servername }),
    ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }),
  };
}

/** The part of Node's request options that client-node fills in. */
interface HttpsOptions {
  headers: Record<string, string>;
  ca?: Buffer;
  cert?: Buffer | string;
  key?: Buffer | string;
  servername?: string;
  rejectUnauthorized?: boolean;
  auth?: string;
}

/** A token file may end in a newline, which no header may. */
function trimmedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]),
  );
}

async function bearerOf(tokenFile: string): Promise<string> {
  const text = await readNamedFile(tokenFile, {
    what: `token file ${tokenFile}`,
    advice: "correct users[].user.tokenFile in the kubeconfig",
  });
  return `Bearer ${text.trim()}`;
}

function extrasOf(files: readonly KubeconfigFile[], user: string | undefined): Extras {
  for (const { path, text } of files) {
    const entry = listAt(asObject(parse(text)), "users").find(
      (each) => textAt(each, "name") === user,
    );
    const written = objectAt(entry, "user");
    if (written !== undefined) return extrasOfUser(written, dirname(path));
  }
  return NO_EXTRAS;
}

function extrasOfUser(user: JsonObject, folder: string): Extras {
  const tokenFile = textAt(user, "tokenFile");
  const as = textAt(user, "as");
  const groups = listAt(user, "as-groups").filter((each) => typeof each === "string");
  return {
    tokenFile: tokenFile === undefined ? undefined : resolve(folder, tokenFile),
    impersonation: {
      ...(as === undefined ? {} : { "impersonate-user": as }),
      ...(groups.length === 0 ? {} : { "impersonate-group": groups }),
    },
  };
}

function asObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
