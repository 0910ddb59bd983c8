/** All randomness of one story, from its seed alone. */
export interface Dice {
  /** A whole number in [0, below). */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** A xorshift generator: small, fast, and the same on every machine. @see https://www.jstatsoft.org/article/view/v008i14 */
export function takeDice(seed: number): Dice {
  // Never zero, where the generator would stay; far apart for neighbours.
  let state = Math.imul(seed + 1, 0x9e3779b1) || 1;
  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  }
  // The first numbers of neighbouring seeds are alike.
  for (let round = 0; round < 8; round += 1) next();
  return {
    int: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}
