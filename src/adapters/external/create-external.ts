import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { ExternalAnswer } from "../../core/rollout/external-answer.ts";
import { versionPathOf } from "../../core/rollout/external-kind.ts";
import type { ExternalPort, ExternalQuestion } from "../../ports/external-port.ts";
import { hostOf, isAllowedHost, isForbiddenAddress, isOneOf } from "./check-address.ts";
import { fetchVersion, type PinnedAddress } from "./fetch-version.ts";
import { nameFault } from "./name-fault.ts";
import { readTargetSecret, type TargetAccess } from "./read-target-secret.ts";

export interface ExternalOptions {
  /** URL of the API server, to which no name may lead. @throws {ClusterError} */
  readonly findServer: () => Promise<string>;
  /** Looking up, connecting and answering together. */
  readonly timeoutMs?: number;
  /** The addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly PinnedAddress[]>;
}

const TIMEOUT_MS = 5_000;
/** Of one name, tried one after the other. */
const ADDRESSES_MAX = 8;

/** Asks targets outside the cluster over HTTPS. Only a version or a fixed reason leaves it, never a word of a Secret or an answer. */
export function createExternal(options: ExternalOptions): ExternalPort {
  return {
    async ask(question) {
      const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
      const signal =
        question.signal === undefined ? timeout : AbortSignal.any([timeout, question.signal]);
      try {
        return await askOnce(question, { ...options, signal });
      } catch (error) {
        const fault = nameFault(error);
        if (fault === undefined) throw error;
        return { kind: "unreachable", fault };
      }
    },
  };
}

type Surroundings = ExternalOptions & { readonly signal: AbortSignal };

async function askOnce(
  { kind, secret, allow }: ExternalQuestion,
  around: Surroundings,
): Promise<ExternalAnswer> {
  const read = readTargetSecret(secret);
  if (!read.ok) return { kind: "unreachable", fault: read.fault };
  if (versionPathOf(kind) === undefined) return { kind: "unreachable", fault: "unknown-kind" };
  const { access } = read;
  if (!isAllowedHost(access.url, allow)) return { kind: "unreachable", fault: "not-allowed" };
  const addresses = await unlessAborted(findAddresses(access, around), around.signal);
  if (addresses === undefined) return { kind: "unreachable", fault: "address-refused" };
  return await fetchVersion({ access, kind, addresses, signal: around.signal });
}

/**
 * Where the connection may go; `undefined` when one of the addresses is refused. An address that the configuration
 * itself writes out was chosen by a person; a name belongs to whoever runs its DNS.
 */
async function findAddresses(
  { url }: TargetAccess,
  around: Surroundings,
): Promise<readonly PinnedAddress[] | undefined> {
  const host = hostOf(url);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const { resolve = resolveName } = around;
  const found = await resolve(host);
  const server = await findServerAddresses(around, resolve);
  const isRefused = found.some(
    ({ address }) => isForbiddenAddress(address) || isOneOf(address, server),
  );
  return isRefused ? undefined : found.slice(0, ADDRESSES_MAX);
}

async function findServerAddresses(
  { findServer }: Surroundings,
  resolve: NonNullable<ExternalOptions["resolve"]>,
): Promise<readonly string[]> {
  const host = hostOf(new URL(await findServer()));
  if (isIP(host) !== 0) return [host];
  return (await resolve(host)).map(({ address }) => address);
}

async function resolveName(host: string): Promise<readonly PinnedAddress[]> {
  return lookup(host, { all: true });
}

/** A name server that is silent is waited for no longer than everything else. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return await new Promise<Value>((resolve, reject) => {
    function end(): void {
      reject(signal.reason);
    }
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}
