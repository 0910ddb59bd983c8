import type { Checked } from "./checked.ts";

/** Where the reading of the expression stands. */
interface Reading {
  /** Of each open group, outermost first, whether it repeats something inside. */
  readonly groups: readonly boolean[];
  /** What a quantifier would repeat now: nothing, one character or plain group, or a group that repeats inside. */
  readonly before: "nothing" | "atom" | "repeating";
}

/** One member of a `[…]`, or the range of two. A hyphen that stands for itself is escaped, first or last. */
const MEMBER = String.raw`(\\(?:[dDwWsS]|[^A-Za-z0-9])|[^\]\\-])(?:-(\\[^A-Za-z0-9]|[^\]\\-]))?`;

const TOKEN = new RegExp(
  [
    String.raw`\\(?:[dDwWsS]|[^A-Za-z0-9])`,
    String.raw`\[\^?-?(?:${MEMBER})+-?\]`,
    String.raw`\((?:\?:)?`,
    "[)|^$]",
    String.raw`(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})\??`,
    String.raw`[^\\[\](){}|^$*+?]`,
  ].join("|"),
  "gsu",
);

const EXPECTED =
  "an exact name, a prefix and *, or a regular expression between slashes, made of plain characters, . [a-z] \\d \\w \\s ( ) | * + ? {n,m} ^ $";

/**
 * Checks the `manager` of an allow rule: an exact name, `prefix*` or `/regex/`. Regular expressions are a subset of
 * JavaScript's, read here because the core can ask the engine only by an exception; what passes compiles without flags.
 * A repeated group that repeats inside is refused: matching it can take for ever, and names of managers are other
 * people's text.
 */
export function checkManagerPattern(text: string): Checked<string> {
  const fault = findFault(text);
  return fault === undefined
    ? { ok: true, value: text }
    : { ok: false, what: fault, expected: EXPECTED };
}

function findFault(text: string): string | undefined {
  if (text === "" || text.length > 256 || /\p{C}/u.test(text)) {
    return "is empty, too long or unprintable";
  }
  if (text.startsWith("/")) {
    if (text.length < 3 || !text.endsWith("/")) {
      return "begins as a regular expression but does not end as one";
    }
    return findRegexFault(text.slice(1, -1));
  }
  if (text.slice(0, -1).includes("*")) return "has a * that is not its last character";
  return undefined;
}

function findRegexFault(source: string): string | undefined {
  const tokens = tokensOf(source);
  if (tokens === undefined) return "is no regular expression of the supported kind";
  let reading: Reading = { groups: [false], before: "nothing" };
  for (const token of tokens) {
    const next = readToken(token, reading);
    if (typeof next === "string") return next;
    reading = next;
  }
  return reading.groups.length === 1 ? undefined : "leaves a group open";
}

/** Where the reading stands after the token, or what is wrong with it. */
function readToken(token: string, { groups, before }: Reading): Reading | string {
  if (token === ")") {
    return groups.length === 1 ? "closes a group that it did not open" : closeGroup(groups);
  }
  if (/^[*+?{]/.test(token)) {
    if (before === "nothing") return "repeats nothing";
    if (before === "repeating") return "repeats a group that repeats inside";
    if (isBackwards(token)) return "repeats at least more often than at most";
    return { groups: [...groups.slice(0, -1), true], before: "nothing" };
  }
  if (isClassBackwards(token)) return "has a range of characters that runs backwards";
  return {
    groups: token.startsWith("(") ? [...groups, false] : groups,
    before: /^[(|^$]/.test(token) ? "nothing" : "atom",
  };
}

function closeGroup(groups: readonly boolean[]): Reading {
  const outer = groups.slice(0, -1);
  if (groups.at(-1) !== true) return { groups: outer, before: "atom" };
  return { groups: [...outer.slice(0, -1), true], before: "repeating" };
}

function tokensOf(source: string): readonly string[] | undefined {
  const tokens = source.match(TOKEN) ?? [];
  return tokens.join("") === source ? tokens : undefined;
}

/** `{3,1}` */
function isBackwards(quantifier: string): boolean {
  const [, least, most] = /^\{(\d+),(\d+)\}/.exec(quantifier) ?? [];
  return least !== undefined && most !== undefined && Number(least) > Number(most);
}

/** `[z-a]` */
function isClassBackwards(token: string): boolean {
  if (!token.startsWith("[")) return false;
  const members = token
    .slice(1, -1)
    .replace(/^\^?-?/, "")
    .matchAll(new RegExp(MEMBER, "gsu"));
  return [...members].some(([, from = "", to]) => to !== undefined && lastOf(from) > lastOf(to));
}

function lastOf(character: string): number {
  return character.replace(/^\\/, "").codePointAt(0) ?? 0;
}
