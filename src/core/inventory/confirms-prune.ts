/** The trailer of a commit message by which a person confirms that much is deleted: `Lockstep-Confirm-Prune: shop`. */
export const PRUNE_TRAILER = "Lockstep-Confirm-Prune";

/**
 * Whether a commit message confirms, in its last paragraph, what the brake holds up in that stack.
 *
 * @see https://git-scm.com/docs/git-interpret-trailers
 */
export function confirmsPrune(message: string, stack: string): boolean {
  const paragraphs = message
    .replaceAll("\r\n", "\n")
    .trimEnd()
    .split(/\n[ \t]*\n/);
  const trailers = paragraphs.length > 1 ? (paragraphs.at(-1) ?? "") : "";
  return trailers.split("\n").some((line) => {
    const colon = line.indexOf(":");
    const [key, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    return colon > 0 && key.toLowerCase() === PRUNE_TRAILER.toLowerCase() && value === stack;
  });
}
