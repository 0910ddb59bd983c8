import { parseConfig } from "../../src/core/config/parse-config.ts";

/** The smallest config; its stack ends the text. */
export const MINIMAL_CONFIG = `cluster: { name: demo, connect: kubeconfig }
stacks:
  - name: shop
    source: { url: https://git.example/team/stack }
`;

/** Parses as the file `agent.config.yaml`. */
export function readConfig(text: string): ReturnType<typeof parseConfig> {
  return parseConfig(text, "agent.config.yaml");
}

/** Each problem as `line:column what -> expected`; for a config that is right `ok` and its lints. */
export function briefConfig(text: string): readonly string[] {
  const parsed = readConfig(text);
  if (parsed.ok) {
    return ["ok", ...parsed.value.lints.map((lint) => `${place(lint.where)} ${lint.what}`)];
  }
  return parsed.problems.map(
    ({ where, what, expected }) => `${place(where)} ${what} -> ${expected}`,
  );
}

function place(where: string): string {
  return where.slice("agent.config.yaml:".length);
}

/** A stack with more lines, which begin at line 5 and column 5. */
export function stackWith(lines: string): string {
  return `${MINIMAL_CONFIG}${lines
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n")}\n`;
}
