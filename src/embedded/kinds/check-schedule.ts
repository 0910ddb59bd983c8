/** One field of a cron schedule. */
interface Field {
  readonly min: number;
  readonly max: number;
  /** Names from `min` on. */
  readonly names: readonly string[];
}

const FIELDS: readonly Field[] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  {
    min: 1,
    max: 12,
    names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
  },
  { min: 0, max: 6, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] },
];

const DESCRIPTORS = new Set([
  "@yearly",
  "@annually",
  "@monthly",
  "@weekly",
  "@daily",
  "@midnight",
  "@hourly",
]);

const EVERY = "@every ";

/** Each digit has one place to stand, so that a long text is read once. */
const DURATION = /^[+-]?(?:0|(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/;

/**
 * Why a text is no schedule, in the server's words; `undefined` for a good one.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#schedule-syntax
 */
export function scheduleFault(schedule: string): string | undefined {
  if (schedule.startsWith("@")) return descriptorFault(schedule);
  const texts = schedule.split(/\s+/).filter((each) => each !== "");
  if (texts.length !== FIELDS.length) {
    return `expected exactly ${FIELDS.length} fields, found ${texts.length}: [${texts.join(" ")}]`;
  }
  for (const [index, field] of FIELDS.entries()) {
    const fault = firstFault((texts[index] ?? "").split(","), (each) => rangeFault(each, field));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function firstFault(
  texts: readonly string[],
  check: (text: string) => string | undefined,
): string | undefined {
  for (const text of texts) {
    const fault = text === "" ? undefined : check(text);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function descriptorFault(text: string): string | undefined {
  if (DESCRIPTORS.has(text)) return undefined;
  if (!text.startsWith(EVERY)) return `unrecognized descriptor: ${text}`;
  const duration = text.slice(EVERY.length);
  if (DURATION.test(duration)) return undefined;
  return `failed to parse duration ${text}: time: invalid duration ${JSON.stringify(duration)}`;
}

/** `*`, `5`, `1-5`, each with a step. The first fault is a text. */
function rangeFault(text: string, field: Field): string | undefined {
  const [range = "", step, ...more] = text.split("/");
  const ends = endsOf(range, field);
  if (typeof ends === "string") return ends === "" ? `too many hyphens: ${text}` : ends;
  if (more.length > 0) return `too many slashes: ${text}`;
  const size = step === undefined ? 1 : countOf(step);
  if (typeof size === "string") return size;
  const isOpen = step !== undefined && !range.includes("-");
  return boundsFault(text, { ...ends, end: isOpen ? field.max : ends.end, size }, field);
}

/** First and last of a range; a text when there is a fault, empty for too many hyphens. */
function endsOf(
  range: string,
  field: Field,
): { readonly start: number; readonly end: number } | string {
  const [low = "", high, ...hyphens] = range.split("-");
  if (low === "*" || low === "?") {
    return hyphens.length > 0 ? "" : { start: field.min, end: field.max };
  }
  const start = numberOf(low, field);
  if (typeof start === "string") return start;
  if (hyphens.length > 0) return "";
  const end = high === undefined ? start : numberOf(high, field);
  return typeof end === "string" ? end : { start, end };
}

function boundsFault(
  text: string,
  { start, end, size }: { readonly start: number; readonly end: number; readonly size: number },
  field: Field,
): string | undefined {
  if (start < field.min) {
    return `beginning of range (${start}) below minimum (${field.min}): ${text}`;
  }
  if (end > field.max) return `end of range (${end}) above maximum (${field.max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return size === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

/** A number or a name; the text of the fault when it is neither. */
function numberOf(text: string, field: Field): number | string {
  const index = field.names.indexOf(text.toLowerCase());
  return index === -1 ? countOf(text) : index + field.min;
}

function countOf(text: string): number | string {
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  const count = Number(text);
  return count < 0 ? `negative number (${count}) not allowed: ${text}` : count;
}
