const LINE_MAX = 100;

/** JSON as the formatter of this project writes it: lists of plain values on one line where they fit. */
export function formatJson(value: unknown): string {
  return `${format(value, { indent: "", used: 0 })}\n`;
}

interface Spot {
  readonly indent: string;
  /** Characters before the value on its line. */
  readonly used: number;
}

function format(value: unknown, spot: Spot): string {
  const inner = `${spot.indent}  `;
  if (Array.isArray(value)) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
    const isPlain = value.every((item) => typeof item !== "object" || item === null);
    if (value.length === 0 || (isPlain && spot.used + line.length < LINE_MAX)) return line;
    const items = value.map((item) => inner + format(item, { indent: inner, used: inner.length }));
    return `[\n${items.join(",\n")}\n${spot.indent}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => {
    const head = `${inner}${JSON.stringify(key)}: `;
    return head + format(member, { indent: inner, used: head.length });
  });
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${spot.indent}}`;
}
