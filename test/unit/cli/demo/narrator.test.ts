import { expect, test } from "vitest";
import { openNarrator } from "../../../../src/cli/demo/narrator.ts";
import { choosePalette, PLAIN } from "../../../../src/cli/palette.ts";

interface Told {
  readonly narrator: ReturnType<typeof openNarrator>;
  readonly clock: { nowMs: number };
  readonly paused: number[];
  readonly text: () => string;
}

function open(columns: number, palette = PLAIN): Told {
  let text = "";
  const clock = { nowMs: 0 };
  const paused: number[] = [];
  const narrator = openNarrator({
    print: (more) => {
      text += more;
    },
    palette,
    columns,
    now: () => clock.nowMs,
    pause: async (delayMs) => {
      paused.push(delayMs);
      await Promise.resolve();
    },
  });
  return { narrator, clock, paused, text: () => text };
}

test("an act in a pipe is plain text in the columns that there are", async () => {
  const { narrator, clock, text } = open(40);
  narrator.title("Act 1: install");
  await narrator.say(["Watch the order in which everything goes."]);
  narrator.command("git commit");
  narrator.show([["db.yaml"]]);
  narrator.mark();
  clock.nowMs = 1_240;
  narrator.news([{ label: "applied", tone: "strong", text: "Namespace/shop, Namespace/elastic" }]);
  narrator.quote("| reverted, `changed` | `Deployment.apps/shop/web` |\n");
  expect(text().split("\n")).toEqual([
    "",
    "Act 1: install",
    "",
    "  Watch the order in which everything",
    "  goes.",
    "",
    "    $ git commit",
    "      db.yaml",
    "",
    "   1.2s applied Namespace/shop,",
    "                Namespace/elastic",
    "    │ | reverted, `changed` |",
    "    │   `Deployment.apps/shop/web` |",
    "",
    "",
  ]);
});

test("the longer the text, the longer the time to read", async () => {
  const { narrator, paused } = open(80);
  await narrator.say(["Three short words."]);
  await narrator.say(["Here are", "six words in two paragraphs."]);
  expect(paused[0]).toBeGreaterThan(0);
  expect((paused[1] ?? 0) / (paused[0] ?? 1)).toBeCloseTo(7 / 3);
});

test("colours only with a palette, and never from the text", () => {
  const palette = choosePalette({ isTerminal: true, noColor: undefined, term: "xterm" });
  const coloured = open(80, palette);
  coloured.narrator.news([{ label: "drift", tone: "bad", text: "\u001B[41mred" }]);
  expect(coloured.text()).toContain("\u001B[31mdrift");
  expect(coloured.text()).not.toContain("\u001B[41m");
});
