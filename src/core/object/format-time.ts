const DAY_MS = 86_400_000;

/**
 * An RFC 3339 time in UTC of epoch milliseconds from 1970 to 9999, in whole seconds.
 *
 * @see https://howardhinnant.github.io/date_algorithms.html#civil_from_days
 */
export function formatTime(epochMs: number): string {
  const days = Math.floor(epochMs / DAY_MS) + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const date = [digits(year, 4), digits(month, 2), digits(day, 2)].join("-");
  return `${date}T${clockText(epochMs)}Z`;
}

function clockText(epochMs: number): string {
  const seconds = Math.floor((epochMs % DAY_MS) / 1000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((each) => digits(each, 2)).join(":");
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, "0");
}
