import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** What a forge sends to show that it knows the secret. */
export type HookSignature =
  /** HMAC-SHA256 of the raw body. */
  | { readonly kind: "hmac"; readonly digest: Buffer }
  /** The secret itself, as SHA-256: equal lengths compare in equal time. */
  | { readonly kind: "token"; readonly digest: Buffer };

/**
 * Gitea and Forgejo send several of these.
 *
 * @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 * @see https://docs.gitea.com/usage/webhooks
 * @see https://forgejo.org/docs/latest/user/webhooks/
 */
const HMAC_HEADERS = [
  { name: "x-hub-signature-256", form: /^sha256=([0-9a-f]{64})$/i },
  { name: "x-gitea-signature", form: /^([0-9a-f]{64})$/i },
  { name: "x-forgejo-signature", form: /^([0-9a-f]{64})$/i },
] as const;

/** @see https://docs.gitlab.com/user/project/integrations/webhooks/ */
const TOKEN_HEADER = "x-gitlab-token";

/** The signatures of known forms; whether they are right is another question. */
export function readHookSignatures(headers: IncomingHttpHeaders): readonly HookSignature[] {
  const signatures: HookSignature[] = HMAC_HEADERS.flatMap(({ name, form }) => {
    const [, hex] = form.exec(textOf(headers[name])) ?? [];
    return hex === undefined ? [] : [{ kind: "hmac", digest: Buffer.from(hex, "hex") }];
  });
  const token = textOf(headers[TOKEN_HEADER]);
  // Node hands out the bytes of a header as Latin-1.
  if (token !== "") {
    signatures.push({ kind: "token", digest: sha256(Buffer.from(token, "latin1")) });
  }
  return signatures;
}

/** Whether one of the signatures was made with the secret, compared in a time that tells nothing of it. */
export function isSigned(
  signatures: readonly HookSignature[],
  { secret, body }: { readonly secret: string; readonly body: Buffer },
): boolean {
  const wanted = {
    hmac: createHmac("sha256", secret).update(body).digest(),
    token: sha256(Buffer.from(secret, "utf8")),
  };
  return signatures.some(({ kind, digest }) => timingSafeEqual(digest, wanted[kind]));
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function textOf(header: string | readonly string[] | undefined): string {
  return typeof header === "string" ? header : "";
}
