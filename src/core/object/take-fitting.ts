import { utf8Size } from "./utf8-size.ts";

/**
 * The first items, as long as their texts together have no more bytes.
 *
 * @param textOf How an item is written; as JSON without spaces and with a comma unless another way is given.
 */
export function takeFitting<Item>(
  items: readonly Item[],
  bytesMax: number,
  textOf: (item: Item) => string = commaText,
): Item[] {
  let sizeBytes = 0;
  const end = items.findIndex((each) => {
    sizeBytes += utf8Size(textOf(each));
    return sizeBytes > bytesMax;
  });
  return items.slice(0, end < 0 ? items.length : end);
}

function commaText(item: unknown): string {
  return `${JSON.stringify(item)},`;
}
