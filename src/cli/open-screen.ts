import type { Screen } from "./outside.ts";
import { choosePalette } from "./palette.ts";

/** What is written to for people: a stream of this process, which may be a terminal. */
export function openScreen(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "columns" | "rows" | "write">,
  environment: Pick<Parameters<typeof choosePalette>[0], "noColor" | "term">,
): Screen {
  return {
    isTerminal: stream.isTTY,
    palette: choosePalette({ isTerminal: stream.isTTY, ...environment }),
    columns: () => stream.columns,
    rows: () => stream.rows,
    write: (text) => void stream.write(text),
  };
}
