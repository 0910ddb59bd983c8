import type { Command as Program } from "commander";
import { parseDuration } from "../core/config/parse-duration.ts";
import type { Command, CommandOptions, PreviewOf } from "./command.ts";

/** What Commander made of the options, by their long names. */
export type Values = Readonly<Record<string, unknown>>;

/** The command that was typed, its options checked already. */
export function commandOf(command: Program, values: Values): Command {
  const options = optionsOf(values);
  const [stack] = command.args;
  const name = command.name();
  switch (name) {
    case "adopt":
    case "blame":
    case "consumers":
    case "disown":
      return commandOnObjects(command, name, values);
    case "suspend":
      return { ...options, name, stack, ...suspensionOf(values) };
    case "resume":
      return { ...options, name, stack };
    case "release":
      return { ...options, name, target: stack ?? "", ...releaseOf(values) };
    default:
      return otherCommandOf(command, values);
  }
}

function commandOnObjects(
  command: Program,
  name: "adopt" | "blame" | "consumers" | "disown",
  values: Values,
): Command {
  const options = optionsOf(values);
  const [id = ""] = command.args;
  switch (name) {
    case "adopt":
      return { ...options, name, ids: command.args, ...adoptionOf(values) };
    case "disown":
      return { ...options, name, id, isDryRun: values["dryRun"] === true };
    case "blame":
    case "consumers":
      return { ...options, name, id };
  }
}

function suspensionOf(values: Values): { reason: string; until: string | undefined } {
  return { reason: textOf(values, "reason") ?? "", until: textOf(values, "until") };
}

function adoptionOf(
  values: Values,
): Pick<Extract<Command, { name: "adopt" }>, "folder" | "isDryRun" | "includesRights"> {
  return {
    folder: textOf(values, "folder"),
    isDryRun: values["dryRun"] === true,
    includesRights: values["includeRights"] === true,
  };
}

function releaseOf(values: Values): { isDryRun: boolean; timeoutMs: number } {
  return { isDryRun: values["dryRun"] === true, timeoutMs: timeoutOf(values) };
}

function otherCommandOf(command: Program, values: Values): Command {
  const options = optionsOf(values);
  const name = command.name();
  switch (name) {
    case "sync":
      return {
        ...options,
        name,
        isOnePass: values["onePass"] === true,
        confirmedPrune: textOf(values, "confirmPrune"),
        timeoutMs: timeoutOf(values),
      };
    case "graph":
      return {
        ...options,
        name,
        format: values["output"] === "mermaid" ? "mermaid" : options.output,
      };
    case "validate":
      return { ...options, name, ...pathOf(command, options) };
    case "demo":
      return { ...options, name, isFast: values["fast"] === true };
    case "plan":
      return { ...options, name, ...previewOf(values) };
    case "drift":
    case "status":
    case "cluster":
      return { ...options, name };
    default:
      return { ...options, name: "run" };
  }
}

/** Whoever names a config file or a stack of it means it. */
function pathOf(
  command: Program,
  { stack }: CommandOptions,
): Pick<Extract<Command, { name: "validate" }>, "path" | "isConfigOptional"> {
  const [path] = command.args;
  const isNamed = command.getOptionValueSourceWithGlobals("config") !== "default";
  return { path, isConfigOptional: path !== undefined && !isNamed && stack === undefined };
}

function optionsOf(values: Values): CommandOptions {
  return {
    config: textOf(values, "config") ?? "",
    output: values["output"] === "json" ? "json" : "text",
    stack: textOf(values, "stack"),
  };
}

/** Zero for what is no time to wait; `findWrongTimeout` told of it. */
export function timeoutOf(values: Values): number {
  return parseDuration(textOf(values, "timeout") ?? "") ?? 0;
}

export function textOf(values: Values, key: string): string | undefined {
  const value = values[key];
  return typeof value === "string" ? value : undefined;
}

export function previewOf(values: Values): PreviewOf {
  const [ref, folder] = [textOf(values, "ref"), textOf(values, "path")];
  return { ...(ref === undefined ? {} : { ref }), ...(folder === undefined ? {} : { folder }) };
}
