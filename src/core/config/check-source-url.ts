import type { Checked } from "./checked.ts";
import { isLoopback } from "./loopback.ts";

const HOST = /^(?:[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** Checks where a repository is: `https://…` or a folder. A URL is never repeated in a problem: it may hold credentials. */
export function checkSourceUrl(text: string): Checked<string> {
  if (text === "" || /[\p{C}\p{Zl}\p{Zp}]/u.test(text)) {
    return complain("is empty or holds control characters");
  }
  const found = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)(.*)$/.exec(text);
  if (found !== null) return checkParts(text, found);
  // `git@host:team/stack`, as git itself reads it: a colon before the first slash.
  if (/^[^/\\]+:/.test(text)) return complain("is an ssh address, which is not supported yet");
  return { ok: true, value: text };
}

function checkParts(text: string, found: RegExpExecArray): Checked<string> {
  const [, scheme = "", authority = "", rest = ""] = found;
  if (authority.includes("@")) {
    return {
      ok: false,
      what: "holds credentials",
      expected: "the URL without them, and username with tokenFile or tokenEnv beside it",
    };
  }
  switch (scheme.toLowerCase()) {
    case "https":
    case "http":
      return checkHttp({ text, authority, rest, isPlain: scheme.toLowerCase() === "http" });
    case "ssh":
    case "git+ssh":
      return complain("is an ssh address, which is not supported yet");
    default:
      return complain("has an unknown scheme");
  }
}

function checkHttp(url: {
  readonly text: string;
  readonly authority: string;
  readonly rest: string;
  readonly isPlain: boolean;
}): Checked<string> {
  if (!HOST.test(url.authority)) return complain("names no host");
  if (/[?#]/.test(url.rest)) return complain("has a query or a fragment");
  const host = url.authority.replace(/:\d{1,5}$/, "");
  if (url.isPlain && !isLoopback(host)) return complain("is not encrypted");
  return { ok: true, value: url.text };
}

function complain(what: string): Checked<string> {
  return {
    ok: false,
    what,
    expected:
      "https://host/path, or a folder relative to this file (http:// only for this machine)",
  };
}
