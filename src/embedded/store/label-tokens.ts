/** A piece of a label selector. */
export interface LabelToken {
  readonly kind:
    | "word"
    | "in"
    | "notin"
    | "!"
    | "("
    | ")"
    | ","
    | "="
    | "=="
    | "!="
    | ">"
    | "<"
    | "end";
  /** As it is written; empty at the end. */
  readonly text: string;
}

/** Longest first: a sign is read as far as it goes. */
const SIGNS = ["==", "!=", "=", "!", "(", ")", ",", ">", "<"] as const;

const WORD = /[^=!(),<> \t\r\n]+/;
const BLANKS = /[ \t\r\n]*/;

/** The pieces of a label selector, the last one an `end`. */
export function readLabelTokens(text: string): readonly LabelToken[] {
  const tokens: LabelToken[] = [];
  let at = lengthAt(BLANKS, text, 0);
  while (at < text.length) {
    const token = readToken(text, at);
    tokens.push(token);
    at += token.text.length;
    at += lengthAt(BLANKS, text, at);
  }
  return [...tokens, { kind: "end", text: "" }];
}

function readToken(text: string, at: number): LabelToken {
  const sign = SIGNS.find((each) => text.startsWith(each, at));
  if (sign !== undefined) return { kind: sign, text: sign };
  const word = text.slice(at, at + lengthAt(WORD, text, at));
  return { kind: word === "in" || word === "notin" ? word : "word", text: word };
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  const sticky = new RegExp(pattern, "y");
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0].length ?? 0;
}
