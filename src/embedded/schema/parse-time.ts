/** A time as the server writes it back, or why the text is none. */
export type ParsedTime =
  | { readonly kind: "parsed"; readonly text: string }
  | { readonly kind: "wrong"; readonly message: string };

/** How many places the seconds have: none for `Time`, six for `MicroTime`. */
export type TimePrecision = "seconds" | "micros";

interface Reading {
  /** What is not read yet. */
  readonly rest: string;
  readonly parts: readonly string[];
  readonly fault: string | undefined;
}

interface Element {
  /** Its name in Go's layout, which error texts mention. */
  readonly name: string;
  readonly pattern: RegExp;
  /** For a number: what it is called and its bounds. */
  readonly range?: { readonly name: string; readonly min: number; readonly max: number };
}

const DATE: readonly Element[] = [
  { name: "2006", pattern: /^\d{4}/ },
  { name: "-", pattern: /^-/ },
  { name: "01", pattern: /^\d{2}/, range: { name: "month", min: 1, max: 12 } },
  { name: "-", pattern: /^-/ },
  { name: "02", pattern: /^\d{2}/ },
];

const CLOCK: readonly Element[] = [
  { name: "T", pattern: /^T/ },
  { name: "15", pattern: /^\d{1,2}/, range: { name: "hour", min: 0, max: 23 } },
  { name: ":", pattern: /^:/ },
  { name: "04", pattern: /^\d{2}/, range: { name: "minute", min: 0, max: 59 } },
  { name: ":", pattern: /^:/ },
  { name: "05", pattern: /^\d{2}/, range: { name: "second", min: 0, max: 59 } },
];

const ZONE: Element = { name: "Z07:00", pattern: /^(?:Z|[+-]\d{2}:\d{2})/ };

const LAYOUTS: Readonly<
  Record<TimePrecision, { readonly text: string; readonly elements: readonly Element[] }>
> = {
  seconds: {
    text: "2006-01-02T15:04:05Z07:00",
    elements: [...DATE, ...CLOCK, { name: "", pattern: /^(?:[.,]\d+)?/ }, ZONE],
  },
  micros: {
    text: "2006-01-02T15:04:05.000000Z07:00",
    elements: [...DATE, ...CLOCK, { name: ".000000", pattern: /^\.\d{6}/ }, ZONE],
  },
};

const MINUTES_PER_HOUR = 60;
const MS_PER_MINUTE = 60_000;
const ZONE_HOURS_MAX = 24;
const MICROS_LENGTH = 7;

/**
 * Reads an RFC 3339 time with the server's error texts, and gives it in UTC without the fraction that the type has no room for.
 * @see https://www.rfc-editor.org/rfc/rfc3339
 */
export function parseTime(written: string, precision: TimePrecision): ParsedTime {
  const layout = LAYOUTS[precision];
  const opening = `parsing time ${JSON.stringify(written)}`;
  const { rest, parts, fault } = layout.elements.reduce<Reading>(readElement, {
    rest: written,
    parts: [],
    fault: undefined,
  });
  if (fault !== undefined) {
    const as = fault.startsWith("cannot parse") ? ` as "${layout.text}"` : "";
    return { kind: "wrong", message: `${opening}${as}: ${fault}` };
  }
  const later = lateFaultOf(parts, rest);
  if (later !== undefined) return { kind: "wrong", message: `${opening}: ${later}` };
  return { kind: "parsed", text: inUtc(parts, precision) };
}

function readElement({ rest, parts, fault }: Reading, element: Element): Reading {
  if (fault !== undefined) return { rest, parts, fault };
  const found = element.pattern.exec(rest)?.[0];
  if (found === undefined) {
    return {
      rest,
      parts,
      fault: `cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(element.name)}`,
    };
  }
  const { range } = element;
  const isOut = range !== undefined && (Number(found) < range.min || Number(found) > range.max);
  return {
    rest: rest.slice(found.length),
    parts: [...parts, found],
    fault: isOut ? `${range.name} out of range` : undefined,
  };
}

/** Faults that show only when all is read. */
function lateFaultOf(parts: readonly string[], rest: string): string | undefined {
  const [zoneHours = 0, zoneMinutes = 0] = zoneOf(parts);
  if (zoneHours > ZONE_HOURS_MAX) return "time zone offset hour out of range";
  if (zoneMinutes >= MINUTES_PER_HOUR) return "time zone offset minute out of range";
  if (rest !== "") return `extra text: ${JSON.stringify(rest)}`;
  return isDayOfMonth(parts) ? undefined : "day out of range";
}

function isDayOfMonth(parts: readonly string[]): boolean {
  const day = numberAt(parts, 4);
  const last = new Date(0);
  last.setUTCFullYear(numberAt(parts, 0), numberAt(parts, 2), 0);
  return day >= 1 && day <= last.getUTCDate();
}

function zoneOf(parts: readonly string[]): readonly number[] {
  const zone = parts.at(-1) ?? "Z";
  return zone === "Z" ? [] : zone.slice(1).split(":").map(Number);
}

function inUtc(parts: readonly string[], precision: TimePrecision): string {
  const [hours = 0, minutes = 0] = zoneOf(parts);
  const sign = parts.at(-1)?.startsWith("-") === true ? -1 : 1;
  const time = new Date(0);
  time.setUTCFullYear(numberAt(parts, 0), numberAt(parts, 2) - 1, numberAt(parts, 4));
  time.setUTCHours(numberAt(parts, 6), numberAt(parts, 8), numberAt(parts, 10), 0);
  const offsetMs = sign * (hours * MINUTES_PER_HOUR + minutes) * MS_PER_MINUTE;
  const [whole = ""] = new Date(time.getTime() - offsetMs).toISOString().split(".");
  const micros = (parts.at(-2) ?? "").slice(0, MICROS_LENGTH);
  return precision === "micros" ? `${whole}${micros}Z` : `${whole}Z`;
}

/** Of the element at a place of the layout; every second one is a separator. */
function numberAt(parts: readonly string[], place: number): number {
  return Number(parts[place] ?? 0);
}
