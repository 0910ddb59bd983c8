const FORM =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

const DAY_MS = 86_400_000;

/**
 * The epoch milliseconds of an RFC 3339 time, `undefined` for any other text: also for a date alone, or without an offset.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function parseTime(text: string): number | undefined {
  const found = FORM.exec(text);
  if (found === null) return undefined;
  const date = { year: numberIn(found, 1), month: numberIn(found, 2), day: numberIn(found, 3) };
  const time = { hour: numberIn(found, 4), minute: numberIn(found, 5), second: numberIn(found, 6) };
  const offset = { hour: numberIn(found, 9), minute: numberIn(found, 10), second: 0 };
  // The 60th second of a minute is a leap second.
  if (!isDate(date) || !isClock(time, 60) || !isClock(offset, 59)) return undefined;
  const offsetMs = (found[8] === "-" ? -1 : 1) * clockMs(offset);
  const fractionMs = Math.trunc(Number(`0.${found[7] ?? "0"}`) * 1000);
  return dayOf(date) * DAY_MS + clockMs(time) + fractionMs - offsetMs;
}

function numberIn(found: RegExpExecArray, group: number): number {
  return Number(found[group] ?? 0);
}

function isDate(date: CivilDate): boolean {
  return date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= daysOf(date);
}

interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

function isClock({ hour, minute, second }: Clock, secondMax: number): boolean {
  return hour <= 23 && minute <= 59 && second <= secondMax;
}

function clockMs({ hour, minute, second }: Clock): number {
  return ((hour * 60 + minute) * 60 + second) * 1000;
}

function daysOf({ year, month }: CivilDate): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/**
 * Days since 1970-01-01, in years that begin in March.
 *
 * @see https://howardhinnant.github.io/date_algorithms.html#days_from_civil
 */
function dayOf({ year, month, day }: CivilDate): number {
  const years = month <= 2 ? year - 1 : year;
  const era = Math.floor(years / 400);
  const yearOfEra = years - era * 400;
  const monthFromMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
