import { createHmac } from "node:crypto";
import { type JsonObject, objectAt, textAt } from "../../src/core/object/json.ts";
import type { Target } from "./kube-client.ts";
import { admin } from "./real-cluster.ts";

/**
 * The digest of an object under the key `k1` of a ring, as the README describes it, written a second time: HMAC-SHA-256 over kind, type,
 * the number of entries, each key and value, and the same for bytes; each part with its length before it in four bytes.
 */
export async function contentDigest(ring: Target, source: JsonObject): Promise<string> {
  const key = Buffer.from(textAt(await admin().get(ring), "data", "k1") ?? "", "base64");
  const isSecret = textAt(source, "kind") === "Secret";
  const name = createHmac("sha256", key).update("id").digest("hex").slice(0, 8);
  const parts = [
    textAt(source, "kind") ?? "",
    textAt(source, "type") ?? "",
    ...entries(objectAt(source, "data"), isSecret ? "base64" : "utf8"),
    "binaryData",
    ...entries(objectAt(source, "binaryData"), "base64"),
  ].map((part) => Buffer.from(part));
  const bytes = Buffer.concat(parts.flatMap((part) => [lengthOf(part), part]));
  return `k1-${name}.${createHmac("sha256", key).update(bytes).digest("hex").slice(0, 32)}`;
}

function entries(
  data: JsonObject | undefined,
  encoding: "base64" | "utf8",
): readonly (string | Buffer)[] {
  const keys = Object.keys(data ?? {}).toSorted();
  return [
    String(keys.length),
    ...keys.flatMap((key) => [key, Buffer.from(textAt(data, key) ?? "", encoding)]),
  ];
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return length;
}
