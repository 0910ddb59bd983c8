import { expect, test } from "vitest";
import { serverOrder } from "../../../../src/embedded/schema/server-order.ts";

function named(names: string): readonly { name: string }[] {
  return names === "" ? [] : names.split(" ").map((name) => ({ name }));
}

test.each([
  { live: "a b c", deleted: "", added: "x", order: "a b c" },
  { live: "a b c", deleted: "a", added: "", order: "b c c" },
  { live: "a b c", deleted: "a", added: "x", order: "b c x" },
  { live: "a b c", deleted: "a b", added: "x", order: "c x c" },
  { live: "a b c", deleted: "c", added: "x y", order: "a b x" },
])("$live without $deleted and with $added: $order", ({ live, deleted, added, order }) => {
  const patch = [...named(added), ...named(deleted).map((item) => ({ ...item, $patch: "delete" }))];
  const names = serverOrder(named(live), patch, "name").map((item) => JSON.stringify(item));
  expect(names).toEqual(named(order).map((item) => JSON.stringify(item)));
});
