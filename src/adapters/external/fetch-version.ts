import type { LookupFunction } from "node:net";
import { Agent, type Dispatcher } from "undici";
import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";
import type { ExternalAnswer, ExternalFault } from "../../core/rollout/external-answer.ts";
import { readExternalVersion, versionPathOf } from "../../core/rollout/external-kind.ts";
import type { TargetAccess } from "./read-target-secret.ts";

const ANSWER_BYTES_MAX = 64 * 1024;

const FAULT_OF_STATUS: Readonly<Record<number, ExternalFault>> = {
  401: "unauthorized",
  403: "forbidden",
};

interface Fetching {
  readonly access: TargetAccess;
  readonly kind: string;
  /** The addresses that were checked; the connection goes nowhere else. */
  readonly addresses: readonly PinnedAddress[];
  readonly signal: AbortSignal;
}

export interface PinnedAddress {
  readonly address: string;
  readonly family: number;
}

/** One GET over a connection of its own, to addresses that were checked; no redirects, no proxy. Throws what undici throws. */
export async function fetchVersion({
  access,
  kind,
  addresses,
  signal,
}: Fetching): Promise<ExternalAnswer> {
  const { url, authorization, ca } = access;
  const dispatcher = new Agent({
    connections: 1,
    // Said aloud, so that no setting of the process turns it off.
    connect: {
      rejectUnauthorized: true,
      lookup: pin(addresses),
      ...(ca === undefined ? {} : { ca }),
    },
  });
  try {
    const response = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname.replace(/\/+$/, "")}${versionPathOf(kind) ?? "/"}`,
      method: "GET",
      headers: { accept: "application/json", authorization, "user-agent": "lockstep" },
      signal,
    });
    return await readAnswer(response, kind);
  } finally {
    // Not waited for: what is still on its way is of no interest.
    void dispatcher.destroy();
  }
}

/** What names lead to was looked up and checked before: asking again could give another answer. */
function pin(addresses: readonly PinnedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
  };
}

async function readAnswer(
  { statusCode, body }: Dispatcher.ResponseData,
  kind: string,
): Promise<ExternalAnswer> {
  if (statusCode !== 200) {
    body.on("error", ignoreCut);
    return { kind: "unreachable", fault: faultOf(statusCode) };
  }
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) continue;
    sizeBytes += chunk.length;
    if (sizeBytes > ANSWER_BYTES_MAX) return { kind: "unreachable", fault: "too-large" };
    chunks.push(chunk);
  }
  const version = readExternalVersion(kind, parseJson(Buffer.concat(chunks).toString("utf8")));
  return version === undefined
    ? { kind: "unreachable", fault: "no-version" }
    : { kind: "version", version };
}

/** A body that nobody reads ends with the connection. */
function ignoreCut(): void {
  // Its status said enough.
}

function faultOf(status: number): ExternalFault {
  if (status >= 300 && status < 400) return "redirected";
  return FAULT_OF_STATUS[status] ?? "other-status";
}

/** What is no JSON counts as `null`. */
function parseJson(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) || isJsonList(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
