import { CommanderError, type Command as Program } from "commander";
import { parseDuration } from "../core/config/parse-duration.ts";
import { suggestKey } from "../core/config/suggest-key.ts";
import type { Parsed, Problem } from "../core/problem.ts";
import { buildProgram, type Heard } from "./build-program.ts";
import type { Command } from "./command.ts";
import { commandOf, previewOf, textOf, timeoutOf, type Values } from "./command-of.ts";

/**
 * Reads the command line.
 *
 * @param argv What follows the program's name.
 * @param version The program's own, for `--version`.
 */
export function parseArguments(argv: readonly string[], version: string): Parsed<Command> {
  const heard: Heard = { command: undefined, text: "" };
  const program = buildProgram(version, heard);
  try {
    program.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return answerEnd(error, { heard, program, argv });
  }
  return heard.command === undefined ? noCommand(program, argv) : readCommand(heard.command);
}

interface Asked {
  readonly heard: Heard;
  readonly program: Program;
  readonly argv: readonly string[];
}

/** Commander ends a parse by throwing, also after it printed the help or the version. */
function answerEnd(error: CommanderError, asked: Asked): Parsed<Command> {
  const { text } = asked.heard;
  switch (error.code) {
    case "commander.version":
      return { ok: true, value: { name: "version", text } };
    case "commander.helpDisplayed":
      return { ok: true, value: { name: "help", text } };
    case "commander.help":
      return error.exitCode === 0
        ? { ok: true, value: { name: "help", text } }
        : noCommand(asked.program, asked.argv);
    case "commander.unknownCommand":
      return refuse([unknownCommand(quotedIn(error), asked.program)]);
    case "commander.unknownOption":
      return refuse([unknownOption(quotedIn(error), asked)]);
    case "commander.optionMissingArgument":
      return refuse([argumentProblem(`${quotedIn(error)} has no value`, "a value after it")]);
    case "commander.missingArgument":
      return refuse([missingArgument(quotedIn(error), asked)]);
    case "commander.excessArguments":
      return refuse([excessArguments(asked)]);
    default:
      throw error;
  }
}

/** Commander names the culprit in single quotes. */
function quotedIn({ message }: CommanderError): string {
  return /'([\s\S]*)'/.exec(message)?.[1] ?? message;
}

/** Nothing to run; or `help` for a command that does not exist. */
function noCommand(program: Program, argv: readonly string[]): Parsed<Command> {
  const [first, second] = argv;
  return first === "help" && second !== undefined
    ? refuse([unknownCommand(second, program)])
    : refuse([argumentProblem("there is no command", listOf(program))]);
}

function missingArgument(name: string, asked: Asked): Problem {
  const command = asked.heard.command?.name() ?? asked.program.name();
  return argumentProblem(`${command} needs to be told which ${name}`, `${command} <${name}>`);
}

function excessArguments(asked: Asked): Problem {
  const chosen = asked.heard.command ?? asked.program;
  const count = chosen.registeredArguments.length === 0 ? "no argument" : "one argument";
  const what = `${chosen.name()} takes ${count}`;
  return argumentProblem(what, `what "${helpCommand(asked)}" lists`);
}

function unknownCommand(name: string, program: Program): Problem {
  const names = program.commands.map((command) => command.name());
  return argumentProblem(`unknown command "${name}"`, suggest(name, names) ?? listOf(program));
}

function unknownOption(written: string, asked: Asked): Problem {
  const [flag = ""] = written.split("=");
  const commands = [asked.program, asked.heard.command].filter((each) => each !== undefined);
  const known = commands
    .flatMap(({ options }) => options.filter(({ hidden }) => !hidden))
    .flatMap(({ long }) => long ?? [])
    .concat("--help");
  const expected = suggest(flag, known) ?? `an option that "${helpCommand(asked)}" lists`;
  return argumentProblem(`unknown option "${flag}"`, expected);
}

function suggest(written: string, known: readonly string[]): string | undefined {
  const suggestion = suggestKey(written, known);
  return suggestion === undefined ? undefined : `did you mean "${suggestion}"?`;
}

function listOf(program: Program): string {
  return `one of ${program.commands.map((command) => command.name()).join(", ")}`;
}

function helpCommand(asked: Asked): string {
  const chosen = asked.heard.command;
  return ["lockstep", ...(chosen === undefined ? [] : [chosen.name()]), "--help"].join(" ");
}

/** The values of a command line before they are checked: text, a switch, or nothing. */
function readCommand(command: Program): Parsed<Command> {
  const values: Values = command.optsWithGlobals();
  const name = command.name();
  const problems = [
    ...findEmpty(values),
    ...findWrongOutput(name, values),
    ...findWrongTimeout(values),
    ...findWrongRevision(values),
    ...findConflicts(values),
    ...findWrongEnd(values),
  ];
  if (problems.length > 0) return refuse(problems);
  return { ok: true, value: commandOf(command, values) };
}

function findEmpty(values: Values): readonly Problem[] {
  return ["config", "stack"].flatMap((key) =>
    textOf(values, key) === ""
      ? [{ where: `--${key}`, what: "is empty", expected: "a value after it" }]
      : [],
  );
}

function findWrongOutput(name: string, values: Values): readonly Problem[] {
  const known = name === "graph" ? ["text", "mermaid", "json"] : ["text", "json"];
  const output = textOf(values, "output") ?? "";
  if (known.includes(output)) return [];
  const what = `${JSON.stringify(output)} is no output of ${name}`;
  return [{ where: "--output", what, expected: `one of ${known.join(", ")}` }];
}

function findWrongTimeout(values: Values): readonly Problem[] {
  const written = textOf(values, "timeout");
  if (written === undefined || timeoutOf(values) > 0) return [];
  const expected = "a time above zero and up to 24 days, such as 30s, 10m or 1h30m";
  return [{ where: "--timeout", what: `${JSON.stringify(written)} is no time to wait`, expected }];
}

function findWrongRevision(values: Values): readonly Problem[] {
  const written = textOf(values, "confirmPrune");
  if (written === undefined || /^[0-9a-f]{7,40}$/.test(written)) return [];
  const expected =
    "the commit whose deletes are meant, 7 to 40 hex digits, as lockstep status shows it";
  return [{ where: "--confirm-prune", what: `${JSON.stringify(written)} is no commit`, expected }];
}

function findWrongEnd(values: Values): readonly Problem[] {
  const written = textOf(values, "until");
  const isTime = written === undefined || parseDuration(written) !== undefined || isMoment(written);
  if (isTime) return [];
  const expected = "a duration such as 2h, or a time such as 2030-01-31T12:00:00Z";
  return [{ where: "--until", what: `${JSON.stringify(written)} is no time`, expected }];
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
}

function findConflicts(values: Values): readonly Problem[] {
  const { ref, folder } = previewOf(values);
  if (ref === undefined || folder === undefined) return [];
  const expected = "one of them: a folder is no commit";
  return [{ where: "--ref", what: "stands beside --path", expected }];
}

function argumentProblem(what: string, expected: string): Problem {
  return { where: "arguments", what, expected };
}

function refuse(problems: readonly Problem[]): Parsed<Command> {
  return { ok: false, problems };
}
