import { expect, test } from "vitest";
import { readWatchOptions } from "../../../../src/embedded/api/read-watch-options.ts";
import { StatusError } from "../../../../src/embedded/status-error.ts";

const LIST = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
const NEVER = "sendInitialEvents=false&resourceVersionMatch=NotOlderThan";

test.each([
  ["", "initial, after 0"],
  ["resourceVersion=0", "initial, after 0"],
  ["resourceVersion=7", "after 7"],
  ["allowWatchBookmarks=true", "initial, end mark, bookmarks, after 0"],
  ["allowWatchBookmarks=true&resourceVersion=7", "bookmarks, after 7"],
  [LIST, "initial, after 0"],
  [`${LIST}&allowWatchBookmarks=1&resourceVersion=7`, "initial, end mark, bookmarks, after 7"],
  [NEVER, "after 0"],
  ["timeoutSeconds=5", "initial, after 0, 5 s"],
  ["timeoutSeconds=0", "initial, after 0"],
  ["timeoutSeconds=x", '400 strconv.ParseInt: parsing "x": invalid syntax'],
  ["limit=x", '400 strconv.ParseInt: parsing "x": invalid syntax'],
  [
    "resourceVersion=x",
    '500 resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
  ],
  ["sendInitialEvents=true", "422 requires NotOlderThan"],
  ["sendInitialEvents=x", "422 requires NotOlderThan"],
  ["resourceVersionMatch=NotOlderThan", "422 unless sendInitialEvents"],
  ["resourceVersionMatch=Exact&resourceVersion=1", "422 unless sendInitialEvents, unsupported"],
  ["sendInitialEvents=1&resourceVersionMatch=Exact", "422 requires NotOlderThan, unsupported"],
  ["continue=abc", "422 forbidden with continue"],
])("?%s", (query, expected) => {
  expect(outcome(query)).toBe(expected);
});

function outcome(query: string): string {
  try {
    const options = readWatchOptions(new URLSearchParams(query));
    return [
      ...(options.sendsInitial ? ["initial"] : []),
      ...(options.marksInitialEnd ? ["end mark"] : []),
      ...(options.sendsBookmarks ? ["bookmarks"] : []),
      `after ${options.after}`,
      ...(options.timeoutSeconds === undefined ? [] : [`${options.timeoutSeconds} s`]),
    ].join(", ");
  } catch (error) {
    return error instanceof StatusError ? `${error.code} ${shortened(error.message)}` : "defect";
  }
}

/** The parts of a 422 in few words. */
function shortened(message: string): string {
  const parts = [
    ["sendInitialEvents requires setting resourceVersionMatch", "requires NotOlderThan"],
    ["unless sendInitialEvents is provided", "unless sendInitialEvents"],
    ["Unsupported value", "unsupported"],
    ["forbidden when continue", "forbidden with continue"],
  ] as const;
  const found = parts.filter(([text]) => message.includes(text)).map(([, short]) => short);
  return found.length === 0 ? message : found.join(", ");
}
