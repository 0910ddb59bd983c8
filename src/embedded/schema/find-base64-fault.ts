/** Four digits stand for three bytes. */
const GROUP = 4;
const SKIPPED = new Set(["\n", "\r"]);
const DIGIT = /[A-Za-z0-9+/]/;

/**
 * The index in bytes of the first fault that Go's base64 decoder finds: it skips line breaks and wants padding.
 * @returns `undefined` for a text that it reads.
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-4
 */
export function findBase64Fault(text: string): number | undefined {
  const bytes = Buffer.from(text, "utf8").toString("latin1");
  const places = Array.from({ length: bytes.length }, (_, index) => index).filter(
    (index) => !SKIPPED.has(bytes[index] ?? ""),
  );
  const stop = places.findIndex((index) => !DIGIT.test(bytes[index] ?? ""));
  if (stop === -1) {
    const open = places.length % GROUP;
    return open === 0 ? undefined : places.at(-open);
  }
  return findPaddingFault(bytes, { places, stop });
}

/** At `stop` stands the first character that is no digit; only padding may. */
function findPaddingFault(
  bytes: string,
  { places, stop }: { readonly places: readonly number[]; readonly stop: number },
): number | undefined {
  const inGroup = stop % GROUP;
  if (bytes[places[stop] ?? -1] !== "=" || inGroup < 2) return places[stop];
  const end = stop - inGroup + GROUP;
  if (inGroup === 2) {
    const second = places[stop + 1];
    if (second === undefined) return bytes.length;
    if (bytes[second] !== "=") return second;
  }
  return places[end];
}
