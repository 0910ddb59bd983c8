/** How the random part of a name is written: without vowels and digits that look like letters. */
const RANDOM = "[bcdfghjklmnpqrstvwxz2456789]";

/** What the client's own log says, with the number of its process. */
const LOG_LINES = /^[EIW]\d{4} \d\d:.*\n/gm;

/** In order: what one mask has replaced is not looked at by the later ones. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| [+-]\d{4})/g, "TIME"],
  [/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, "TIME"],
  [/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "UID"],
  [/(?<name>resource ?version\\?"?: *\\?"?)\d+/gi, "$<name>VERSION"],
  [/(?<=resource version to be \d+, was )\d+/g, "VERSION"],
  [/(?<name>kubectl-edit-|LIVE-|MERGED-)\d+/g, "$<name>RANDOM"],
  [/(?<name>(?:template|revision)-hash"?[=:] ?"?)[\w-]+/g, "$<name>HASH"],
  [new RegExp(`-${RANDOM}{8,10}-${RANDOM}{5}(?![\\w-])`, "g"), "-HASH-RANDOM"],
  [new RegExp(`-${RANDOM}{8,10}(?![\\w-])`, "g"), "-HASH"],
  [new RegExp(`-${RANDOM}{5}(?![\\w-])`, "g"), "-RANDOM"],
  [/(?<=https:\/\/)(?:\d+\.){3}\d+:\d+/g, "ADDRESS"],
  [/(?<![\d.])(?:\d+\.){3}\d+(?![\d.])/g, "IP"],
  [/(?<=\d:)3[0-2]\d{3}(?=\/)/g, "PORT"],
  // Ages, also of what happened more than once.
  [
    /(?<=^|[\s(])(?:\d{1,2}s|\d{1,2}m(?:\d{1,2}s)?|\d{1,2}h(?:\d{1,2}m)?)(?: \(x\d+ over [\dsmh]+\))?(?=$|[\s)])/gm,
    "AGE",
  ],
  // Columns are as wide as their widest cell.
  [/(?<=\S) {2,}/g, "  "],
  [/[ \t]+$/gm, ""],
];

/** Hides what differs from run to run: ages, times, uids, versions, random names, addresses and the width of columns. */
export function maskOutput(text: string, names: ReadonlyMap<string, string>): string {
  const masked = MASKS.reduce(
    (left, [what, mask]) => left.replace(what, mask),
    text.replace(LOG_LINES, ""),
  );
  return [...names].reduce((left, [name, shown]) => {
    // Not where it is a word of a sentence.
    return left.replaceAll(new RegExp(`(?<![\\w.-])${name}(?![\\w.-]| in | cluster )`, "g"), shown);
  }, masked);
}
