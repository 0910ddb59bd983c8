import { type ChildProcess, spawn } from "node:child_process";
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

const ALL = "";
const TIMEOUT_SECONDS = "30";

/**
 * Reads a talk: commands after `$ ` or `% ` that go on after `> `, each followed by what it prints. Lines of the standard
 * error begin with `! `, a code other than 0 is `[code]`. After `@1.27` comes what only this version of kubectl prints.
 */
export function parseTalk(text: string): readonly Turn[] {
  const turns: { turn: Turn; command: string[]; output: Map<string, string[]> }[] = [];
  let comment: string[] = [];
  let version = ALL;
  for (const line of text.split("\n")) {
    const open = turns.at(-1);
    if (/^[$%] /.test(line)) {
      const command = [line.slice(2)];
      const output = new Map<string, string[]>();
      const prompt = line.startsWith("$") ? "$" : "%";
      turns.push({ turn: { command: "", prompt, comment, output }, command, output });
      comment = [];
      version = ALL;
    } else if (line.startsWith("; ")) comment.push(line);
    else if (line.startsWith("> ")) open?.command.push(line.slice(2));
    else if (/^@\d/.test(line)) version = line.slice(1);
    else if (line !== "") open?.output.set(version, [...(open.output.get(version) ?? []), line]);
  }
  return turns.map(({ turn, command }) => ({ ...turn, command: command.join("\n") }));
}

/** What is expected of a version of kubectl; of the nearest one that is recorded. */
export function outputFor(turn: Turn, version: string): readonly string[] {
  const recorded = [...turn.output.keys()].filter((each) => each !== ALL);
  const nearest = recorded.toSorted((a, b) => distance(a, version) - distance(b, version))[0];
  return [...(turn.output.get(ALL) ?? []), ...(turn.output.get(nearest ?? "none") ?? [])];
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
    env: { PATH: place.path, HOME: place.folder, KUBECONFIG: place.kubeconfig, LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { code, stdout, stderr } = await endOf(child);
  return [
    ...linesOf(maskOutput(stdout, place.names)),
    ...linesOf(maskOutput(stderr, place.names)).map((line) => `! ${line}`),
    ...(code === "0" ? [] : [`[${code}]`]),
  ];
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
