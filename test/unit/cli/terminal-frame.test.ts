import { describe, expect, test } from "vitest";
import { openTerminalFrame } from "../../../src/cli/terminal-frame.ts";

/** A terminal that understands what a frame writes: `\r`, line feed, cursor up, clear line, clear below, colours. */
class Screen {
  readonly writes: string[] = [];
  #columns: number;
  #rows: string[] = [""];
  #row = 0;
  #column = 0;

  constructor(columns: number) {
    this.#columns = columns;
  }

  columns(): number {
    return this.#columns;
  }

  /** Makes the window narrower: what is on it wraps, as in a real terminal. */
  narrow(columns: number): void {
    const wrapped = this.#rows.map((row) => row.match(new RegExp(`.{1,${columns}}`, "g")) ?? [""]);
    this.#row = wrapped.slice(0, this.#row).flat().length;
    this.#rows = wrapped.flat();
    this.#columns = columns;
  }

  write(text: string): void {
    this.writes.push(text);
    // oxlint-disable-next-line no-control-regex -- what a terminal reads
    for (const [token] of text.matchAll(/\u001B\[\d*[A-Za-z]|[\s\S]/g)) this.#take(token);
  }

  text(): string {
    return this.#rows.join("\n").trimEnd();
  }

  #take(token: string): void {
    // oxlint-disable-next-line no-control-regex -- the cursor's way up
    const up = /^\u001B\[(\d+)A$/.exec(token);
    if (up !== null) this.#row = Math.max(0, this.#row - Number(up[1]));
    else if (token === "\r") this.#column = 0;
    else if (token === "\n") this.#feed();
    else if (token === "\u001B[K") this.#set((row) => row.slice(0, this.#column));
    else if (token === "\u001B[J") {
      this.#set((row) => row.slice(0, this.#column));
      this.#rows = this.#rows.slice(0, this.#row + 1);
    } else if (!token.startsWith("\u001B")) this.#print(token);
  }

  #print(character: string): void {
    if (this.#column === this.#columns) this.#feed();
    this.#set((row) => row.slice(0, this.#column) + character + row.slice(this.#column + 1));
    this.#column += 1;
  }

  #feed(): void {
    this.#row += 1;
    this.#column = 0;
    this.#rows[this.#row] ??= "";
  }

  #set(change: (row: string) => string): void {
    this.#rows[this.#row] = change(this.#rows[this.#row] ?? "");
  }
}

describe("a frame on a terminal", () => {
  test("is redrawn in place, also when it grows and shrinks", () => {
    const screen = new Screen(40);
    screen.write("$ lockstep sync\n");
    const frame = openTerminalFrame(screen);
    const seen = [["one", "a longer line"], ["1", "2", "3"], ["\u001B[32mone\u001B[0m"]].map(
      (lines) => {
        frame.draw(lines);
        return screen.text();
      },
    );
    expect(seen).toEqual([
      "$ lockstep sync\none\na longer line",
      "$ lockstep sync\n1\n2\n3",
      "$ lockstep sync\none",
    ]);
  });

  test("each change is one write, and no change is none", () => {
    const screen = new Screen(40);
    const frame = openTerminalFrame(screen);
    frame.draw(["one", "two"]);
    frame.draw(["one", "two"]);
    frame.draw(["one", "three"]);
    expect(screen.writes).toEqual([
      "\rone\u001B[K\ntwo\u001B[K\n\u001B[J",
      "\u001B[2A\rone\u001B[K\nthree\u001B[K\n\u001B[J",
    ]);
  });

  test("log lines are printed above it", () => {
    const screen = new Screen(40);
    const frame = openTerminalFrame(screen);
    frame.draw(["tier 0", "tier 1"]);
    frame.print("a log line that is longer\n");
    frame.print("another");
    frame.draw(["tier 0"]);
    expect(screen.text()).toBe("a log line that is longer\nanother\ntier 0");
  });

  test("its last lines stay when it ends, and the next frame begins below", () => {
    const screen = new Screen(40);
    const frame = openTerminalFrame(screen);
    frame.draw(["in sync"]);
    frame.end();
    screen.write("result\n");
    frame.draw(["another frame"]);
    expect(screen.text()).toBe("in sync\nresult\nanother frame");
  });

  test("a window that became narrower is cleaned of the wrapped lines", () => {
    const screen = new Screen(40);
    screen.write("$\n");
    const frame = openTerminalFrame(screen);
    frame.draw(["\u001B[32ma line of 20 columns\u001B[0m", "short"]);
    screen.narrow(8);
    frame.draw(["new"]);
    expect(screen.text()).toBe("$\nnew");
  });
});
