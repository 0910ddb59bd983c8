import {
  createExternal,
  type ExternalOptions,
} from "../../src/adapters/external/create-external.ts";
import { fetchVersion } from "../../src/adapters/external/fetch-version.ts";
import { nameFault } from "../../src/adapters/external/name-fault.ts";
import { checkExternalHost } from "../../src/core/config/check-external-host.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import type { ExternalAnswer } from "../../src/core/rollout/external-answer.ts";
import { secretData, type VersionServer } from "./version-server.ts";

const ELASTICSEARCH = "Elasticsearch.elasticsearch.k8s.elastic.co";
export const SERVER_PASSWORD = "s3cr3t";

/** What is said of a question; the rest of it is right. */
export interface Asking extends Partial<ExternalOptions> {
  readonly kind?: string;
  /** Of the Secret, in place of those that are right. */
  readonly keys?: Readonly<Record<string, string>>;
  readonly host?: string;
  readonly allow?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Asks the server with a Secret that is right, but for what is said. */
export async function askServer(
  server: VersionServer,
  asking: Asking = {},
): Promise<ExternalAnswer> {
  const { kind = ELASTICSEARCH, keys, host = "127.0.0.1", signal, ...options } = asking;
  const external = createExternal({
    findServer: async () => "https://192.0.2.80:6443",
    ...options,
  });
  return external.ask({
    kind,
    secret: secretOf({
      url: `https://${host}:${server.port}`,
      username: "elastic",
      password: SERVER_PASSWORD,
      "ca.crt": server.ca,
      ...keys,
    }),
    allow: (asking.allow ?? ["127.0.0.1"]).map((each) => {
      const checked = checkExternalHost(each);
      if (!checked.ok) throw new Error(each);
      return checked.value;
    }),
    signal,
  });
}

function secretOf(keys: Readonly<Record<string, string>>): JsonObject {
  return { apiVersion: "v1", kind: "Secret", data: secretData(keys) };
}

/** The version, or why none came, from the server under this name: what the name leads to is looked up no more. */
export async function fetchNamed({ ca, port }: VersionServer, name: string): Promise<string> {
  const url = new URL(`https://${name}:${port}`);
  const addresses = [{ address: "127.0.0.1", family: 4 }];
  const signal = AbortSignal.timeout(5_000);
  try {
    const access = { url, authorization: "Basic eDp5", ca };
    const answer = await fetchVersion({ access, kind: ELASTICSEARCH, addresses, signal });
    return answer.kind === "version" ? answer.version : faultOf(answer);
  } catch (error) {
    return nameFault(error) ?? String(error);
  }
}

/** Under a name that leads to these addresses. */
export function named(...addresses: readonly string[]): Asking {
  return {
    host: "es.example",
    allow: ["es.example"],
    resolve: async () =>
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
  };
}

function faultOf(answer: ExternalAnswer): string {
  return answer.kind === "unreachable" ? answer.fault : answer.kind;
}
