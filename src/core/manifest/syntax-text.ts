/**
 * The YAML package's error codes in words. Its own messages repeat pieces of the text, which may
 * be a Secret's.
 */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ["ALIAS_PROPS", "an alias with an anchor or a tag"],
  ["BAD_ALIAS", "an alias without a usable name"],
  ["BAD_COLLECTION_TYPE", "a tag that does not fit its map or list"],
  ["BAD_DIRECTIVE", "a directive that is not understood"],
  ["BAD_DQ_ESCAPE", "an unknown escape in a double-quoted text"],
  ["BAD_INDENT", "wrong indentation"],
  ["BAD_PROP_ORDER", "an anchor or tag in the wrong place"],
  ["BAD_SCALAR_START", "a text that begins with a reserved character and has no quotes"],
  ["BLOCK_AS_IMPLICIT_KEY", "a map or list inside a line that is already a key or value"],
  ["BLOCK_IN_FLOW", "an indented map or list inside brackets"],
  ["KEY_OVER_1024_CHARS", "a key longer than 1,024 characters"],
  ["MISSING_CHAR", "a missing quote, bracket, comma, colon or space"],
  ["MULTILINE_IMPLICIT_KEY", "a key over more than one line"],
  ["MULTIPLE_ANCHORS", "two anchors on one value"],
  ["MULTIPLE_TAGS", "two tags on one value"],
  ["TAB_AS_INDENT", "a tab used for indentation"],
  ["UNEXPECTED_TOKEN", "something that may not stand here"],
]);

/** What a syntax error of the YAML package is about, in words of ours. */
export function syntaxText(code: string): string {
  return `not valid YAML: ${TEXTS.get(code) ?? "it cannot be read here"}`;
}
