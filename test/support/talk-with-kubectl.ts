import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type EmbeddedCluster,
  startEmbeddedCluster,
} from "../../src/embedded/start-embedded-cluster.ts";
import { holdTalk } from "./hold-talk.ts";
import { findKubectls, type KubectlProgram } from "./kubectl-programs.ts";
import { outputFor, parseTalk, renderTalk, type Turn } from "./kubectl-talk.ts";
import { type TalkFile, talksAbout } from "./talk-file.ts";

/** Everything happens at once, but one thing after another. */
const FAST = { podStartMs: 50, podStopMs: 20, jobRunMs: 50, backOffMs: 200, provisionMs: 20 };

const NAMES = new Map([["embedded", "NODE"]]);

const programs = findKubectls();

/**
 * Holds the talks about a theme with the embedded cluster, side by side and with each kubectl: it must print what it
 * prints with the real cluster that they were recorded from.
 */
export function talkWithKubectl(theme: string): void {
  const talks = talksAbout(theme);
  const here = programs.length === 0 ? describe.skip : describe.concurrent;
  here(`kubectl on ${theme}`, () => {
    for (const program of programs) {
      // oxlint-disable-next-line vitest/valid-title -- one for each program
      describe.concurrent(program.version, () => {
        holdAll(talks, program);
      });
    }
  });
}

function holdAll(talks: readonly TalkFile[], program: KubectlProgram): void {
  let cluster: EmbeddedCluster;
  const defects: unknown[] = [];

  beforeAll(async () => {
    cluster = await startEmbeddedCluster({
      folder: undefined,
      listen: { host: "127.0.0.1", port: 0 },
      pace: FAST,
      onDefect: (error) => defects.push(error),
    });
  });

  afterAll(async () => {
    await cluster.close();
    expect(defects).toEqual([]);
  });

  test.each(talks)("$name", async ({ name, path }) => {
    const turns = parseTalk(readFileSync(path, "utf8"));
    const parties = { program, cluster, namespace: `talk-${name}`, names: NAMES };
    const said = await holdTalk(turns, parties);
    const { version } = program;
    const heard = turns.map((turn, at) => withOutput(turn, said[at] ?? []));
    const expected = turns.map((turn, at) =>
      withOutput(turn, outputFor(turn, { version, heard: said[at] ?? [] })),
    );
    expect(renderTalk(heard)).toBe(renderTalk(expected));
  });
}

function withOutput(turn: Turn, lines: readonly string[]): Turn {
  return { ...turn, output: new Map([["", lines]]) };
}
