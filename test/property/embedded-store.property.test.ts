import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ObjectStore } from "../../src/embedded/store/object-store.ts";
import {
  briefList,
  CONFIG_MAPS,
  newFolder,
  openTestStore,
  place,
  put,
} from "../support/embedded-store.ts";
import { runs } from "../support/property-runs.ts";

const KEYS = ["a/x", "a/y", "b/x", "a-b/x", "c"];

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("put"),
      key: fc.constantFrom(...KEYS),
      data: fc.string({ unit: "binary" }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("remove"),
      key: fc.constantFrom(...KEYS),
      data: fc.constant(""),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("reopen"),
      key: fc.constant(""),
      data: fc.constant(""),
    }),
  },
);

function stateOf(store: ObjectStore): string {
  return `${String(store.revision)}: ${briefList(store.list(CONFIG_MAPS))}`;
}

function carryOut(
  store: ObjectStore,
  { kind, key, data }: { kind: string; key: string; data: string },
): void {
  if (kind === "put") put(store, key, data);
  if (kind === "remove") store.remove(place(key));
}

test("after any sequence of writes a store that is opened again has the same state", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const folder = newFolder();
      const inMemory = openTestStore();
      let onDisk = openTestStore({ folder, logBytesMin: 500 });
      for (const each of steps) {
        if (each.kind === "reopen") {
          onDisk.close();
          onDisk = openTestStore({ folder, logBytesMin: 500 });
        }
        carryOut(onDisk, each);
        carryOut(inMemory, each);
      }
      onDisk.close();
      const again = openTestStore({ folder });
      expect(stateOf(again)).toBe(stateOf(inMemory));
      again.close();
    }),
    runs(50),
  );
});

test("an earlier list is what the list was then, and the changes since lead from it to now", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const store = openTestStore();
      const seen: { revision: number; list: string }[] = [];
      for (const each of steps) {
        carryOut(store, each);
        seen.push({ revision: store.revision, list: briefList(store.list(CONFIG_MAPS)) });
      }
      for (const { revision, list } of seen) {
        expect(briefList(store.listAt(CONFIG_MAPS, { namespace: "", revision }))).toBe(list);
        expect(store.changesSince(CONFIG_MAPS, revision)?.length).toBe(store.revision - revision);
      }
    }),
  );
});
