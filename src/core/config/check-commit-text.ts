import type { Checked } from "./checked.ts";

const LENGTH_MAX = 256;

/** Characters that Git takes away from the ends of names, beside spaces. @see https://git-scm.com/docs/git-commit-tree#_commit_information */
const CRUD = /^[\s.,:;"'\\]|[\s.,:;"'\\]$/;

/** The name of somebody who commits, as it stands before `<` in a commit. */
export function checkPersonName(text: string): Checked<string> {
  const isName =
    /^[^<>\p{C}\p{Zl}\p{Zp}]+$/u.test(text) && text.length <= LENGTH_MAX && !CRUD.test(text);
  if (isName) return { ok: true, value: text };
  return {
    ok: false,
    what: "is no name of a committer",
    expected: `1 to ${LENGTH_MAX} characters without < and >, and no space or punctuation at its ends`,
  };
}

/** An e-mail address as Git takes it: forges know a signature's committer by it. */
export function checkEmail(text: string): Checked<string> {
  const isAddress = /^[^<>\s\p{C}@]+@[^<>\s\p{C}@]+$/u.test(text) && text.length <= LENGTH_MAX;
  if (isAddress && !CRUD.test(text)) return { ok: true, value: text };
  return {
    ok: false,
    what: "is no e-mail address",
    expected: "such as lockstep@example.org",
  };
}

/** A line at the end of a commit's message. @see https://git-scm.com/docs/git-interpret-trailers */
export function checkTrailer(text: string): Checked<string> {
  const isLine = /^[A-Za-z0-9][A-Za-z0-9-]*: \S[^\p{C}\p{Zl}\p{Zp}]*$/u.test(text);
  if (/^lockstep-/i.test(text)) {
    return {
      ok: false,
      what: "is a trailer that means something to Lockstep",
      expected: "another token: a merge of our own commit is to confirm nothing",
    };
  }
  if (isLine && text.length <= LENGTH_MAX && text.trimEnd() === text) {
    return { ok: true, value: text };
  }
  return {
    ok: false,
    what: "is no trailer",
    expected: `one line "Token: value" of at most ${LENGTH_MAX} characters, such as "Skip-CI: true"`,
  };
}
