import type { Checked } from "./checked.ts";

/**
 * Checks a branch name without `refs/heads/`.
 * @see https://git-scm.com/docs/git-check-ref-format
 */
export function checkBranch(text: string): Checked<string> {
  const isWellFormed =
    text.length <= 200 &&
    text !== "@" &&
    !text.startsWith("-") &&
    !text.startsWith("refs/") &&
    !text.includes("..") &&
    !text.includes("@{") &&
    // Printable, without the characters that Git keeps for itself.
    /^[^\p{C}\p{Z}~^:?*[\\]+$/u.test(text) &&
    text.split("/").every(isPart);
  if (isWellFormed) return { ok: true, value: text };
  return {
    ok: false,
    what: "is no branch name",
    expected: "a name such as main or team/main, without refs/heads/, of at most 200 characters",
  };
}

function isPart(part: string): boolean {
  return part !== "" && !part.startsWith(".") && !part.endsWith(".") && !part.endsWith(".lock");
}
