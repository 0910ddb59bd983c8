import { ClusterError, type ClusterErrorCode } from "../../core/cluster-error.ts";
import { isJsonObject, type JsonObject, listAt, textAt } from "../../core/object/json.ts";
import type { ApiAnswer } from "./http-client.ts";

/** What was asked, for the message. */
export interface RefusedSubject {
  /** The object's id, or the list in words: `Deployment.apps/shop/web`, `Pods in shop`. */
  readonly what: string;
  /** The answer may echo what was sent: of a Secret only paths and the code are kept. */
  readonly isSecret: boolean;
}

/** One line of `details.causes`. */
interface Cause {
  readonly field: string;
  readonly message: string;
}

const MESSAGE_LENGTH_MAX = 400;
const CAUSE_LENGTH_MAX = 160;
/** What follows are faults of the body, one a line. */
const STRICT_ERRORS = /^errors:\s*\n/;
const STRICT_ERRORS_MAX = 10;
const CAUSES_SHOWN_MAX = 3;

/** A value that is set once. Each wording stands in the validation of at least one built-in kind, or is usual in rules of CRDs. */
const IMMUTABLE = new RegExp(
  [
    "immutable",
    "set once",
    "once set",
    "cannot change roleRef",
    "updates to .* are forbidden",
    "updates to statefulset spec for fields other than",
    "pod updates may not",
    // The address or family that the Service has by now does not fit its new type or family.
    "may not be set to 'None' for",
    "expected an IPv[46] value as indicated by",
    "(?:may|must|should|can) ?(?:not|'t) be (?:changed|modified|updated|altered)",
    // A rule of a CRD without words of its own is quoted.
    "\\boldSelf\\b",
  ].join("|"),
  "i",
);

/** kube-apiserver's words, with status 500, for an apply body that its schema cannot take. */
const UNTYPED =
  /^failed to (?:create typed patch object|convert new object)[^:]*?\):? ?(?:to proper version: )?/;

/**
 * The one place that knows what the API server's refusals mean. They are told apart by what it really answers: status,
 * reason and causes first, words only where it gives nothing else (fixtures in `test/fixtures/refusals`).
 *
 * @param answer an answer with a status of 400 or more.
 */
export function translateRefusal(answer: ApiAnswer, subject: RefusedSubject): ClusterError {
  const code = codeOf(answer);
  return new ClusterError(code, `${subject.what}: ${sentenceOf(answer, { code, subject })}`, {
    retryAfterMs: answer.retryAfterMs,
  });
}

/** A webhook or a policy says no; it chooses the status as it likes. */
const DENIED =
  /^admission webhook "[^"]*" denied the request|ValidatingAdmissionPolicy '[^']*' with binding '[^']*' denied request/;

/** Where the status says it all. */
const CODE_BY_STATUS: ReadonlyMap<number, ClusterErrorCode> = new Map([
  [401, "unauthorized"],
  [409, "conflict"],
  [410, "conflict"],
  [413, "too-large"],
  [429, "throttled"],
]);

function codeOf(answer: ApiAnswer): ClusterErrorCode {
  const message = messageOf(answer.body);
  if (DENIED.test(message)) return "invalid";
  const known = CODE_BY_STATUS.get(answer.status);
  if (known !== undefined) return known;
  if (answer.status === 403) return codeOfForbidden(answer.body, message);
  if (answer.status === 404) return codeOfNotFound(answer.body);
  if (answer.status === 422) return codeOfInvalid(answer.body, message);
  if (answer.status === 503 && answer.retryAfterMs !== undefined) return "throttled";
  return answer.status < 500 ? "invalid" : codeOfServerError(message);
}

function codeOfForbidden(body: JsonObject, message: string): ClusterErrorCode {
  const isTerminating = listAt(body, "details", "causes").some(
    (cause) => textAt(cause, "reason") === "NamespaceTerminating",
  );
  if (isTerminating) return "terminating";
  if (/exceeded quota|failed quota/.test(message)) return "quota";
  return /violates PodSecurity|: (?:maximum|minimum) .* is /.test(message)
    ? "invalid"
    : "forbidden";
}

function codeOfNotFound(body: JsonObject): ClusterErrorCode {
  const kind = textAt(body, "details", "kind");
  if (kind === "namespaces") return "missing-namespace";
  // "404 page not found" and "the server could not find the requested resource" name no object.
  return textAt(body, "details", "name") === undefined ? "unknown-kind" : "conflict";
}

