import { noteEdits, type SeenEdit } from "../../core/drift/seen-edits.ts";
import type { JsonObject } from "../../core/object/json.ts";
import { uidOf } from "../../core/object/live-object.ts";
import type { ObjectKey } from "../../core/object/object-id.ts";

/** Objects of which edits are kept; the oldest goes. */
const OBJECTS_MAX = 1_000;

/** What single writes made of the objects of one watch, as long as it goes on without a gap. */
export class EditMemory {
  readonly #seen = new Map<ObjectKey, readonly SeenEdit[]>();

  all(): ReadonlyMap<ObjectKey, readonly SeenEdit[]> {
    return new Map(this.#seen);
  }

  /** Two versions of one object that follow each other. */
  note(key: ObjectKey, before: JsonObject | undefined, after: JsonObject): void {
    if (before === undefined || uidOf(before) !== uidOf(after)) {
      this.forget(key);
      return;
    }
    const known = this.#seen.get(key) ?? [];
    const next = noteEdits(known, before, after);
    if (next === known) return;
    this.#seen.delete(key);
    if (next.length > 0) this.#seen.set(key, next);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > OBJECTS_MAX && oldest !== undefined) this.#seen.delete(oldest);
  }

  forget(key: ObjectKey): void {
    this.#seen.delete(key);
  }

  /** After a list: what happened in between is not known. */
  forgetAll(): void {
    this.#seen.clear();
  }
}
