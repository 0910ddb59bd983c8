import { checkExternalHost } from "./check-external-host.ts";
import type { Checked } from "./checked.ts";
import { isLoopback } from "./loopback.ts";

const URL_LENGTH_MAX = 1024;

/** `https://host:port/path`; no user, query or fragment. */
const API =
  /^(https?):\/\/([A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?(\/[\w.~/-]*)?$/i;

/** A part of a repository's path at any of the forges; `.` and `..` would lead elsewhere in a URL. */
const PART = /^(?!\.{1,2}$)[A-Za-z0-9_.][A-Za-z0-9_.-]{0,254}$/;

/** GitLab nests groups twenty deep. */
const PARTS_MAX = 21;

/** The base of a forge's API, in the result without slashes at its end. It is never repeated in a problem: it may hold credentials. */
export function checkForgeApi(text: string): Checked<string> {
  if (text.includes("@")) {
    return {
      ok: false,
      what: "holds credentials",
      expected: "the URL without them, and tokenFile or tokenEnv beside it",
    };
  }
  const [, scheme = "", host = "", port = ""] = API.exec(text) ?? [];
  if (text.length > URL_LENGTH_MAX || !checkExternalHost(`${host}${port}`).ok) {
    return complain("is no URL of an API");
  }
  if (scheme.toLowerCase() === "http" && !isLoopback(host)) return complain("is not encrypted");
  return { ok: true, value: text.replace(/\/+$/, "") };
}

/** `owner/name`; at GitLab with groups before it. */
export function checkForgeRepository(text: string): Checked<string> {
  const parts = text.split("/");
  const isPath = parts.length >= 2 && parts.length <= PARTS_MAX && parts.every(isPart);
  if (isPath && !text.endsWith(".git")) return { ok: true, value: text };
  return {
    ok: false,
    what: "is no repository of a forge",
    expected: "its path there, without .git, such as team/stack",
  };
}

/** A name that each of the forges takes; GitLab joins them with commas. */
export function checkForgeLabel(text: string): Checked<string> {
  if (/^[^\p{C},]{1,50}$/u.test(text) && text.trim() === text) return { ok: true, value: text };
  return {
    ok: false,
    what: "is no label",
    expected: "a name of 1 to 50 characters, without commas and without spaces at its ends",
  };
}

function isPart(part: string): boolean {
  return PART.test(part);
}

function complain(what: string): Checked<string> {
  return {
    ok: false,
    what,
    expected:
      "such as https://git.example/api/v1, https://api.github.com or https://gitlab.example/api/v4 (http:// only for this machine)",
  };
}
