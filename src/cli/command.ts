/** How the result on stdout is written. */
type Output = "text" | "json";

/** What every command that does something takes. */
export interface CommandOptions {
  /** Path of the configuration file, relative to the working directory. */
  readonly config: string;
  readonly output: Output;
  /** Only this stack; `undefined`: all of the configuration. */
  readonly stack: string | undefined;
}

/** What a plan is of, in place of the branch's tip. */
export interface PreviewOf {
  /** A branch of the source's repository, or a commit (40 hex digits). */
  readonly ref?: string;
  /** A folder of the working tree in place of the stack's path. */
  readonly folder?: string;
}

/** What a person asked for. `help` and `version` hold the text to print on stdout; they end with exit code 0. */
export type Command =
  | { readonly name: "help" | "version"; readonly text: string }
  | (CommandOptions & { readonly name: "run" | "status" | "drift" })
  | (CommandOptions & {
      readonly name: "blame";
      /** The object's id as typed. */
      readonly id: string;
    })
  | (CommandOptions & {
      readonly name: "consumers";
      /** The id of a Secret or ConfigMap as typed. */
      readonly id: string;
    })
  | (CommandOptions & {
      readonly name: "disown";
      /** The id of a Secret or ConfigMap as typed. */
      readonly id: string;
      readonly isDryRun: boolean;
    })
  | (CommandOptions & {
      readonly name: "adopt";
      /** Ids of objects as typed; empty: all. */
      readonly ids: readonly string[];
      /** The root of a working tree; `undefined`: the source's, or the present folder. */
      readonly folder: string | undefined;
      readonly isDryRun: boolean;
      readonly includesRights: boolean;
    })
  | (CommandOptions & { readonly name: "cluster" })
  | (CommandOptions & {
      readonly name: "demo";
      /** Without the time to read. */
      readonly isFast: boolean;
    })
  | (CommandOptions & {
      readonly name: "sync";
      readonly isOnePass: boolean;
      /** The revision whose deletes a person confirms, or how it begins. */
      readonly confirmedPrune: string | undefined;
      readonly timeoutMs: number;
    })
  | (CommandOptions & {
      readonly name: "suspend";
      readonly reason: string;
      /** RFC 3339 or a duration such as `2h`; `undefined`: until somebody resumes it. */
      readonly until: string | undefined;
    })
  | (CommandOptions & { readonly name: "resume" })
  | (CommandOptions & {
      readonly name: "release";
      /** An object's id, or the name of a stack. */
      readonly target: string;
      readonly isDryRun: boolean;
      readonly timeoutMs: number;
    })
  | (CommandOptions & PreviewOf & { readonly name: "plan" })
  | (CommandOptions & { readonly name: "graph"; readonly format: Output | "mermaid" })
  | (CommandOptions & {
      readonly name: "validate";
      /** The folder to check in the working tree; `undefined`: the sources of the configuration. */
      readonly path: string | undefined;
      /** Nothing that was typed asks for one: a folder can be checked without. */
      readonly isConfigOptional: boolean;
    });
