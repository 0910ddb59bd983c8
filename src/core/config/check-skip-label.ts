import type { Checked } from "./checked.ts";

/** Keys with a meaning of their own. */
const TAKEN = /^(?:lockstep\.dev|applyset\.kubernetes\.io)\//;

const NAME = /^[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/;
const PREFIX = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

/**
 * The key of a label that makes the agent skip an object.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export function checkSkipLabel(text: string): Checked<string> {
  const parts = text.split("/");
  const [prefix, name] = parts.length === 2 ? parts : [undefined, text];
  const isKey = NAME.test(name ?? "") && (prefix === undefined || PREFIX.test(prefix));
  if (isKey && !TAKEN.test(text)) return { ok: true, value: text };
  return {
    ok: false,
    what: isKey ? "is a key of ours or of ApplySet" : "is no key of a label",
    expected: "the key of a label of your own, such as example.org/hands-off",
  };
}
