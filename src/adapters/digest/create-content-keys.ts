import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { isJsonObject, type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import type { ContentKeys } from "../../core/restart/content-keys.ts";
import type { ContentKeysPort } from "../../ports/content-keys-port.ts";

/** Bytes of a new key, and the fewest that one may have. */
const KEY_BYTES = 32;
const KEY_BYTES_MIN = 16;
/** Keys of one ring; the newest count. */
const KEYS_MAX = 16;
/** Bytes of a digest in text: enough that nobody finds two contents with the same one. */
const DIGEST_BYTES = 16;

interface Key {
  /** Another key has another one, also when a lost ring was made anew. */
  readonly id: string;
  readonly bytes: Buffer;
  /** The higher, the newer. */
  readonly number: number;
}

const KEY_NAME = /^k([1-9][0-9]{0,8})$/;
const FINGERPRINT_BYTES = 4;

/**
 * HMAC-SHA-256 over kind, type and data of a Secret or ConfigMap, each part with its length before it, keys in order: nothing of one
 * part can pass for another, and without the key nobody can try contents.
 */
export const contentKeys: ContentKeysPort = {
  open(secret) {
    const [newest, ...older] = readKeys(secret);
    return newest === undefined ? undefined : new HeldKeys(newest, older);
  },
  make: () => ({ k1: randomBytes(KEY_BYTES).toString("base64") }),
};

/** The keys of a ring, the newest first: `k2` before `k1`. What is no key is left out. */
function readKeys(secret: JsonObject): readonly Key[] {
  return Object.entries(objectAt(secret, "data") ?? {})
    .flatMap(([name, value]): Key[] => {
      const [, number] = KEY_NAME.exec(name) ?? [];
      const bytes = Buffer.from(typeof value === "string" ? value : "", "base64");
      if (number === undefined || bytes.length < KEY_BYTES_MIN) return [];
      return [{ id: `${name}-${fingerprint(bytes)}`, bytes, number: Number(number) }];
    })
    .toSorted((a, b) => b.number - a.number)
    .slice(0, KEYS_MAX);
}

function fingerprint(bytes: Buffer): string {
  return createHmac("sha256", bytes)
    .update("id")
    .digest()
    .subarray(0, FINGERPRINT_BYTES)
    .toString("hex");
}

class HeldKeys implements ContentKeys {
  readonly #newest: Key;
  readonly #older: readonly Key[];
  /** By object, digests under the newest key: most contents stay as they are. */
  readonly #digests = new WeakMap<JsonObject, string>();

  constructor(newest: Key, older: readonly Key[]) {
    this.#newest = newest;
    this.#older = older;
  }

  digest(source: JsonObject): string {
    const known = this.#digests.get(source);
    if (known !== undefined) return known;
    const made = digestUnder(this.#newest, source);
    this.#digests.set(source, made);
    return made;
  }

  isSame(source: JsonObject, digest: string): boolean | undefined {
    const [id] = digest.split(".", 1);
    if (id === this.#newest.id) return isEqual(this.digest(source), digest);
    const key = this.#older.find((each) => each.id === id);
    return key === undefined ? undefined : isEqual(digestUnder(key, source), digest);
  }
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function digestUnder({ id, bytes }: Key, source: JsonObject): string {
  const hmac = createHmac("sha256", bytes);
  for (const part of partsOf(source)) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    hmac.update(length).update(part);
  }
  return `${id}.${hmac.digest().subarray(0, DIGEST_BYTES).toString("hex")}`;
}

/** What counts: metadata does not. A ConfigMap's text and bytes are two maps of their own. */
function partsOf(source: JsonObject): readonly Buffer[] {
  const kind = textAt(source, "kind") ?? "";
  const encoding = kind === "Secret" ? "base64" : "utf8";
  return [
    Buffer.from(kind),
    Buffer.from(textAt(source, "type") ?? (kind === "Secret" ? "Opaque" : "")),
    ...entriesOf(source["data"], encoding),
    Buffer.from("binaryData"),
    ...entriesOf(source["binaryData"], "base64"),
  ];
}

function entriesOf(data: unknown, encoding: "base64" | "utf8"): readonly Buffer[] {
  if (!isJsonObject(data)) return [Buffer.from("0")];
  const keys = Object.keys(data).toSorted();
  return [
    Buffer.from(String(keys.length)),
    ...keys.flatMap((key) => {
      const value = data[key];
      return [Buffer.from(key), Buffer.from(typeof value === "string" ? value : "", encoding)];
    }),
  ];
}
