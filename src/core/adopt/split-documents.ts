/** A part of a text that is read and edited by itself. */
export interface TextPart {
  readonly text: string;
  /** Lines of the text before it. */
  readonly linesBefore: number;
}

/** What makes the begin of a document depend on what stands before it: directives, and `...`. */
const JOINED = /^\uFEFF?(?:%|\.\.\.(?:\s|$))/m;

/** The documents of a YAML text, what stands before the first `---` too: whatever they say, `---` in the first column ends it. */
export function splitDocuments(text: string): readonly TextPart[] {
  if (JOINED.test(text)) return [{ text, linesBefore: 0 }];
  let linesBefore = 0;
  return text.split(/(?<=\n)(?=---(?:[ \t\r\n]|$))/).map((part) => {
    const before = linesBefore;
    linesBefore += countBreaks(part);
    return { text: part, linesBefore: before };
  });
}

/** Line breaks of a text. */
export function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
