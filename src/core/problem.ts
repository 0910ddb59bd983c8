/** The user's text is wrong: config, arguments or manifests. Returned, never thrown. */
export interface Problem {
  /** The place as a person finds it: `shop/web.yaml:12:5`, `agent.config.yaml: stacks[0].source`. */
  readonly where: string;
  /** What is wrong there, one sentence without a full stop. */
  readonly what: string;
  /** What would be right, or what the person can do. */
  readonly expected: string;
}

/** What a parser returns: a value, or all the problems that it found. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly Problem[] };
