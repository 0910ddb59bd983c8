const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** A length of time is shown with the two units of the first row that it is shorter than; the second one only when it is not 0. */
const ROWS: readonly { readonly below: number; readonly units: readonly Unit[] }[] = [
  { below: 2 * MINUTE, units: [{ ms: SECOND, sign: "s" }] },
  {
    below: 10 * MINUTE,
    units: [
      { ms: MINUTE, sign: "m" },
      { ms: SECOND, sign: "s" },
    ],
  },
  { below: 3 * HOUR, units: [{ ms: MINUTE, sign: "m" }] },
  {
    below: 8 * HOUR,
    units: [
      { ms: HOUR, sign: "h" },
      { ms: MINUTE, sign: "m" },
    ],
  },
  { below: 2 * DAY, units: [{ ms: HOUR, sign: "h" }] },
  {
    below: 8 * DAY,
    units: [
      { ms: DAY, sign: "d" },
      { ms: HOUR, sign: "h" },
    ],
  },
  { below: 2 * YEAR, units: [{ ms: DAY, sign: "d" }] },
  {
    below: 8 * YEAR,
    units: [
      { ms: YEAR, sign: "y" },
      { ms: DAY, sign: "d" },
    ],
  },
  { below: Number.POSITIVE_INFINITY, units: [{ ms: YEAR, sign: "y" }] },
];

interface Unit {
  readonly ms: number;
  readonly sign: string;
}

/** A length of time in milliseconds as kubectl writes it: `5m32s`, `2d3h`. Clocks may differ by less than two seconds. */
export function humanDuration(ms: number): string {
  if (Math.trunc(ms / SECOND) < -1) return "<invalid>";
  if (ms < 0) return "0s";
  const units = ROWS.find(({ below }) => ms < below)?.units ?? [];
  let rest = ms;
  const counts = units.map((unit) => {
    const count = Math.floor(rest / unit.ms);
    rest -= count * unit.ms;
    return { count, text: `${String(count)}${unit.sign}` };
  });
  return counts
    .filter(({ count }, index) => index === 0 || count > 0)
    .map(({ text }) => text)
    .join("");
}

/** How long ago a time of an object is; `<unknown>` when there is none. `now` in epoch milliseconds. */
export function ageSince(time: string | undefined, now: number): string {
  const ms = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms) ? "<unknown>" : humanDuration(now - ms);
}
