import { isMap, isSeq, type YAMLMap } from "yaml";
import { columnOfMembers, isBlockCollection } from "./node-span.ts";

/** How a text is written: new lines of it are written so, too. */
export interface TextStyle {
  readonly eol: "\n" | "\r\n";
  /** Columns by which a map stands deeper than the one that it is in. */
  readonly indent: number;
  /** Columns by which the dashes of a list stand deeper than its key. */
  readonly dashIndent: number;
  /** The whole text is JSON. */
  readonly isJson: boolean;
  /** Texts of several lines are written as such (`|`). */
  readonly hasBlockTexts: boolean;
}

/** Nodes that are looked at. */
const NODES_MAX = 2_000;

/** The style of the first places of the text that show one. */
export function findTextStyle(text: string, roots: readonly unknown[]): TextStyle {
  const shown = [...blockMapsBelow(roots)].flatMap((map) =>
    map.items.flatMap(({ value }) => columnDifference(text, map, value)),
  );
  return {
    eol: /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n",
    indent: shown.find(({ isList, columns }) => !isList && columns > 0)?.columns ?? 2,
    dashIndent: shown.find(({ isList }) => isList)?.columns ?? 0,
    isJson: isJsonText(text),
    hasBlockTexts: true,
  };
}

function isJsonText(text: string): boolean {
  // A flow map at the top may still hold words without quotes: only strict JSON stays strict.
  return (
    /^\uFEFF?\s*[{[]/.test(text) && !/(?:^|[\s{,])[A-Za-z_][\w-]*\s*:/.test(withoutTexts(text))
  );
}

function withoutTexts(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
}

function* blockMapsBelow(roots: readonly unknown[]): Generator<YAMLMap> {
  const open = [...roots].toReversed();
  for (let count = 0; count < NODES_MAX; count += 1) {
    const node = open.pop();
    if (node === undefined) return;
    if (isMap(node) && node.flow !== true) {
      yield node;
      open.push(...node.items.map(({ value }) => value).toReversed());
    }
    if (isSeq(node) && node.flow !== true) open.push(...node.items.toReversed());
  }
}

/** How much deeper than its map a block below it stands. */
function columnDifference(
  text: string,
  map: YAMLMap,
  value: unknown,
): readonly { readonly isList: boolean; readonly columns: number }[] {
  if (!isBlockCollection(value) || !isBlockCollection(map)) return [];
  const columns = columnOfMembers(text, value) - columnOfMembers(text, map);
  return [{ isList: isSeq(value), columns }];
}
