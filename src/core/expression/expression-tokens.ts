/** A piece of a condition's text. */
export interface Token {
  readonly kind: "name" | "text" | "number" | "sign";
  /** Of a text what stands between its quotes. */
  readonly text: string;
  /** Where it begins and ends in the condition, from 0. */
  readonly from: number;
  readonly to: number;
}

const TOKEN =
  /\s*(?:(?<name>[A-Za-z_][\w-]*)|(?<number>-?\d+(?:\.\d+)?)(?![\w.])|"(?<double>[^"\\\p{C}]*)"|'(?<single>[^'\\\p{C}]*)'|(?<sign>&&|\|\||[=!<>]=|[=<>!()[\].]))/uy;

/**
 * Splits a condition into its pieces. A text in quotes holds neither a backslash nor its own quote.
 *
 * @returns The pieces, or where the first one begins that is none.
 */
export function splitExpression(
  text: string,
): { readonly tokens: readonly Token[] } | { readonly strangeAt: number } {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const begin = pattern.lastIndex;
    const found = pattern.exec(text);
    if (found === null) return { strangeAt: begin + leadingSpace(text.slice(begin)) };
    tokens.push(tokenOf(found));
  }
  return { tokens };
}

function tokenOf(found: RegExpExecArray): Token {
  const { name, number, double, single, sign = "" } = found.groups ?? {};
  const place = { from: found.index + leadingSpace(found[0]), to: found.index + found[0].length };
  if (name !== undefined) return { kind: "name", text: name, ...place };
  if (number !== undefined) return { kind: "number", text: number, ...place };
  const quoted = double ?? single;
  if (quoted !== undefined) return { kind: "text", text: quoted, ...place };
  return { kind: "sign", text: sign, ...place };
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length;
}
