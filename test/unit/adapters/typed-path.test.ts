import { expect, test } from "vitest";
import { typedPath } from "../../../src/adapters/files/typed-path.ts";

test.each([
  { path: "/home/ada/lockstep/.lockstep/kubeconfig", typed: ".lockstep/kubeconfig" },
  { path: "/home/ada/other/kubeconfig", typed: "/home/ada/other/kubeconfig" },
  { path: "/home/ada/lockstep-2/kubeconfig", typed: "/home/ada/lockstep-2/kubeconfig" },
])("$path is typed as $typed", ({ path, typed }) => {
  expect(typedPath(path, "/home/ada/lockstep")).toBe(typed);
});
