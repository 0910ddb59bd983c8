import { parseGate } from "../graph/gate-text.ts";
import type { Listen } from "./agent-config.ts";
import { checkBranch } from "./check-branch.ts";
import { checkExternalHost } from "./check-external-host.ts";
import { checkSkipLabel } from "./check-skip-label.ts";
import type { Checked } from "./checked.ts";
import { LOOPBACK_HOSTS } from "./loopback.ts";
import { parseDuration } from "./parse-duration.ts";
import { parseListen } from "./parse-listen.ts";

/** The checks of texts that need one line each, by what the text is. */
export const CHECK_TEXT = {
  label: (text: string) => checkLabel(text, 63),
  stackName: (text: string) => checkLabel(text, 40),
  plain: checkPlain,
  folder: checkFolder,
  reportFolder: checkReportFolder,
  listen: checkListen,
  loopbackListen: checkLoopbackListen,
  kind: checkKind,
  field: checkField,
  gate: checkGate,
  skipLabel: checkSkipLabel,
  pathPattern: checkPathPattern,
  branchPattern: checkBranchPattern,
  externalHost: checkExternalHost,
} as const;

/** A check of a duration between two bounds in milliseconds. */
export function checkDuration(range: {
  readonly minMs: number;
  readonly maxMs: number;
  readonly words: string;
}): (text: string) => Checked<number> {
  const expected = `a duration such as 30s, 10m or 1h30m, ${range.words}`;
  return (text) => {
    const ms = parseDuration(text);
    if (ms === undefined) return { ok: false, what: "is no duration", expected };
    if (ms < range.minMs || ms > range.maxMs) {
      return { ok: false, what: "is out of range", expected };
    }
    return { ok: true, value: ms };
  };
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names */
function checkLabel(text: string, lengthMax: number): Checked<string> {
  if (text.length <= lengthMax && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(text)) {
    return { ok: true, value: text };
  }
  return {
    ok: false,
    what: "is no name of the allowed form",
    expected: `lower-case letters, digits and inner hyphens, at most ${lengthMax} characters`,
  };
}

function checkPlain(text: string): Checked<string> {
  if (text !== "" && text.length <= 1024 && !/\p{C}/u.test(text)) return { ok: true, value: text };
  return {
    ok: false,
    what: "is empty, too long or unprintable",
    expected: "a text of 1 to 1024 characters",
  };
}

/** A folder of a repository, in the result without `./` and slashes at its ends; `.` is the root. */
function checkFolder(text: string): Checked<string> {
  const parts = text.split("/").filter((part) => part !== "" && part !== ".");
  const isInside =
    text !== "" && !text.startsWith("/") && parts.every((part) => part !== ".." && part !== ".git");
  if (isInside && text.length <= 1024 && !/[\p{C}\\]/u.test(text)) {
    return { ok: true, value: parts.length === 0 ? "." : parts.join("/") };
  }
  return {
    ok: false,
    what: "is no folder in the repository",
    expected: "a relative path without .., or .",
  };
}

function checkReportFolder(text: string): Checked<string> {
  const checked = checkFolder(text);
  if (!checked.ok || checked.value !== ".") return checked;
  return {
    ok: false,
    what: "is the root of the repository",
    expected: "a folder of its own, because nothing under it is desired state",
  };
}

function checkListen(text: string): Checked<Listen> {
  const value = parseListen(text);
  if (value !== undefined) return { ok: true, value };
  return {
    ok: false,
    what: "is no address to listen on",
    expected: "host:port, such as 127.0.0.1:8080 or [::1]:8080",
  };
}

/** The hosts that the certificate of the embedded cluster names. Whoever reaches it needs only a token, so other machines are not to. */
function checkLoopbackListen(text: string): Checked<Listen> {
  const checked = checkListen(text);
  const expected = `one of ${LOOPBACK_HOSTS.join(", ")} and a port, such as 127.0.0.1:6443 (0: any free port)`;
  if (!checked.ok) return { ...checked, expected };
  return LOOPBACK_HOSTS.includes(checked.value.host)
    ? checked
    : { ok: false, what: "is an address that other machines reach", expected };
}

function checkKind(text: string): Checked<string> {
  if (/^[A-Z][A-Za-z0-9]*(\.[a-z0-9]([a-z0-9.-]*[a-z0-9])?)?$/.test(text)) {
    return { ok: true, value: text };
  }
  return {
    ok: false,
    what: "is no kind",
    expected: "Kind or Kind.group, such as Deployment.apps or ConfigMap",
  };
}

function checkField(text: string): Checked<string> {
  if (/^[A-Za-z_][\w-]*(\[\])?(\.[A-Za-z_][\w-]*(\[\])?)*$/.test(text)) {
    return { ok: true, value: text };
  }
  return {
    ok: false,
    what: "is no path of a field",
    expected: "names joined by dots, with [] after lists: spec.elasticsearchRefs[]",
  };
}

function checkGate(text: string): Checked<string> {
  if (parseGate(text) !== undefined) return { ok: true, value: text.trim() };
  return {
    ok: false,
    what: "is no gate",
    expected: "exists, ready, rolled-out, lockstep, or a semver range such as >=3.13 <5",
  };
}

function checkPathPattern(text: string): Checked<string> {
  if (/^\/[^\p{C}]*$/u.test(text) && text.length <= 1024) return { ok: true, value: text };
  return {
    ok: false,
    what: "is no path",
    expected: "a JSON pointer such as /spec/replicas, with * for any one step",
  };
}

/** A branch in which `{cluster}` and `{stack}` stand for the names. */
function checkBranchPattern(text: string): Checked<string> {
  const filled = text.replaceAll("{cluster}", "c").replaceAll("{stack}", "s");
  if (/[{}]/.test(filled)) {
    return {
      ok: false,
      what: "has an unknown placeholder",
      expected: "only {cluster} and {stack} in braces",
    };
  }
  const checked = checkBranch(filled);
  return checked.ok ? { ok: true, value: text } : checked;
}
