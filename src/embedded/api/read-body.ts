import type { IncomingMessage } from "node:http";
import type { Backlog } from "./backlog.ts";
import { refusals } from "./refusals.ts";

/** As in the real server. */
const BODY_BYTES_MAX = 3 * 1024 * 1024;

/**
 * The body of a request. One that is too long is refused as soon as that is known; what is still to come of it is
 * thrown away unread.
 * @throws {StatusError} 413; 429 when very many clients are sending at once.
 */
export async function readBody(message: IncomingMessage, backlog: Backlog): Promise<Buffer> {
  if (isTooLong(message)) throw refusals.tooLarge(BODY_BYTES_MAX);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of bytesOf(message)) {
      size += chunk.length;
      backlog.receive(chunk.length);
      if (size > BODY_BYTES_MAX) throw refusals.tooLarge(BODY_BYTES_MAX);
      if (!backlog.makeRoom()) throw refusals.tooManyRequests();
      chunks.push(chunk);
    }
  } finally {
    backlog.receive(-size);
  }
  return Buffer.concat(chunks);
}

/** Whether the head of a request says already that its body is too long. */
export function isTooLong(message: IncomingMessage): boolean {
  return Number(message.headers["content-length"] ?? "0") > BODY_BYTES_MAX;
}

/** Leaves the message open when the reader stops early: its answer is still to be sent. */
function bytesOf(message: IncomingMessage): AsyncIterable<Buffer> {
  return message.iterator({ destroyOnReturn: false });
}
