/** Does something with each item, one after the other: a scenario is a sequence. */
export async function inTurn<T>(
  items: Iterable<T>,
  play: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  let index = 0;
  for (const item of items) {
    // oxlint-disable-next-line no-await-in-loop -- as said above
    await play(item, index);
    index += 1;
  }
}
