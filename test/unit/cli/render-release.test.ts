import { expect, test } from "vitest";
import { choosePalette } from "../../../src/cli/palette.ts";
import { renderRelease } from "../../../src/cli/render-release.ts";
import type { ReleasedObject } from "../../../src/core/report/release-document.ts";

const PLAIN = choosePalette({ isTerminal: false, noColor: "", term: "" });

const WEB: ReleasedObject = { id: "Deployment.apps/shop/web", outcome: "released", message: "" };
const NONE: ReleasedObject = {
  id: "ConfigMap/shop/a",
  outcome: "gone",
  message: "it is not there",
};
const NO: ReleasedObject = { id: "Secret/shop/b", outcome: "refused", message: "forbidden" };

test.each([
  {
    document: { stack: "shop", dryRun: false, objects: [WEB, NONE, NO] },
    text: `let go Deployment.apps/shop/web
nothing to do ConfigMap/shop/a: it is not there
refused Secret/shop/b: forbidden
shop: 1 object let go; values stay as they are
`,
  },
  {
    document: { stack: "", dryRun: true, objects: [WEB] },
    text: `would be let go Deployment.apps/shop/web
1 object would be let go; nothing was written
`,
  },
  {
    document: { stack: "", dryRun: false, objects: [NONE] },
    text: `nothing to do ConfigMap/shop/a: it is not there
nothing let go
`,
  },
  {
    document: { stack: "shop", dryRun: false, objects: [] },
    text: "shop: nothing in the cluster is of it\n",
  },
])("$text", ({ document, text }) => {
  expect(renderRelease(document, PLAIN)).toBe(text);
});
