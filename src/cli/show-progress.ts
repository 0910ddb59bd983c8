import type { StackStatus } from "../core/report/status-document.ts";
import type { Line } from "./line.ts";
import type { Screen } from "./outside.ts";
import { paintLines } from "./paint-line.ts";
import { progressFrame } from "./progress-frame.ts";
import { findDriftNews, progressLines } from "./progress-lines.ts";
import { openTerminalFrame } from "./terminal-frame.ts";
import { wrapText } from "./wrap-text.ts";

/** Live progress of stacks: a frame that is redrawn on a terminal, a line for each change in a pipe. */
export interface Progress {
  show(status: StackStatus): void;
  /** A line of the log, above the frame. */
  print(text: string): void;
  end(): void;
}

export function openProgress(screen: Screen, now: () => number): Progress {
  return screen.isTerminal ? terminalProgress(screen, now) : lineProgress(screen, now);
}

function lineProgress(screen: Screen, now: () => number): Progress {
  const known = new Map<string, StackStatus>();
  return {
    show(status) {
      for (const line of progressLines(known.get(status.name), status, now())) {
        screen.write(`${line}\n`);
      }
      known.set(status.name, status);
    },
    print(text) {
      screen.write(text);
    },
    end() {
      known.clear();
    },
  };
}

function terminalProgress(screen: Screen, now: () => number): Progress {
  const known = new Map<string, StackStatus>();
  const frame = openTerminalFrame({
    write: (text) => {
      screen.write(text);
    },
    columns: () => screen.columns(),
  });
  return {
    show(status) {
      // The frame shows what is; what came and went stays above it.
      const news = findDriftNews(known.get(status.name), status, now());
      const lines = news.flatMap((text) => driftLines(status.name, text, screen.columns()));
      if (lines.length > 0) frame.print(paintLines(lines, screen.palette));
      known.set(status.name, status);
      const { palette } = screen;
      const view = { nowMs: now(), palette, columns: screen.columns(), rows: screen.rows() };
      frame.draw(progressFrame([...known.values()], view));
    },
    print(text) {
      frame.print(text);
    },
    end() {
      frame.end();
    },
  };
}

/** As the frame begins, and whole: a path is longer than a row. */
function driftLines(stack: string, text: string, columns: number): readonly Line[] {
  const head: Line = [{ text: stack, tone: "strong" }, ": ", { text: "drift", tone: "bad" }, ": "];
  const indent = " ".repeat(4);
  const [first = "", ...more] = wrapText(text, columns - `${stack}: drift: `.length - 1);
  return [[...head, first], ...more.map((line): Line => [indent, line])];
}
