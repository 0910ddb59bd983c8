import { maskCredentials } from "./mask-credentials.ts";
import type { BlockerStatus } from "./status-document.ts";

/** What a gate says of its target, as it may be shown: a controller may have written an address with a password there. */
export function maskBlocker<Said extends Pick<BlockerStatus, "want" | "have" | "note">>(
  said: Said,
): Said {
  const { want, have, note } = said;
  return {
    ...said,
    want: maskCredentials(want),
    have: maskCredentials(have),
    ...(note === undefined ? {} : { note: maskCredentials(note) }),
  };
}

/** What a server or controller says, as it may be shown: it may quote an address with a password. */
export function maskMessage<Said extends { readonly message: string }>(said: Said): Said {
  return { ...said, message: maskCredentials(said.message) };
}
