import type { Checked } from "./checked.ts";

/** A path of member names, `spec.template`, with a bound on its length. @returns the names. */
export function checkMemberPath(text: string): Checked<readonly string[]> {
  if (text.length <= 256 && /^[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*$/.test(text)) {
    return { ok: true, value: text.split(".") };
  }
  return {
    ok: false,
    what: "is no path of members",
    expected: "names with dots between them, such as spec.template",
  };
}
