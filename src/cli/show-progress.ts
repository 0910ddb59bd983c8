import type { StackStatus } from "../core/report/status-document.ts";
import { explainWatching } from "../core/wording/explain-watching.ts";
import type { Line } from "./line.ts";
import type { Screen } from "./outside.ts";
import { paintLine, paintLines } from "./paint-line.ts";
import { PLAIN } from "./palette.ts";
import { progressFrame } from "./progress-frame.ts";
import { findDriftNews, type ProgressTimes, progressLines } from "./progress-lines.ts";
import { openTerminalFrame } from "./terminal-frame.ts";
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
  const watched = new Map<string, string>();
  const own = openOwnTurns(now);

  function watch({ name }: StackStatus, holder: string): void {
    const line = paintLine([`${name}: ${explainWatching(holder)}`], PLAIN);
    if (watched.get(name) !== holder) screen.write(`${line}\n`);
    watched.set(name, holder);
    own.watch(name);
  }

  return {
    show(status, holder) {
      if (holder !== undefined) {
        watch(status, holder);
        return;
      }
      watched.delete(status.name);
      const { previous, times } = own.next(status);
      for (const line of progressLines(previous, status, times)) screen.write(`${line}\n`);
    },
    print(text) {
      screen.write(text);
    },
    end() {
      watched.clear();
    },
  };
}

/** What was told of each stack since it is ours, so that nothing is told that another agent did. */
interface OwnTurns {
  /** Takes the next status of a stack that is ours. @returns the one before it; `undefined`: our turn begins with this one. */
  next(status: StackStatus): {
    readonly previous: StackStatus | undefined;
    readonly times: ProgressTimes;
  };
  /** Another agent holds the stack at this moment. */
  watch(stack: string): void;
}

function openOwnTurns(now: () => number): OwnTurns {
  const openedAtMs = now();
  const startedAtMs = new Map<string, number>();
  const told = new Map<string, StackStatus>();
  return {
    next(status) {
      const { name } = status;
      const previous = told.get(name);
      told.set(name, status);
      return {
        previous,
        times: { nowMs: now(), startedAtMs: startedAtMs.get(name) ?? openedAtMs },
      };
    },
    watch(stack) {
      told.delete(stack);
      startedAtMs.set(stack, now());
    },
  };
}

function terminalProgress(screen: Screen, now: () => number): Progress {
  const known = new Map<string, StackStatus>();
  const holders = new Map<string, string>();
  const own = openOwnTurns(now);
  const frame = openTerminalFrame({
    write: (text) => {
      screen.write(text);
    },
    columns: () => screen.columns(),
  });

  /** The frame shows what is; what came and went stays above it, told by the agent that did it. */
  function tellNews(status: StackStatus): void {
    const { previous, times } = own.next(status);
    const news = findDriftNews(previous, status, times);
    const lines = news.flatMap((text) => driftLines(status.name, text, screen.columns()));
    if (lines.length > 0) frame.print(paintLines(lines, screen.palette));
  }

  return {
    show(status, holder) {
      if (holder === undefined) {
        holders.delete(status.name);
        tellNews(status);
      } else {
        holders.set(status.name, holder);
        own.watch(status.name);
      }
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
