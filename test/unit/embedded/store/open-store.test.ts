import { expect, test } from "vitest";
import type { Change } from "../../../../src/embedded/store/object-store.ts";
import {
  briefChanges,
  briefList,
  briefObject,
  CONFIG_MAPS,
  newFolder,
  openTestStore,
  place,
  put,
  refusalOf,
} from "../../../support/embedded-store.ts";

test("an object gets the next version with each put", () => {
  const store = openTestStore();
  expect(store.revision).toBe(1);
  expect(briefObject(put(store, "shop/a", "1"))).toBe("shop/a=1@2");
  expect(briefObject(put(store, "shop/a", "2"))).toBe("shop/a=2@3");
  expect(briefObject(store.get(place("shop/a")))).toBe("shop/a=2@3");
  expect(store.revision).toBe(3);
});

test("a removed object carries the version of its removal", () => {
  const store = openTestStore();
  put(store, "shop/a", "1");
  expect(briefObject(store.remove(place("shop/a")))).toBe("shop/a=1@3");
  expect(store.get(place("shop/a"))).toBe(undefined);
  expect(store.remove(place("shop/a"))).toBe(undefined);
  expect(store.revision).toBe(3);
});

test("a list is ordered by the bytes of namespace/name", () => {
  const store = openTestStore();
  for (const key of ["b/x", "a/z", "a/😀", "a/\uFFFD", "a-b/y", "a/b", "a0/q"]) put(store, key);
  const names = store.list(CONFIG_MAPS).items.map((item) => briefObject(item).split("=")[0]);
  expect(names).toEqual(["a-b/y", "a/b", "a/z", "a/\uFFFD", "a/😀", "a0/q", "b/x"]);
  expect(briefList(store.list(CONFIG_MAPS, "a"))).toBe("a/b=@7 a/z=@3 a/\uFFFD=@5 a/😀=@4");
  expect(briefList(store.list(CONFIG_MAPS, "A"))).toBe("");
  expect(store.list({ group: "x", plural: "configmaps" })).toEqual({ items: [], revision: 8 });
});

test("collections do not mix", () => {
  const store = openTestStore();
  put(store, "shop/a");
  store.put(place("shop/a", "secrets"), {});
  expect(store.list(CONFIG_MAPS).items).toHaveLength(1);
  expect(store.get({ ...place("shop/a"), group: "x" })).toBe(undefined);
});

test("an earlier list shows what there was, as long as the changes since are kept", () => {
  const store = openTestStore({ historyMax: 3 });
  put(store, "a/x", "1");
  put(store, "b/y", "1");
  put(store, "a/x", "2");
  put(store, "a/z", "1");
  store.remove(place("b/y"));
  function at(revision: number, namespace = ""): string {
    return briefList(store.listAt(CONFIG_MAPS, { namespace, revision }));
  }
  expect(at(6)).toBe("a/x=2@4 a/z=1@5");
  expect(at(5)).toBe("a/x=2@4 a/z=1@5 b/y=1@3");
  expect(at(4)).toBe("a/x=2@4 b/y=1@3");
  expect(at(3)).toBe("a/x=1@2 b/y=1@3");
  expect(at(3, "a")).toBe("a/x=1@2");
  expect(at(2)).toBe("gone");
  expect(at(7)).toBe("gone");
  expect(briefList(store.listAt(place("a", "secrets"), { namespace: "", revision: 1 }))).toBe("");
});

test("changes are told from a revision on, bounded in number and in bytes", () => {
  const store = openTestStore({ historyMax: 2 });
  put(store, "a/x", "1");
  put(store, "a/x", "2");
  store.remove(place("a/x"));
  store.put(place("a", "namespaces"), {});
  function since(revision: number): string {
    return briefChanges(store.changesSince(CONFIG_MAPS, revision));
  }
  expect(since(1)).toBe("gone");
  expect(since(2)).toBe("modified a/x=2@3, deleted a/x=2@4");
  expect(since(3)).toBe("deleted a/x=2@4");
  expect(since(4)).toBe("");
  expect(since(5)).toBe("");

  const small = openTestStore({ limits: { historyBytesMax: 300 } });
  for (const data of ["1", "2", "3", "4"]) put(small, "a/x", data.repeat(20));
  expect(briefChanges(small.changesSince(CONFIG_MAPS, 2))).toBe("gone");
  expect(small.changesSince(CONFIG_MAPS, 4)).toHaveLength(1);
});

