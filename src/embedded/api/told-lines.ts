import type { Change } from "../store/object-store.ts";

/** What a line of a watch depends on, besides the change. */
export interface LineForm {
  /** Resources that are the same object have the same version and schema. */
  readonly resource: object;
  readonly text: string;
}

/** Makes each line of the change that is told just now once for all watches of one form. */
export class ToldLines {
  #change: Change | undefined;
  readonly #lines = new Map<object, Map<string, Buffer>>();

  lineOf(
    change: Change,
    { resource, text }: LineForm,
    make: () => Buffer | undefined,
  ): Buffer | undefined {
    if (this.#change !== change) this.#lines.clear();
    this.#change = change;
    const lines = this.#lines.get(resource) ?? new Map<string, Buffer>();
    this.#lines.set(resource, lines);
    const line = lines.get(text) ?? make();
    if (line !== undefined) lines.set(text, line);
    return line;
  }
}
