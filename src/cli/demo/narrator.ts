import type { Line } from "../line.ts";
import { paintLines } from "../paint-line.ts";
import type { Palette } from "../palette.ts";
import { wrapText } from "../wrap-text.ts";
import type { News } from "./tell-news.ts";

/** Who tells the demo. */
export interface Narrator {
  /** The head of an act. */
  title(text: string): void;
  /** Paragraphs, and the time that it takes to read them. */
  say(paragraphs: readonly string[]): Promise<void>;
  /** Lines as they are, set in. */
  show(lines: readonly Line[]): void;
  /** A command as somebody types it. */
  command(text: string): void;
  /** Text of others, word for word but for the ends of long lines. */
  quote(text: string): void;
  /** From here the times of news count. */
  mark(): void;
  /** What happens now, with its time. */
  news(news: readonly News[]): void;
}

interface Stage {
  readonly print: (text: string) => void;
  readonly palette: Palette;
  readonly columns: number;
  readonly now: () => number;
  readonly pause: (delayMs: number) => Promise<void>;
}

/** Somebody who reads slowly and looks up at the same time. */
const WORD_MS = 130;
const LABEL_COLUMNS = 7;
const TIME_COLUMNS = 7;

export function openNarrator({ print, palette, columns, now, pause }: Stage): Narrator {
  let startedAtMs = now();

  function write(lines: readonly Line[]): void {
    print(paintLines(lines, palette));
  }

  function indented(text: string, indent: string): readonly Line[] {
    return wrapText(text, columns - indent.length).map((line) => [`${indent}${line}`]);
  }

  function quoted(text: string): readonly Line[] {
    const bar = "    │ ";
    const [first = "", ...more] = wrapText(text, columns - bar.length - 2);
    return [[bar, first], ...more.map((line): Line => [bar, "  ", line])];
  }

  function newsLines({ label, text, tone }: News): readonly Line[] {
    const time = `${((now() - startedAtMs) / 1000).toFixed(1)}s`.padStart(TIME_COLUMNS);
    const head: Line = [
      { text: `${time} `, tone: "faint" },
      { text: label.padEnd(LABEL_COLUMNS), tone },
      " ",
    ];
    const indent = " ".repeat(TIME_COLUMNS + LABEL_COLUMNS + 2);
    const [first = "", ...more] = wrapText(text, columns - indent.length);
    return [[...head, first], ...more.map((line): Line => [`${indent}${line}`])];
  }

  return {
    title(text) {
      write([[], [{ text, tone: "strong" }], []]);
    },
    async say(paragraphs) {
      write(paragraphs.flatMap((text) => [...indented(text, "  "), []]));
      await pause(paragraphs.join(" ").split(" ").length * WORD_MS);
    },
    show(lines) {
      write([...lines.map((line): Line => ["      ", ...line]), []]);
    },
    command(text) {
      write([["    ", { text: `$ ${text}`, tone: "strong" }]]);
    },
    quote(text) {
      const lines = text.trimEnd().split("\n");
      write([...lines.flatMap(quoted), []]);
    },
    mark() {
      startedAtMs = now();
    },
    news(news) {
      write(news.flatMap(newsLines));
    },
  };
}
