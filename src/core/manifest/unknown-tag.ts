/** What is told of a tag that is none of YAML's own. It is not repeated: a password that begins with `!` is read as one. */
export function unknownTag(): { readonly what: string; readonly expected: string } {
  return {
    what: "a tag that is not known",
    expected: "a value without a tag, or quotes around a value that begins with `!`",
  };
}