function codeOfInvalid(body: JsonObject, message: string): ClusterErrorCode {
  const causes = causesOf(body);
  // Another uid at that name, or a patch of a list that has moved: somebody wrote meanwhile.
  if (
    causes.some(({ field }) => field === "metadata.uid" || field === "metadata.resourceVersion")
  ) {
    return "conflict";
  }
  if (message === "the server rejected our request due to an error in our request") {
    return "conflict";
  }
  if (/may not be more than \d+ bytes/.test(message)) return "too-large";
  // Other faults may follow from the field that keeps its old value; whether the whole is right is asked of a new object.
  return causes.some(({ message: why }) => saysImmutable(why)) ? "immutable" : "invalid";
}

/** Only the last part of "Invalid value: <value>: <why>" is the server's own; a value may say anything. */
function saysImmutable(message: string): boolean {
  return IMMUTABLE.test(firstLine(message).split(": ").at(-1) ?? "");
}

function codeOfServerError(message: string): ClusterErrorCode {
  if (UNTYPED.test(message)) return "invalid";
  if (/failed calling webhook/.test(message)) return "webhook-failed";
  return /request is too large/.test(message) ? "too-large" : "unreachable";
}

function sentenceOf(
  answer: ApiAnswer,
  about: { readonly code: ClusterErrorCode; readonly subject: RefusedSubject },
): string {
  const message = messageOf(answer.body);
  const mayEcho =
    about.code === "invalid" ||
    about.code === "immutable" ||
    about.code === "too-large" ||
    about.code === "webhook-failed" ||
    about.code === "unreachable";
  if (about.subject.isSecret && mayEcho) return withoutValues(answer.body, about.code);
  const causes = causesOf(answer.body).filter(({ field }) => field !== "" && field !== "[]");
  const text =
    answer.status === 422 && causes.length > 0 ? joinCauses(causes) : message.replace(UNTYPED, "");
  return clip(plainer(text, { status: answer.status, code: about.code }));
}

/** The server's one word, or none, in words that a person can act on. */
function plainer(
  text: string,
  { status, code }: { readonly status: number; readonly code: ClusterErrorCode },
): string {
  if (code === "unauthorized") return "the API server does not accept the credentials";
  return text === "" ? `the server answered ${status}` : text;
}

function joinCauses(causes: readonly Cause[]): string {
  const lines = [...new Set(causes.map(({ field, message }) => `${field}: ${shorten(message)}`))];
  const shown = lines.slice(0, CAUSES_SHOWN_MAX);
  const rest = lines.length - shown.length;
  return rest === 0 ? shown.join("; ") : `${shown.join("; ")}; and ${rest} more`;
}

/** Where, and by whom, but no word that came from the object. */
function withoutValues(body: JsonObject, code: ClusterErrorCode): string {
  const message = messageOf(body);
  const webhook = /webhook "([a-z0-9.-]+)"/.exec(message)?.[1];
  const fields = [
    ...causesOf(body).map(({ field }) => field),
    ...[...message.matchAll(/(?:^|[\s:[]) ?(\.(?:data|metadata|type|immutable)[\w.-]*):/g)].map(
      ([, path = ""]) => path,
    ),
  ].filter((field) => field !== "" && field !== "[]");
  const at = fields.length === 0 ? "" : ` at ${[...new Set(fields)].join(", ")}`;
  const by = webhook === undefined ? "the server" : `admission webhook "${webhook}"`;
  return `refused by ${by}${at} (${code}; the words are kept back, they may hold values of the Secret)`;
}

function causesOf(body: JsonObject): readonly Cause[] {
  return listAt(body, "details", "causes")
    .filter(isJsonObject)
    .map((cause) => ({
      field: textAt(cause, "field") ?? "",
      message: textAt(cause, "message") ?? "",
    }));
}

function messageOf(body: JsonObject): string {
  return textAt(body, "message") ?? "";
}

/** A Job's whole template may stand between "Invalid value" and the reason. */
function shorten(message: string): string {
  const line = firstLine(message);
  if (line.length <= CAUSE_LENGTH_MAX) return line;
  const parts = line.split(": ");
  return clip(parts.length < 3 ? line : `${parts[0]}: ${parts.at(-1)}`);
}

/** Strict decoding says one fault a line; all of them are wanted, on one. */
function joinFaults(message: string): string {
  const lines = message
    .split("\n", STRICT_ERRORS_MAX)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.slice(1).join("; ");
}

/** One line of bounded length: some validations append a whole diff. */
function clip(text: string): string {
  const line = STRICT_ERRORS.test(text) ? joinFaults(text) : firstLine(text);
  return line.length > MESSAGE_LENGTH_MAX ? `${line.slice(0, MESSAGE_LENGTH_MAX)}…` : line;
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").trim();
}
