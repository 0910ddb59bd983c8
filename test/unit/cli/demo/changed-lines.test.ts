import { expect, test } from "vitest";
import { changedLines } from "../../../../src/cli/demo/changed-lines.ts";
import { paintLine } from "../../../../src/cli/paint-line.ts";
import { PLAIN } from "../../../../src/cli/palette.ts";

test("each changed line, with what is new at its end", () => {
  const files = [
    {
      path: "shop/db.yaml",
      before: "a: 1\n  image: r/db:1.4.0\n",
      after: "a: 1\n  image: r/db:1.5.0\n",
    },
    {
      path: "kibana.yaml",
      before: "spec:\n  version: 8.19.2\n",
      after: "spec:\n  version: 8.20.0\n",
    },
    { path: "same.yaml", before: "a: 1\n", after: "a: 1\n" },
  ];
  expect(changedLines(files).map((line) => paintLine(line, PLAIN))).toEqual([
    "shop/db.yaml  image: r/db:1.4.0 → 1.5.0",
    "kibana.yaml   version: 8.19.2 → 8.20.0",
  ]);
});
