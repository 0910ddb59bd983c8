const UNITS: readonly { readonly name: string; readonly ms: number }[] = [
  { name: "h", ms: 3_600_000 },
  { name: "m", ms: 60_000 },
  { name: "s", ms: 1000 },
  { name: "ms", ms: 1 },
];

/**
 * Reads `10m`, `30s`, `168h`, `1h30m`: whole numbers with the units `h`, `m`, `s`, `ms`, each at most once and in this
 * order.
 *
 * @returns Milliseconds; `undefined` for any other text and beyond 2^31 - 1, where Node's timers end.
 */
export function parseDuration(text: string): number | undefined {
  const found = /^(?:(\d{1,10})h)?(?:(\d{1,10})m(?!s))?(?:(\d{1,10})s)?(?:(\d{1,10})ms)?$/.exec(
    text,
  );
  if (found === null || text === "") return undefined;
  const totalMs = UNITS.reduce(
    (sum, unit, index) => sum + Number(found[index + 1] ?? 0) * unit.ms,
    0,
  );
  return totalMs < 2 ** 31 ? totalMs : undefined;
}
