import { breakCommands } from "./break-commands.ts";

/** Characters of one name in a commit message. */
const TEXT_MAX = 80;

/**
 * Other people's text in a commit message: what forges and CI read there (`@somebody`, `#12`, `[skip ci]`, trailers, further
 * lines) has a character that is written as `?`.
 */
export function commitText(text: string): string {
  const plain = breakCommands(text.replaceAll(/[^\w.:/=[\]-]/gu, "?"));
  return plain.length <= TEXT_MAX ? plain : `${plain.slice(0, TEXT_MAX - 1)}…`;
}
