import { compareText } from "../../core/ownership/compare-text.ts";
import { badRequest } from "../refusals.ts";
import type { StatusError } from "../status-error.ts";
import { isInt64, type LabelRequirement, type LabelSelector } from "./label-selector.ts";
import { labelKeyFaults, labelValueFaults } from "./label-syntax.ts";
import { type LabelToken, readLabelTokens } from "./label-tokens.ts";

/** What stands between a key and its values. */
const OPERATORS: ReadonlyMap<LabelToken["kind"], LabelRequirement["operator"]> = new Map([
  ["in", "in"],
  ["=", "in"],
  ["==", "in"],
  ["notin", "notin"],
  ["!=", "notin"],
  [">", ">"],
  ["<", "<"],
] as const);

/**
 * Parses the query parameter `labelSelector`. Empty text selects everything.
 * @throws {StatusError} 400 with the API server's sentence where the grammar is broken.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function parseLabelSelector(text: string): LabelSelector {
  const reader = new TokenReader(readLabelTokens(text));
  if (reader.skip("end")) return [];
  if (!startsRequirement(reader.next)) {
    throw wrong(reader.next, ", expected: !, identifier, or 'end of string'");
  }
  const requirements = [readRequirement(reader)];
  while (reader.skip(",")) {
    if (!startsRequirement(reader.next)) {
      throw wrong(reader.next, ", expected: identifier after ','");
    }
    requirements.push(readRequirement(reader));
  }
  if (reader.skip("end")) return requirements;
  throw wrong(reader.next, ", expected: ',' or 'end of string'");
}

class TokenReader {
  readonly #tokens: readonly LabelToken[];
  #at = 0;

  constructor(tokens: readonly LabelToken[]) {
    this.#tokens = tokens;
  }

  get next(): LabelToken {
    return this.#tokens[this.#at] ?? { kind: "end", text: "" };
  }

  take(): LabelToken {
    const token = this.next;
    this.#at += 1;
    return token;
  }

  /** Takes the next token if it is of this kind. */
  skip(kind: LabelToken["kind"]): boolean {
    const isThere = this.next.kind === kind;
    if (isThere) this.#at += 1;
    return isThere;
  }
}

function startsRequirement(token: LabelToken): boolean {
  return isWord(token) || token.kind === "!";
}

/** `in` and `notin` are names like others where no operator can stand. */
function isWord({ kind }: LabelToken): boolean {
  return kind === "word" || kind === "in" || kind === "notin";
}

function readRequirement(reader: TokenReader): LabelRequirement {
  const isAbsent = reader.skip("!");
  const word = reader.take();
  if (!isWord(word)) throw unparsable(wrong(word, ", expected: identifier"));
  const key = word.text;
  const faults = labelKeyFaults(key);
  if (faults.length > 0) throw unparsable(invalid("<nil>", key, faults));
  if (isAbsent) return { key, operator: "absent", values: [] };
  if (["end", ","].includes(reader.next.kind)) return { key, operator: "exists", values: [] };
  return readComparison(reader, key);
}

function readComparison(reader: TokenReader, key: string): LabelRequirement {
  const sign = reader.take();
  const operator = OPERATORS.get(sign.kind);
  if (operator === undefined) {
    throw unparsable(wrong(sign, ", expected: in, notin, =, ==, !=, gt, lt"));
  }
  const takesList = sign.kind === "in" || sign.kind === "notin";
  return checked({ key, operator, values: takesList ? readValues(reader) : [readValue(reader)] });
}

function readValue(reader: TokenReader): string {
  if (["end", ","].includes(reader.next.kind)) return "";
  const word = reader.take();
  if (!isWord(word)) throw unparsable(wrong(word, ", expected: identifier"));
  return word.text;
}

/** Values in parentheses; one that is left out before, between or behind commas is empty. */
function readValues(reader: TokenReader): readonly string[] {
  const open = reader.take();
  if (open.kind !== "(") throw unparsable(wrong(open, " expected: '('"));
  const first = reader.next;
  if (!isWord(first) && first.kind !== "," && first.kind !== ")") {
    throw unparsable(wrong(first, ", expected: ',', ')' or identifier"));
  }
  const values = new Set<string>();
  do {
    values.add(isWord(reader.next) ? reader.take().text : "");
  } while (reader.skip(","));
  const close = reader.take();
  if (close.kind !== ")") throw unparsable(wrong(close, ", expected: ',' or ')'"));
  return [...values].toSorted(compareText);
}

function checked(requirement: LabelRequirement): LabelRequirement {
  const { key, operator, values } = requirement;
  const faults = values.flatMap((value, index) => {
    const place = `values[${String(index)}]`;
    const notWhole = (operator === ">" || operator === "<") && !isInt64(value);
    const malformed = labelValueFaults(value);
    return [
      ...(notWhole
        ? [invalid(place, value, ["for 'Gt', 'Lt' operators, the value must be an integer"])]
        : []),
      ...(malformed.length > 0 ? [invalid(`${place}[${key}]`, value, malformed)] : []),
    ];
  });
  const [only = ""] = faults;
  if (faults.length > 0) throw unparsable(faults.length === 1 ? only : `[${faults.join(", ")}]`);
  return requirement;
}

function wrong({ text }: LabelToken, expected: string): StatusError {
  return badRequest(`found '${text}'${expected}`);
}

function invalid(place: string, value: string, faults: readonly string[]): string {
  return `${place}: Invalid value: ${JSON.stringify(value)}: ${faults.join("; ")}`;
}

function unparsable(why: string | StatusError): StatusError {
  return badRequest(`unable to parse requirement: ${typeof why === "string" ? why : why.message}`);
}
