import { Scalar } from "yaml";
import { type PlainScalar, parseScalar } from "./parse-scalar.ts";
import { unknownTag } from "./unknown-tag.ts";

const STANDARD_TAG = "tag:yaml.org,2002:";

/** What a scalar means to kubectl: its tag decides, then its quotes, then its text. */
export function parseTaggedScalar(scalar: Scalar): PlainScalar {
  const text = typeof scalar.value === "string" ? scalar.value : "";
  switch (scalar.tag) {
    case undefined:
      return scalar.type === Scalar.PLAIN ? parseScalar(text) : { kind: "text", value: text };
    case "!":
    case `${STANDARD_TAG}str`:
      return { kind: "text", value: text };
    case `${STANDARD_TAG}int`:
      return demanded(parseScalar(text), { tag: "!!int", kinds: ["integer"] });
    case `${STANDARD_TAG}float`:
      return demanded(parseScalar(text), { tag: "!!float", kinds: ["float", "integer"] });
    case `${STANDARD_TAG}bool`:
      return demanded(parseScalar(text), { tag: "!!bool", kinds: ["boolean"] });
    case `${STANDARD_TAG}null`:
      return demanded(parseScalar(text), { tag: "!!null", kinds: ["null"] });
    default:
      return { kind: "refused", ...unknownTag() };
  }
}

function demanded(
  scalar: PlainScalar,
  want: { readonly tag: string; readonly kinds: readonly PlainScalar["kind"][] },
): PlainScalar {
  if (scalar.kind === "refused" || want.kinds.includes(scalar.kind)) return scalar;
  return {
    kind: "refused",
    what: `the value does not fit its tag ${want.tag}`,
    expected: `a value that is ${want.tag}, or no tag`,
  };
}
