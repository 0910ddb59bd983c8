const MASK = "***";

/** Shorter values are not secrets, and masking them would make any text unreadable. */
const SECRET_LENGTH_MIN = 4;

/**
 * The text without credentials: what stands before `@` in a URL, tokens in query strings and `Authorization` values,
 * and each of the secrets in plain, URL-encoded and base64 form. Rather masks too much than too little.
 */
export function maskCredentials(text: string, secrets: readonly string[] = []): string {
  return secrets
    .filter((secret) => secret.length >= SECRET_LENGTH_MIN)
    .flatMap((secret) => [secret, encodeURIComponent(secret), base64(secret)])
    .toSorted((a, b) => b.length - a.length)
    .reduce((masked, form) => masked.replaceAll(form, MASK), text)
    .replace(/:\/\/[^\s"'<>]*@/g, `://${MASK}@`)
    .replace(/([?&](?:access_token|private_token|token|password)=)[^&\s"'<>]*/gi, `$1${MASK}`)
    .replace(/\b((?:basic|bearer|token)\s+)[\w+/=~.-]{8,}/gi, `$1${MASK}`);
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
