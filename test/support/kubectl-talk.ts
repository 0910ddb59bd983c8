import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { maskOutput } from "./mask-output.ts";

/** One command of a talk. */
export interface Turn {
  /** For the shell. */
  readonly command: string;
  /** `$`: recorded from a real cluster. `%`: written by hand, for what the real cluster of the tests plays otherwise. */
  readonly prompt: "$" | "%";
  /** What a person reads before the command, with its `;`. */
  readonly comment: readonly string[];
  /** What is printed, by the version of kubectl; empty for all versions alike. */
  readonly output: ReadonlyMap<string, readonly string[]>;
}

/** Where a talk is held. */
export interface TalkPlace {
  /** Its working folder and home. */
  readonly folder: string;
  /** Only what is in it: kubectl and the system's own programs. */
  readonly path: string;
  readonly kubeconfig: string;
  /** What is called otherwise in each cluster, such as its node, and the name to show. */
  readonly names: ReadonlyMap<string, string>;
}

/** For temporary files, in the folder of a talk: talks are held at once, and some remove what kubectl left there. */
export const TEMPORARY_FOLDER = ".tmp";

const ALL = "";
const TIMEOUT_SECONDS = "30";

/**
 * Reads a talk: turns with blank lines between them. A command stands after `$ ` or `% ` and goes on after `> `; what it
 * prints follows. Lines of the standard error begin with `! `, a code other than 0 is `[code]`. After `@1.27` comes what
 * only this version of kubectl prints. Lines before the command that begin with `; ` are for people.
 */
export function parseTalk(text: string): readonly Turn[] {
  return text
    .split(/\n{2,}/)
    .map((block) => block.split("\n").filter((line) => line !== ""))
    .filter((lines) => lines.length > 0)
    .map(parseTurn);
}

function parseTurn(lines: readonly string[]): Turn {
  const first = lines.findIndex((line) => /^[$%] /.test(line));
  const end = lines.findIndex((line, at) => at > first && !line.startsWith("> "));
  const command = lines.slice(first, end === -1 ? undefined : end);
  return {
    command: command.map((line) => line.slice(2)).join("\n"),
    prompt: command[0]?.startsWith("%") === true ? "%" : "$",
    comment: lines.slice(0, first),
    output: parseOutput(end === -1 ? [] : lines.slice(end)),
  };
}

function parseOutput(lines: readonly string[]): Turn["output"] {
  const output = new Map<string, string[]>();
  let version = ALL;
  for (const line of lines) {
    if (/^@\d/.test(line)) version = line.slice(1);
    else output.set(version, [...(output.get(version) ?? []), line]);
  }
  return output;
}

/**
 * What a version of kubectl should print. One that was not recorded may print what any recorded one does, turn by turn;
 * `heard` is what it has printed.
 */
export function outputFor(
  turn: Turn,
  { version, heard }: { readonly version: string; readonly heard: readonly string[] },
): readonly string[] {
  const common = turn.output.get(ALL);
  if (common !== undefined) return common;
  const own = turn.output.get(version);
  if (own !== undefined) return own;
  const same = [...turn.output.values()].find((lines) => lines.join("\n") === heard.join("\n"));
  const [nearest = []] = [...turn.output]
    .toSorted(([a], [b]) => distance(a, version) - distance(b, version))
    .map(([, lines]) => lines);
  return same ?? nearest;
}

function distance(a: string, b: string): number {
  return Math.abs(minorOf(a) - minorOf(b));
}

function minorOf(version: string): number {
  return Number(version.split(".")[1] ?? 0);
}

/** Writes a talk as `parseTalk` reads it. */
export function renderTalk(turns: readonly Turn[]): string {
  return turns.map(renderTurn).join("\n");
}

function renderTurn({ comment, prompt, command, output }: Turn): string {
  const [first = "", ...more] = command.split("\n");
  const parts = [...output].flatMap(([version, lines]) =>
    version === ALL ? lines : [`@${version}`, ...lines],
  );
  const said = [`${prompt} ${first}`, ...more.map((line) => `> ${line}`), ...parts];
  return [...comment, ...said].map((line) => `${line}\n`).join("");
}

/** Says one command and returns what it prints, masked. */
export async function sayTurn(command: string, place: TalkPlace): Promise<readonly string[]> {
  // It ends what the shell has started, too.
  const child = spawn("timeout", [TIMEOUT_SECONDS, "sh", "-c", command], {
    cwd: place.folder,
    env: {
      PATH: place.path,
      HOME: place.folder,
      TMPDIR: join(place.folder, TEMPORARY_FOLDER),
      KUBECONFIG: place.kubeconfig,
      LC_ALL: "C",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { code, stdout, stderr } = await endOf(child);
  return [
    ...heardLines(stdout, place),
    ...heardLines(stderr, place).map((line) => `! ${line}`),
    ...(code === "0" ? [] : [`[${code}]`]),
  ];
}

function heardLines(text: string, { folder, names }: TalkPlace): readonly string[] {
  return linesOf(maskOutput(text.replaceAll(join(folder, TEMPORARY_FOLDER), "/tmp"), names));
}

async function endOf(
  child: ChildProcess,
): Promise<{ readonly code: string; readonly stdout: string; readonly stderr: string }> {
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code: String(code ?? signal), ...texts }));
  });
}

/** Empty lines say nothing. */
function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}

/** What each version printed at one turn: once when all printed the same. */
export function joinOutputs(
  said: ReadonlyMap<string, readonly (readonly string[])[]>,
  at: number,
): Turn["output"] {
  const outputs = [...said].map(([version, turns]) => [version, turns[at] ?? []] as const);
  const texts = new Set(outputs.map(([, lines]) => lines.join("\n")));
  return texts.size === 1 ? new Map([[ALL, outputs[0]?.[1] ?? []]]) : new Map(outputs);
}
