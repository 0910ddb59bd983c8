import { StatusError } from "../status-error.ts";
import { JSON_WANTED, OBJECT_TYPES, PROTOBUF } from "./media-types.ts";

/** How an answer is written. */
export interface Form {
  readonly syntax: "json" | "yaml";
  readonly shape: "object" | "table" | "metadata" | "metadata-list";
  /** Of `meta.k8s.io`, for all shapes but `object`. */
  readonly version: "v1" | "v1beta1";
}

/** What is known of the request when its `Accept` header is looked at. */
export interface Asked {
  readonly isCustom: boolean;
  /** What is asked for is no API object and has one shape only. */
  readonly isDocument?: boolean;
  readonly verb: string;
}

interface Entry {
  readonly type: string;
  readonly params: ReadonlyMap<string, string>;
  readonly weight: number;
}

/** Entries of a header that are looked at. */
const ENTRIES_MAX = 50;

/** What the refusal says is that of the real server, though there is no protobuf here. */
const OFFERED = [...OBJECT_TYPES, PROTOBUF];
const OFFERED_FOR_WATCH = ["application/json;stream=watch", `${PROTOBUF};stream=watch`];

const SHAPES: ReadonlyMap<string, Form["shape"]> = new Map([
  ["Table", "table"],
  ["PartialObjectMetadata", "metadata"],
  ["PartialObjectMetadataList", "metadata-list"],
]);

/**
 * The form that an `Accept` header asks for. There is no protobuf: clients that only take it are refused.
 * @throws {StatusError} 406 when nothing on offer is wanted.
 */
export function chooseForm(accept: string, asked: Asked): Form {
  const entries = parseAccept(accept);
  if (!asked.isCustom) checkTypes(entries, asked);
  for (const entry of entries) {
    const syntax = syntaxOf(entry, asked);
    const form = syntax === undefined ? undefined : formOf(entry, syntax);
    const isFitting = form?.shape === "object" || asked.isDocument !== true;
    if (form !== undefined && isFitting) return form;
  }
  const offered = asked.verb === "watch" ? OFFERED_FOR_WATCH : OFFERED;
  throw new StatusError(406, {
    reason: "NotAcceptable",
    message: `only the following media types are accepted: ${offered.join(", ")}`,
  });
}

/** The syntax of a refusal, which is sent whatever is wanted. */
export function chooseSyntax(accept: string): Form["syntax"] {
  const syntaxes = parseAccept(accept).map((entry) => syntaxOf(entry, { verb: "get" }));
  return syntaxes.find((each) => each !== undefined) ?? "json";
}

/** The real server looks twice: first at the plain types, for built-in kinds only. */
function checkTypes(entries: readonly Entry[], { verb }: Asked): void {
  const isList = verb === "list" || verb === "watch";
  const isOffered = entries.some(({ type }) => type === "*/*" || OBJECT_TYPES.includes(type));
  if (isOffered) return;
  const offered = isList ? [...OFFERED, ...OFFERED_FOR_WATCH] : OFFERED;
  throw new StatusError(406, {
    reason: "NotAcceptable",
    message: `406: Not Acceptable\n\nAvailable representations: ${offered.join(", ")}`,
    details: {},
  });
}

function syntaxOf({ type }: Entry, { verb }: Pick<Asked, "verb">): Form["syntax"] | undefined {
  if (JSON_WANTED.includes(type)) return "json";
  return type === "application/yaml" && verb !== "watch" ? "yaml" : undefined;
}

/** The form, or none when a shape is asked for that does not exist. */
function formOf({ params }: Entry, syntax: Form["syntax"]): Form | undefined {
  const as = params.get("as");
  if (as === undefined) {
    const isPlain = !params.has("g") && !params.has("v");
    return isPlain ? { syntax, shape: "object", version: "v1" } : undefined;
  }
  const shape = SHAPES.get(as);
  const version = params.get("v");
  const isOfMeta = params.get("g") === "meta.k8s.io";
  if (shape === undefined || !isOfMeta) return undefined;
  return version === "v1" || version === "v1beta1" ? { syntax, shape, version } : undefined;
}

/** The entries of an `Accept` header, the most wanted first; weight 0 is no refusal. A header that is missing or empty wants anything. */
export function parseAccept(accept: string): readonly Entry[] {
  const written = accept.trim() === "" ? "*/*" : accept;
  return written
    .split(",")
    .slice(0, ENTRIES_MAX)
    .map(parseEntry)
    .toSorted((a, b) => b.weight - a.weight);
}

function parseEntry(text: string): Entry {
  const [type = "", ...written] = text.split(";").map((part) => part.trim());
  const params = new Map(
    written.map((param) => {
      const at = param.indexOf("=");
      return [param.slice(0, at).toLowerCase(), param.slice(at + 1).replaceAll('"', "")] as const;
    }),
  );
  const weight = Number(params.get("q") ?? "1");
  return { type: type.toLowerCase(), params, weight: Number.isNaN(weight) ? 1 : weight };
}
