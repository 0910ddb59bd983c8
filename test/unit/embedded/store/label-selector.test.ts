import { expect, test } from "vitest";
import { matchesLabels } from "../../../../src/embedded/store/label-selector.ts";
import { parseLabelSelector } from "../../../../src/embedded/store/parse-label-selector.ts";

const NAME_PART =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const SUBDOMAIN =
  "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LONG = "x".repeat(64);

// Sentences of kube-apiserver 1.34.
test.each([
  ["a in (b", "unable to parse requirement: found '', expected: ',' or ')'"],
  ["a=b=c", "found '=', expected: ',' or 'end of string'"],
  ["=", "found '=', expected: !, identifier, or 'end of string'"],
  ["a,,b", "found ',', expected: identifier after ','"],
  ["a,", "found '', expected: identifier after ','"],
  [",", "found ',', expected: !, identifier, or 'end of string'"],
  ["!", "unable to parse requirement: found '', expected: identifier"],
  ["!a=b", "found '=', expected: ',' or 'end of string'"],
  ["a b", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ["a!", "unable to parse requirement: found '!', expected: in, notin, =, ==, !=, gt, lt"],
  ["a in b", "unable to parse requirement: found 'b' expected: '('"],
  ["a in", "unable to parse requirement: found '' expected: '('"],
  ["a in (>", "unable to parse requirement: found '>', expected: ',', ')' or identifier"],
  ["a in (x y)", "unable to parse requirement: found 'y', expected: ',' or ')'"],
  ["a=(b)", "unable to parse requirement: found '(', expected: identifier"],
  ["a===b", "unable to parse requirement: found '=', expected: identifier"],
  ["a=b c", "found 'c', expected: ',' or 'end of string'"],
  [
    "a>x",
    "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
  ],
  [
    "a>99999999999999999999",
    "unable to parse requirement: values[0]: Invalid value: \"99999999999999999999\": for 'Gt', 'Lt' operators, the value must be an integer",
  ],
  ["a<-1", `unable to parse requirement: values[0][a]: Invalid value: "-1": ${VALUE}`],
  ["-a", `unable to parse requirement: <nil>: Invalid value: "-a": ${NAME_PART}`],
  [
    "a/",
    `unable to parse requirement: <nil>: Invalid value: "a/": name part must be non-empty; ${NAME_PART}`,
  ],
  ["/x", 'unable to parse requirement: <nil>: Invalid value: "/x": prefix part must be non-empty'],
  ["A_/b", `unable to parse requirement: <nil>: Invalid value: "A_/b": ${SUBDOMAIN}`],
  [
    "a/b/c",
    `unable to parse requirement: <nil>: Invalid value: "a/b/c": a qualified name ${NAME_PART.replace("name part ", "")} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
  ],
  [
    `a=${LONG}`,
    `unable to parse requirement: values[0][a]: Invalid value: "${LONG}": must be no more than 63 characters`,
  ],
  [
    LONG,
    `unable to parse requirement: <nil>: Invalid value: "${LONG}": name part must be no more than 63 characters`,
  ],
  [
    "a in (-c,-b)",
    `unable to parse requirement: [values[0][a]: Invalid value: "-b": ${VALUE}, values[1][a]: Invalid value: "-c": ${VALUE}]`,
  ],
])("the selector %s is refused", (text, message) => {
  expect(() => parseLabelSelector(text)).toThrow(
    expect.objectContaining({ code: 400, reason: "BadRequest", message }),
  );
});

const OBJECTS = {
  none: {},
  blank: { e: "" },
  web: { app: "web", n: "7" },
  api: { app: "api", in: "in", n: "x", "a.b/c": "d" },
  vast: { n: "99999999999999999999" },
};

test.each([
  ["", "none blank web api vast"],
  ["  ", "none blank web api vast"],
  ["app", "web api"],
  ["!app", "none blank vast"],
  ["app=web", "web"],
  ["app==web", "web"],
  ["app!=web", "none blank api vast"],
  ["app = web , n", "web"],
  ["app in (web, api)", "web api"],
  ["app in(web)", "web"],
  ["app\tnotin\n(web)", "none blank api vast"],
  ["e in ()", "blank"],
  ["e in (,)", "blank"],
  ["e notin ()", "none web api vast"],
  ["e=", "blank"],
  ["e=,!app", "blank"],
  ["app in (,web)", "web"],
  ["app in (web,,x)", "web"],
  ["n>6", "web"],
  ["n>7", ""],
  ["n<8", "web"],
  ["in", "api"],
  ["in in (in)", "api"],
  ["in=in", "api"],
  ["a.b/c=d", "api"],
  ["constructor", ""],
])("the selector %j selects %j", (text, names) => {
  const selector = parseLabelSelector(text);
  const selected = Object.entries(OBJECTS)
    .filter(([, labels]) => matchesLabels(selector, { metadata: { labels } }))
    .map(([name]) => name);
  expect(selected.join(" ")).toBe(names);
});
