type Thing = "file" | "folder";

/** Why something that a person named cannot be read, from the code that the system gave; `undefined` for a code without words. */
export function explainUnreadable(code: unknown, thing: Thing): string | undefined {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return explainMissing(thing);
    case "EISDIR":
      return "it is a folder";
    case "EACCES":
      return "it may not be read";
    default:
      return undefined;
  }
}

export function explainMissing(thing: Thing): string {
  return `there is no such ${thing}`;
}
