/** The rows of a table that is written as text: one row a line, cells between ` | `, empty lines left out. */
export function parseTable(text: string): readonly (readonly string[])[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split(/(?:^|\s)\|(?:\s|$)/).map((cell) => cell.trim()));
}
