import { isJsonObject, type Json, type JsonObject, type Step, valueAt } from "../object/json.ts";
import { pathText } from "./path-text.ts";
import { quoted } from "./quoted.ts";

/** Something wrong at a path of a manifest. */
interface PathProblem {
  readonly path: readonly Step[];
  readonly what: string;
  readonly expected: string;
}

interface Field {
  readonly path: readonly string[];
  readonly isRequired: boolean;
  readonly isWellFormed: (text: string) => boolean;
  readonly form: string;
}

const FIELDS: readonly Field[] = [
  {
    path: ["apiVersion"],
    isRequired: true,
    isWellFormed: (text) =>
      /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text),
    form: "an API version such as `v1` or `apps/v1`",
  },
  {
    path: ["kind"],
    isRequired: true,
    isWellFormed: (text) => /^[A-Za-z][A-Za-z0-9-]{0,62}$/.test(text),
    form: "a kind such as `Deployment`",
  },
  {
    path: ["metadata", "name"],
    isRequired: true,
    isWellFormed: isPathSegment,
    form: "a name without `/`, `%` and control characters",
  },
  {
    path: ["metadata", "namespace"],
    isRequired: false,
    isWellFormed: (text) => text === "" || isPathSegment(text),
    form: "the name of a namespace",
  },
];

/**
 * All that is wrong with what says which object a manifest is.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#path-segment-names
 */
export function findIdentityProblems(body: JsonObject): readonly PathProblem[] {
  const metadata = body["metadata"] ?? {};
  if (!isJsonObject(metadata)) {
    return [{ path: ["metadata"], what: "metadata is no map", expected: "a map with a name" }];
  }
  const isGenerated = (metadata["generateName"] ?? "") !== "";
  const fields = FIELDS.flatMap((field) => fieldProblems(field, body));
  if (!isGenerated) return fields;
  return [
    {
      path: ["metadata", "generateName"],
      what: "metadata.generateName would make another object on every apply",
      expected: "metadata.name",
    },
    // A generated name is why there is none.
    ...fields.filter(({ path }) => path[1] !== "name" || metadata["name"] !== undefined),
  ];
}

function fieldProblems(field: Field, body: JsonObject): readonly PathProblem[] {
  const { path, form } = field;
  const value = valueAt(body, ...path) ?? null;
  if (value === null) {
    if (!field.isRequired) return [];
    return [
      {
        path,
        what: `${pathText(path)} is missing`,
        expected: `${form}; a file that is no Kubernetes object belongs in .lockstepignore`,
      },
    ];
  }
  if (typeof value === "string" && field.isWellFormed(value)) return [];
  return [{ path, what: `${pathText(path)} ${faultOf(value)}`, expected: form }];
}

function faultOf(value: Json): string {
  if (typeof value !== "string") return "is no text: it needs quotes";
  return value === "" ? "is empty" : `has a wrong form: ${quoted(value)}`;
}

function isPathSegment(text: string): boolean {
  return text !== "" && text !== "." && text !== ".." && !/[/%\s\p{Cc}\p{Cf}\p{Cs}]/u.test(text);
}
