/** What comes before the picture of the order, which only a forge can draw. */
export function excerptReport(markdown: string): string {
  const [text = ""] = markdown.split("\n## Order\n");
  return text.trimEnd();
}

/** The rows of a report's tables that name somebody, without the rest. */
export function rowsNaming(manager: string, markdown: string): readonly string[] {
  return markdown.split("\n").filter((line) => line.startsWith("|") && line.includes(manager));
}
