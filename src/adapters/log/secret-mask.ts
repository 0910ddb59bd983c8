import { maskCredentials } from "../../core/report/mask-credentials.ts";

const MASK = "(secret)";

/** Shorter values are words of every text; masking them would hide everything else. */
const SECRET_LENGTH_MIN = 4;
/** The newest are kept. */
const SECRETS_MAX = 1000;

/** Hides registered secrets and what looks like credentials. */
export class SecretMask {
  #secrets: readonly string[] = [];
  /** All spellings of the secrets, the longest first, so that no part of one is left. */
  #spellings: readonly string[] = [];

  add(values: readonly string[]): void {
    const usable = values
      .map((value) => value.trim())
      .filter((value) => value.length >= SECRET_LENGTH_MIN);
    this.#secrets = [...new Set([...this.#secrets, ...usable])].slice(-SECRETS_MAX);
    this.#spellings = [...new Set(this.#secrets.flatMap(spellingsOf))].toSorted(
      (a, b) => b.length - a.length,
    );
  }

  apply(text: string): string {
    const masked = this.#spellings.reduce(
      (left, spelling) => left.replaceAll(spelling, MASK),
      text,
    );
    return maskCredentials(masked);
  }
}

/** As it is, in a URL, in base64, and inside of JSON. */
function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  return [
    secret,
    // Half a surrogate pair has no spelling in a URL; the bytes hold a replacement character for it.
    encodeURIComponent(bytes.toString("utf8")),
    bytes.toString("base64"),
    JSON.stringify(secret).slice(1, -1),
  ];
}
