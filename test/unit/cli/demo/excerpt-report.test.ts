import { expect, test } from "vitest";
import { excerptReport, rowsNaming } from "../../../../src/cli/demo/excerpt-report.ts";

const REPORT = `# Drift of example on demo

The cluster differs from Git.

| State | Who |
| --- | --- |
| reverted | \`kubectl-edit\` |
| reverted | \`night-scaler\` |

## Order

\`\`\`mermaid
flowchart
\`\`\`
`;

test("the excerpt ends before the picture", () => {
  expect(excerptReport(REPORT).split("\n").at(-1)).toBe("| reverted | `night-scaler` |");
});

test("a report without a picture is whole", () => {
  expect(excerptReport("# Drift\n\ntext\n")).toBe("# Drift\n\ntext");
});

test("the rows that name somebody", () => {
  expect(rowsNaming("night-scaler", REPORT)).toEqual(["| reverted | `night-scaler` |"]);
});
