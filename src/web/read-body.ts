import type { IncomingMessage } from "node:http";

const FIRST_BYTES = 16 * 1024;

/**
 * The body of a request. One that says, or turns out, to be larger than `bytesMax` is not read on; one that breaks off, or is cut
 * because it takes too long, is `cut`.
 */
export async function readBody(
  request: IncomingMessage,
  bytesMax: number,
): Promise<Buffer | "too-large" | "cut"> {
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return "too-large";
  // One buffer that grows: a million chunks of one byte each take no more than that.
  let body: Buffer = Buffer.alloc(FIRST_BYTES);
  let size = 0;
  return new Promise((resolve) => {
    function take(chunk: Buffer): void {
      const next = size + chunk.length;
      if (next > bytesMax) {
        request.off("data", take);
        request.pause();
        resolve("too-large");
        return;
      }
      if (next > body.length) {
        body = Buffer.concat([body], Math.min(bytesMax, Math.max(next, body.length * 2)));
      }
      chunk.copy(body, size);
      size = next;
    }
    request.on("data", take);
    request.on("end", () => resolve(body.subarray(0, size)));
    request.on("error", () => resolve("cut"));
    request.on("close", () => resolve("cut"));
  });
}
