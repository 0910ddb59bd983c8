import type { Checked } from "./checked.ts";

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names of the values from `min` on: the first three letters or the whole word. */
  readonly words: readonly string[];
}

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const DAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

const FIELDS: readonly Field[] = [
  { name: "second", min: 0, max: 59, words: [] },
  { name: "minute", min: 0, max: 59, words: [] },
  { name: "hour", min: 0, max: 23, words: [] },
  { name: "day of month", min: 1, max: 31, words: [] },
  { name: "month", min: 1, max: 12, words: MONTHS },
  { name: "day of week", min: 0, max: 7, words: DAYS },
];

const EXPECTED =
  'five cron fields, or six with the seconds first: "*/1 * * * *"; a field holds *, numbers or names, ranges, */steps and lists of these';

/** Checks a cron expression by its shape, narrower than node-cron: what passes here is a schedule there. */
export function checkSchedule(text: string): Checked<string> {
  const written = text.trim().split(/\s+/);
  if (written.length !== 5 && written.length !== 6) {
    return { ok: false, what: "is no cron expression", expected: EXPECTED };
  }
  const fields = FIELDS.slice(FIELDS.length - written.length);
  const wrong = fields.find((field, index) => !isField(written[index] ?? "", field));
  if (wrong === undefined) return { ok: true, value: written.join(" ") };
  return {
    ok: false,
    what: `has a wrong ${wrong.name} (${wrong.min} to ${wrong.max})`,
    expected: EXPECTED,
  };
}

function isField(text: string, field: Field): boolean {
  return text.split(",").every((item) => isItem(item, field));
}

function isItem(item: string, field: Field): boolean {
  const [range = "", step, ...more] = item.split("/");
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d?$/.test(step))) return false;
  if (range === "*") return true;
  // A step needs a range to step through: node-cron refuses `5/10`.
  if (!range.includes("-")) return step === undefined && numberOf(range, field) !== undefined;
  return isRange(range, field);
}

function isRange(range: string, field: Field): boolean {
  const [from, to, ...more] = range.split("-").map((end) => numberOf(end, field));
  return more.length === 0 && from !== undefined && to !== undefined && from <= to;
}

function numberOf(text: string, field: Field): number | undefined {
  const word = text.toLowerCase();
  const index = field.words.findIndex((name) => name === word || name.slice(0, 3) === word);
  if (index >= 0) return index + field.min;
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= field.min && value <= field.max ? value : undefined;
}
