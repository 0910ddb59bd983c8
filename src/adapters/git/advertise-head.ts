import type { HttpClient } from "isomorphic-git";

const LENGTH_DIGITS = 4;

/**
 * An HTTP client that tells isomorphic-git where HEAD points when the server does not. Without it the library gives up
 * on every repository whose default branch does not exist.
 */
export function advertiseHead(client: HttpClient, branch: string): HttpClient {
  return {
    async request(asked) {
      const response = await client.request(asked);
      if (asked.method !== "GET" || response.body === undefined) return response;
      const chunks: Uint8Array[] = [];
      for await (const chunk of response.body) chunks.push(chunk);
      return { ...response, body: once(addHead(Buffer.concat(chunks), branch)) };
    },
  };
}

/**
 * Adds the capability `symref=HEAD:…` to the first ref of an advertisement that has none. The first pkt-line names the
 * service, a flush follows, the next line is the first ref with the capabilities.
 *
 * @see https://git-scm.com/docs/protocol-common#_pkt_line_format and https://git-scm.com/docs/protocol-capabilities
 */
function addHead(advertisement: Buffer, branch: string): Buffer {
  const start = lengthAt(advertisement, 0) + LENGTH_DIGITS;
  const end = start + lengthAt(advertisement, start);
  const line = advertisement.toString("latin1", start + LENGTH_DIGITS, end);
  if (!line.includes("\0") || line.includes(" symref=HEAD:")) return advertisement;
  const target = Buffer.from(`refs/heads/${branch}`, "utf8").toString("latin1");
  const longer = `${line.trimEnd()} symref=HEAD:${target}\n`;
  const length = (longer.length + LENGTH_DIGITS).toString(16).padStart(LENGTH_DIGITS, "0");
  return Buffer.concat([
    advertisement.subarray(0, start),
    Buffer.from(`${length}${longer}`, "latin1"),
    advertisement.subarray(end),
  ]);
}

function lengthAt(buffer: Buffer, at: number): number {
  const length = Number.parseInt(buffer.toString("latin1", at, at + LENGTH_DIGITS), 16);
  return Number.isNaN(length) ? 0 : length;
}

async function* once(bytes: Buffer): AsyncIterableIterator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
