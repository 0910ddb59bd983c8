/** A word as a POSIX shell reads it: quoted when it would be read otherwise. */
export function shellText(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
