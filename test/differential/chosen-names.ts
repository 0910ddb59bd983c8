/** Where a value that an object was given stands. */
interface Shown {
  /** The uid of the object. */
  readonly owner: string;
  /** Number of the answer that shows it. */
  readonly turn: number;
}

/** New names for what differs by chance, in the order of appearance. */
export class ChosenNames {
  readonly #given = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** Of each value of an object, the turn that showed it last. */
  readonly #seen = new Map<string, number>();
  /** Of each object, the turns that showed it last and before that. */
  readonly #turns = new Map<string, { readonly last: number; readonly before: number }>();

  /** The same name for the same value, always. */
  of(sort: string, value: string): string {
    const key = `${sort} ${value}`;
    return this.#given.get(key) ?? this.#rename(sort, key);
  }

  /**
   * The same name as long as the object has the value from one answer to the next. What it gave back may come again, to it or to
   * another, by chance.
   */
  ofObject(sort: string, value: string, { owner, turn }: Shown): string {
    const key = `${sort} ${owner} ${value}`;
    const turns = this.#turns.get(owner) ?? { last: turn, before: turn };
    const before = turns.last === turn ? turns.before : turns.last;
    this.#turns.set(owner, { last: turn, before });
    const isKept = (this.#seen.get(key) ?? -1) >= before;
    this.#seen.set(key, turn);
    const known = isKept ? this.#given.get(key) : undefined;
    return known ?? this.#rename(sort, key);
  }

  #rename(sort: string, key: string): string {
    const count = (this.#counts.get(sort) ?? 0) + 1;
    const name = `<${sort} ${count}>`;
    this.#counts.set(sort, count);
    this.#given.set(key, name);
    return name;
  }
}
