import { maskCredentials } from "./mask-credentials.ts";

/** What a server or controller says, as it may be shown: it may quote an address with a password. */
export function maskMessage<Said extends { readonly message: string }>(said: Said): Said {
  return { ...said, message: maskCredentials(said.message) };
}
