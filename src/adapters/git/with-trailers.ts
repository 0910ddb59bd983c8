const TRAILER = /^[A-Za-z0-9-]+: \S/;

/**
 * A commit's message with more trailers at its end, joined to those that it has.
 *
 * @see https://git-scm.com/docs/git-interpret-trailers
 */
export function withTrailers(message: string, trailers: readonly string[]): string {
  const trimmed = message.trimEnd();
  if (trailers.length === 0) return trimmed;
  const [, ...paragraphs] = trimmed.split(/\n{2,}/);
  const last = paragraphs.at(-1)?.split("\n") ?? [];
  const hasTrailers = last.length > 0 && last.every((line) => TRAILER.test(line));
  return `${trimmed}${hasTrailers ? "\n" : "\n\n"}${trailers.join("\n")}`;
}
