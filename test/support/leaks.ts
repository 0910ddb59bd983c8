import { createHash } from "node:crypto";

/** What would tell a secret text, by how it is written. */
export interface Needle {
  readonly what: string;
  readonly text: string;
}

/** So much of a text or digest that is told tells it; nothing else in the world has these letters. */
const PREFIX = 10;
const DIGEST_PREFIX = 12;

/** A text in all forms that would tell it, or let somebody try texts against it: a digest without a key. */
export function needlesOf(name: string, text: string): readonly Needle[] {
  const base64 = Buffer.from(text).toString("base64");
  const forms: readonly (readonly [string, string])[] = [
    ["text", text.slice(0, PREFIX)],
    ["base64", base64.slice(0, PREFIX)],
    ["base64 of base64", Buffer.from(base64).toString("base64").slice(0, PREFIX)],
    [
      "hex",
      Buffer.from(text)
        .toString("hex")
        .slice(0, 2 * PREFIX),
    ],
    [
      "percent",
      [...Buffer.from(text)]
        .map((byte) => `%${byte.toString(16)}`)
        .join("")
        .slice(0, 3 * PREFIX),
    ],
    ...digestsOf(text).map(([what, digest]) => [`${what} of text`, digest] as const),
    ...digestsOf(base64).map(([what, digest]) => [`${what} of base64`, digest] as const),
  ];
  return forms.map(([what, form]) => ({ what: `${name}: ${what}`, text: form }));
}

/** The plain digests of a whole text, such as the JSON of all data. */
export function digestNeedles(name: string, text: string): readonly Needle[] {
  return digestsOf(text).map(([what, digest]) => ({ what: `${name}: ${what}`, text: digest }));
}

function digestsOf(text: string): readonly (readonly [string, string])[] {
  return ["sha256", "sha1", "md5", "sha512"].flatMap((algorithm) =>
    (["hex", "base64", "base64url"] as const).map((encoding) => {
      const digest = createHash(algorithm).update(text).digest(encoding);
      return [`${algorithm} in ${encoding}`, digest.slice(0, DIGEST_PREFIX)] as const;
    }),
  );
}

/** The needles that are told, each with where. Letters may be large or small: hex is written in both ways. */
export function findLeaks(
  needles: readonly Needle[],
  told: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.entries(told).flatMap(([where, text]) => {
    const lower = text.toLowerCase();
    return needles
      .filter((needle) => lower.includes(needle.text.toLowerCase()))
      .map(({ what }) => `${where} tells ${what}`);
  });
}
