import type { StackStatus } from "../core/report/status-document.ts";
import type { Line } from "./line.ts";
import type { Screen } from "./outside.ts";
import { paintLine, paintLines } from "./paint-line.ts";
import { PLAIN } from "./palette.ts";
import { progressFrame } from "./progress-frame.ts";
import { findDriftNews, progressLines } from "./progress-lines.ts";
import { openTerminalFrame } from "./terminal-frame.ts";
import { watchText } from "./watch-text.ts";
import { wrapText } from "./wrap-text.ts";

/** Live progress of stacks: a frame that is redrawn on a terminal, a line for each change in a pipe. */
export interface Progress {
  /** @param holder The other agent that holds the stack, so that what is done is not our doing. */
  show(status: StackStatus, holder?: string): void;
  /** A line of the log, above the frame. */
  print(text: string): void;
  end(): void;
}

export function openProgress(screen: Screen, now: () => number): Progress {
  return screen.isTerminal ? terminalProgress(screen, now) : lineProgress(screen, now);
}

function lineProgress(screen: Screen, now: () => number): Progress {
  const known = new Map<string, StackStatus>();
  const watched = new Map<string, string>();
  const times = progressTimes(now);

  function watch({ name }: StackStatus, holder: string): void {
    const line = paintLine([`${name}: ${watchText(holder)}`], PLAIN);
    if (watched.get(name) !== holder) screen.write(`${line}\n`);
    watched.set(name, holder);
    known.delete(name);
  }

  return {
    show(status, holder) {
      if (holder !== undefined) {
        watch(status, holder);
        return;
      }
      watched.delete(status.name);
      for (const line of progressLines(known.get(status.name), status, times())) {
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

/** Asks for the present time, beside that of the first call. */
function progressTimes(now: () => number): () => { nowMs: number; startedAtMs: number } {
  const startedAtMs = now();
  return () => ({ nowMs: now(), startedAtMs });
}

function terminalProgress(screen: Screen, now: () => number): Progress {
  const known = new Map<string, StackStatus>();
  const holders = new Map<string, string>();
  const times = progressTimes(now);
  const frame = openTerminalFrame({
    write: (text) => {
      screen.write(text);
    },
    columns: () => screen.columns(),
  });
  return {
    show(status, holder) {
      if (holder === undefined) holders.delete(status.name);
      else holders.set(status.name, holder);
      // The frame shows what is; what came and went stays above it, told by the agent that did it.
      const previous = known.get(status.name);
      const news = holder === undefined ? findDriftNews(previous, status, times()) : [];
      const lines = news.flatMap((text) => driftLines(status.name, text, screen.columns()));
      if (lines.length > 0) frame.print(paintLines(lines, screen.palette));
      known.set(status.name, status);
      const { palette } = screen;
      const room = { columns: screen.columns(), rows: screen.rows() };
      frame.draw(progressFrame([...known.values()], { nowMs: now(), palette, holders, ...room }));
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
