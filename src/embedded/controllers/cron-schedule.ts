/** A cron schedule: which minutes it names. */
export interface CronSchedule {
  matches(ms: number): boolean;
}

/** Lowest and highest value of minute, hour, day of the month, month, day of the week. */
const RANGES: readonly (readonly [number, number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
];

const NAMES: ReadonlyMap<string, number> = new Map(
  [
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"].map(
      (name, index): [string, number] => [name, index + 1],
    ),
    ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].map((name, index): [string, number] => [
      name,
      index,
    ]),
  ].flat(),
);

const MACROS: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

/**
 * Reads the five fields of a schedule, or one of the words such as `@hourly`. Times are of `timeZone`, UTC when there is none.
 * @returns `undefined` when it is no schedule.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#schedule-syntax
 */
export function parseCronSchedule(text: string, timeZone: string): CronSchedule | undefined {
  const fields = (MACROS.get(text.trim()) ?? text).trim().split(/\s+/);
  if (fields.length !== RANGES.length) return undefined;
  const sets = fields.map((field, index) => parseField(field, RANGES[index] ?? [0, 0]));
  const [minutes, hours, days, months, weekdays] = sets;
  if (!minutes || !hours || !days || !months || !weekdays) return undefined;
  const isDayOpen = fields[2]?.startsWith("*") === true;
  const isWeekdayOpen = fields[4]?.startsWith("*") === true;
  return {
    matches: (ms) => {
      const [minute, hour, day, month, weekday] = partsOf(ms, timeZone);
      const onDay = days.has(day);
      const onWeekday = weekdays.has(weekday) || (weekday === 0 && weekdays.has(7));
      const isDay = isDayOpen || isWeekdayOpen ? onDay && onWeekday : onDay || onWeekday;
      return minutes.has(minute) && hours.has(hour) && months.has(month) && isDay;
    },
  };
}

function parseField(text: string, range: readonly [number, number]): Set<number> | undefined {
  const found = new Set<number>();
  for (const part of text.split(",")) {
    const numbers = parsePart(part, range);
    if (numbers === undefined) return undefined;
    for (const each of numbers) found.add(each);
  }
  return found;
}

function parsePart(text: string, range: readonly [number, number]): readonly number[] | undefined {
  const [span = "", stepText] = text.split("/");
  const step = stepText === undefined ? 1 : numberOf(stepText);
  const bounds = boundsOf(span, range, stepText !== undefined);
  if (bounds === undefined || step === undefined || step < 1) return undefined;
  const [first, last] = bounds;
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
}

/** First and last value; a single value with a step goes on to the end. */
function boundsOf(
  span: string,
  [lowest, highest]: readonly [number, number],
  isStepped: boolean,
): readonly [number, number] | undefined {
  if (span === "*" || span === "?") return [lowest, highest];
  const [first, last = isStepped ? highest : first] = span.split("-").map(numberOf);
  if (first === undefined || last === undefined) return undefined;
  return first < lowest || last > highest || first > last ? undefined : [first, last];
}

function numberOf(text: string): number | undefined {
  const named = NAMES.get(text.toLowerCase());
  if (named !== undefined) return named;
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

type Parts = readonly [minute: number, hour: number, day: number, month: number, weekday: number];

function partsOf(ms: number, timeZone: string): Parts {
  const date = new Date(ms);
  if (timeZone === "UTC") {
    return [
      date.getUTCMinutes(),
      date.getUTCHours(),
      date.getUTCDate(),
      date.getUTCMonth() + 1,
      date.getUTCDay(),
    ];
  }
  const local = new Date(`${date.toLocaleString("sv-SE", { timeZone }).replace(" ", "T")}Z`);
  return partsOf(local.getTime(), "UTC");
}
