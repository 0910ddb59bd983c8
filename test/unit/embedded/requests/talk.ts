import { readdirSync, readFileSync } from "node:fs";
import { textAt } from "../../../../src/core/object/json.ts";
import type { World } from "../../../../src/embedded/kinds/resource.ts";
import { answerCall } from "../../../../src/embedded/requests/answer-call.ts";
import type { ObjectCall } from "../../../../src/embedded/requests/object-call.ts";
import { StatusError, statusOf } from "../../../../src/embedded/status-error.ts";
import { type Answer, briefAnswer } from "./brief-answer.ts";

/** One request of a talk, and the lines of its answer; none where the answer is not looked at. */
export interface Turn {
  readonly request: string;
  readonly answer: readonly string[];
}

/** Requests one after another, with what kube-apiserver 1.34 answered to them. */
export interface Talk {
  readonly title: string;
  readonly turns: readonly Turn[];
}

const FOLDER = new URL("talks/", import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  yaml: "application/yaml",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  jsonpatch: "application/json-patch+json",
  apply: "application/apply-patch+yaml",
  none: "",
};
const REQUEST =
  /^> (?<method>\S+) (?<path>\S+)(?: (?!=>)(?<type>\S+)(?: (?<body>.*?))??)?(?: => (?<kept>[\w ]+))?$/;
/** Fields of `metadata` by the names under which their values are kept. */
const FIELDS: Readonly<Record<string, string>> = { c: "continue", rv: "resourceVersion" };
const VERBS: Readonly<Record<string, ObjectCall["verb"]>> = {
  GET: "get",
  POST: "create",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

const COLLECTION_VERBS: Readonly<Record<string, ObjectCall["verb"]>> = {
  ...VERBS,
  GET: "list",
  DELETE: "deletecollection",
};

/** The talks that were recorded, in files of talks that go on in the same world. */
export function readTalks(): readonly { readonly file: string; readonly talks: readonly Talk[] }[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((file) => {
      const text = readFileSync(new URL(file, FOLDER), "utf8");
      return { file, talks: text.split(/^(?=# )/m).map(talkOf) };
    });
}

/** Says the requests of a talk to a world. @returns the talk as it went there. */
export function sayTalk(
  talk: Talk,
  { world, kept }: { world: World; kept: Map<string, string> },
): readonly Turn[] {
  return talk.turns.map(({ request, answer }) => {
    const said = say(request, { world, kept });
    return { request, answer: answer.length === 0 ? [] : briefAnswer(said) };
  });
}

function talkOf(text: string): Talk {
  const [title = "", ...blocks] = text.trim().split("\n\n");
  return {
    title: title.replace(/^# /, ""),
    turns: blocks.map((block) => {
      const [request = "", ...answer] = block.split("\n");
      return { request, answer };
    }),
  };
}

type Place = Pick<ObjectCall, "resource" | "namespace" | "name" | "subresource" | "query">;

function say(
  request: string,
  { world, kept }: { world: World; kept: Map<string, string> },
): Answer {
  const { method, path, contentType, body, names } = partsOf(request);
  const url = new URL(filled(path, kept), "http://server");
  const place = placeOf(url, world);
  const verb = place.name === "" ? COLLECTION_VERBS[method] : VERBS[method];
  if (verb === undefined) throw new Error(`no verb for ${method}`);
  const userAgent = "probe/1";
  const call = { ...place, verb, contentType, body: filled(body, kept), userAgent };
  const answer = answered(call, world);
  for (const name of names) {
    kept.set(name, textAt(answer.body, "metadata", FIELDS[name] ?? name) ?? "");
  }
  return answer;
}

interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
  /** Values that are kept for later requests. */
  readonly names: readonly string[];
}

function partsOf(request: string): RequestParts {
  const { groups } = REQUEST.exec(request) ?? {};
  if (groups === undefined) throw new Error(`no request: ${request}`);
  const { method = "", path = "", type = "none", body = "", kept = "" } = groups;
  const names = kept.split(" ").filter((name) => name !== "");
  return { method, path, contentType: TYPES[type] ?? type, body, names };
}

/** A text with its values, its repetitions and its line breaks. */
function filled(text: string, kept: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(/\$\{(\w+)\}/g, (_, name: string) => kept.get(name) ?? "")
    .replaceAll(/\{\{(.)\*(\d+)\}\}/g, (_, character: string, count: string) =>
      character.repeat(Number(count)),
    )
    .replaceAll(String.raw`\n`, "\n");
}

function answered(call: ObjectCall, world: World): Answer {
  try {
    return answerCall(call, world);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { code: error.code, body: statusOf(error), warnings: [] };
  }
}

function placeOf(url: URL, { catalogue }: World): Place {
  const [root, ...parts] = url.pathname.split("/").filter((part) => part !== "");
  const [group = "", version = "", ...rest] = root === "api" ? ["", ...parts] : parts;
  const isWithin = rest[0] === "namespaces" && rest.length > 2 && rest[2] !== "finalize";
  const namespace = isWithin ? rest[1] : undefined;
  const [plural = "", name, subresource] = isWithin ? rest.slice(2) : rest;
  const resource = catalogue.find({ group, version, plural });
  if (resource === undefined) throw new Error(`no resource ${url.pathname}`);
  const empty = { namespace: "", name: "", subresource: "" };
  const named = Object.entries({ namespace, name, subresource }).filter(
    ([, text]) => text !== undefined,
  );
  return { ...empty, ...Object.fromEntries(named), resource, query: url.searchParams };
}