test("a change larger than the history is told to followers and asks watchers to list anew", () => {
  const store = openTestStore({ limits: { historyBytesMax: 10 } });
  put(store, "a/x");
  expect(store.changesSince(CONFIG_MAPS, 1)).toBe(undefined);
  expect(store.changesSince(CONFIG_MAPS, 2)).toEqual([]);
});

test("followers hear changes in order, also those that a follower makes", () => {
  const store = openTestStore();
  const heard: string[] = [];
  const stopFirst = store.follow((change) => {
    heard.push(`1: ${briefChanges([change])}`);
    if (change.kind === "added" && change.place.name === "x") put(store, "a/y");
  });
  store.follow((change) => heard.push(`2: ${briefChanges([change])}`), CONFIG_MAPS);
  put(store, "a/x");
  stopFirst();
  store.remove(place("a/x"));
  store.put(place("a", "namespaces"), {});
  expect(heard).toEqual([
    "1: added a/x=@2",
    "2: added a/x=@2",
    "1: added a/y=@3",
    "2: added a/y=@3",
    "2: deleted a/x=@4",
  ]);
});

test("who follows during a change hears only later ones, and who stops hears none", () => {
  const store = openTestStore();
  const heard: string[] = [];
  function late(change: Change): void {
    heard.push(`late: ${briefChanges([change])}`);
  }
  const stop = store.follow(() => {
    stop();
    stopOther();
    store.follow(late);
  });
  const stopOther = store.follow((change) => heard.push(`other: ${briefChanges([change])}`));
  put(store, "a/x");
  expect(heard).toEqual([]);
  put(store, "a/x");
  expect(heard).toEqual(["late: modified a/x=@3"]);
});

test("a follower that throws does not make the store deaf", () => {
  const store = openTestStore();
  const heard: string[] = [];
  const stop = store.follow(() => {
    throw new Error("defect");
  });
  store.follow((change) => heard.push(briefChanges([change])));
  expect(() => put(store, "a/x")).toThrow("defect");
  stop();
  put(store, "a/y");
  expect(heard).toEqual(["added a/y=@3"]);
  expect(briefList(store.list(CONFIG_MAPS))).toBe("a/x=@2 a/y=@3");
});

test.each([
  [
    "objects",
    { objectsMax: 2 },
    "507: the embedded cluster does not store more than 2 objects: delete some objects first",
  ],
  ["bytes of one", { objectBytesMax: 150 }, "500: etcdserver: request is too large"],
  [
    "bytes of all",
    { bytesMax: 300 },
    "507: the embedded cluster does not store more than 300 bytes: delete some objects first",
  ],
])("too many %s are refused, and nothing has changed", (_, limits, refusal) => {
  const store = openTestStore({ limits });
  put(store, "a/x");
  put(store, "a/y");
  const before = briefList(store.list(CONFIG_MAPS));
  expect(refusalOf(() => put(store, "a/z", "z".repeat(50)))).toBe(refusal);
  expect(briefList(store.list(CONFIG_MAPS))).toBe(before);
  expect(store.revision).toBe(3);
  put(store, "a/x", "1");
  store.remove(place("a/y"));
  put(store, "a/z", "1");
  expect(briefList(store.list(CONFIG_MAPS))).toBe("a/x=1@4 a/z=1@6");
});

test("a second start goes on where the first one was, without its history", () => {
  const folder = newFolder();
  const first = openTestStore({ folder });
  put(first, "a/x", "1");
  put(first, "a/y", "é\n😀\u2028");
  first.remove(place("a/x"));
  first.close();
  const store = openTestStore({ folder });
  expect(store.revision).toBe(4);
  expect(briefList(store.list(CONFIG_MAPS))).toBe("a/y=é\n😀\u2028@3");
  expect(store.changesSince(CONFIG_MAPS, 3)).toBe(undefined);
  expect(store.changesSince(CONFIG_MAPS, 4)).toEqual([]);
  expect(store.changesSince(place("x", "never-seen"), 3)).toBe(undefined);
  expect(briefList(store.listAt(CONFIG_MAPS, { namespace: "", revision: 3 }))).toBe("gone");
  expect(briefObject(put(store, "a/x", "2"))).toBe("a/x=2@5");
  store.close();
});

test("a closed store writes nothing any more", () => {
  const store = openTestStore({ folder: newFolder() });
  store.close();
  store.close();
  expect(() => put(store, "a/x")).toThrow("the store is closed");
});
