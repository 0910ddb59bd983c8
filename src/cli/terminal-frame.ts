import { printable } from "./printable.ts";
import { textWidth } from "./text-width.ts";

/** A terminal as the frame needs it. */
interface Terminal {
  write(text: string): void;
  /** Its columns now; they change when the window does. */
  columns(): number;
}

/** Lines at the end of a terminal's output that are redrawn in place. */
interface TerminalFrame {
  /** Shows these lines instead of the former ones. Writes nothing when they are the same. */
  draw(lines: readonly string[]): void;
  /** Writes whole lines (such as those of a log) above the frame. */
  print(text: string): void;
  /** Leaves the last lines standing; what is drawn afterwards is a new frame below. */
  end(): void;
}

const CLEAR_REST_OF_LINE = "\u001B[K";
const CLEAR_BELOW = "\u001B[J";
// oxlint-disable-next-line no-control-regex -- the colours that a palette adds take no columns
const COLOURS = /\u001B\[\d*m/g;

/**
 * A frame on a terminal. Each change is one write that overwrites line by line and clears only what is left over, so
 * that nothing flickers; the cursor stays visible, so that a killed process leaves a usable terminal.
 *
 * @see https://www.ecma-international.org/publications-and-standards/standards/ecma-48/
 */
export function openTerminalFrame(terminal: Terminal): TerminalFrame {
  let drawn: readonly string[] = [];

  function toStart(): string {
    const rows = rowsOf(drawn, terminal.columns());
    return rows === 0 ? "\r" : `\u001B[${rows}A\r`;
  }

  return {
    draw(lines) {
      if (isSame(lines, drawn)) return;
      terminal.write(`${toStart()}${linesText(lines)}${CLEAR_BELOW}`);
      drawn = lines;
    },
    print(text) {
      const end = text.endsWith("\n") ? "" : "\n";
      terminal.write(`${toStart()}${CLEAR_BELOW}${text}${end}${linesText(drawn)}`);
    },
    end() {
      drawn = [];
    },
  };
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}${CLEAR_REST_OF_LINE}\n`).join("");
}

/** Lines that were drawn before a window became narrower take more than one row each now. */
function rowsOf(lines: readonly string[], columns: number): number {
  return lines.reduce((sum, line) => {
    const width = textWidth(printable(line.replaceAll(COLOURS, "")));
    return sum + Math.max(1, Math.ceil(width / Math.max(1, columns)));
  }, 0);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}
