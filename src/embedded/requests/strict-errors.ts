import { scanJson } from "./scan-json.ts";

/** What a body says that its type does not take. */
interface Leftovers {
  /** The body when it is JSON, to find the order in; empty for YAML. */
  readonly text: string;
  readonly unknownFields: readonly string[];
  readonly duplicates: ReadonlyMap<string, number>;
  /** For custom resources, whose fields are pruned only after the body was read. */
  readonly isCustom: boolean;
}

/** `unknown field …` and `duplicate field …`, in the order in which the server finds them. */
export function strictErrors(leftovers: Leftovers): readonly string[] {
  const { unknownFields } = leftovers;
  const duplicates = leftovers.isCustom ? leftovers.duplicates : knownOnes(leftovers);
  const unknown = unknownFields.map((field) => `unknown field "${field}"`);
  const duplicate = duplicateErrors(duplicates);
  if (unknown.length === 0) return duplicate;
  if (leftovers.isCustom) return [...duplicate, ...unknown];
  return duplicate.length + unknown.length === 1 || leftovers.text === ""
    ? [...unknown, ...duplicate]
    : inOrderOfText({ ...leftovers, duplicates });
}

/** `duplicate field …` for each repeated key. */
export function duplicateErrors(duplicates: ReadonlyMap<string, number>): readonly string[] {
  return [...duplicates.keys()].map((field) => `duplicate field "${field}"`);
}

/** The decoder of built-in kinds does not look into fields that it does not know. */
function knownOnes({ unknownFields, duplicates }: Leftovers): ReadonlyMap<string, number> {
  if (duplicates.size === 0) return duplicates;
  return new Map(
    [...duplicates].filter(
      ([path]) =>
        !unknownFields.some(
          (field) => path.startsWith(`${field}.`) || path.startsWith(`${field}[`),
        ),
    ),
  );
}

/** Unknown fields come sorted by type, not by text. */
function inOrderOfText({ text, unknownFields, duplicates }: Leftovers): readonly string[] {
  const { offsets } = scanJson(text, { withOffsets: true });
  const found = [
    ...unknownFields.map((field) => ({
      text: `unknown field "${field}"`,
      at: offsets.get(field) ?? 0,
    })),
    ...[...duplicates].map(([field, at]) => ({ text: `duplicate field "${field}"`, at })),
  ];
  return found.toSorted((a, b) => a.at - b.at).map((each) => each.text);
}
