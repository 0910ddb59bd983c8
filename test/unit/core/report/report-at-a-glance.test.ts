import { expect, test } from "vitest";
import { renderReportMarkdown } from "../../../../src/core/report/render-report-markdown.ts";
import { driftReport, reportEntry } from "../../../support/report-builder.ts";
import { ago } from "../../../support/status-builder.ts";

test("what still differs stands before what is over, however old it is", () => {
  const entries = [
    reportEntry("A/reverted", { at: ago(1) }),
    reportEntry("B/gone", { at: ago(2), state: "gone" }),
    reportEntry("C/open", { at: ago(900), state: "open", action: "open" }),
  ];
  const text = renderReportMarkdown(driftReport({ entries }), "");
  expect(text.match(/[ABC]\/\w+/g)).toEqual(["C/open", "A/reverted", "B/gone"]);
});

test("of many differences the summary says on how many objects, and who made most of them", () => {
  const managers = ["k9s", "k9s", "k9s", "b", "b", "", "", "a|b", "d", "e", "f"];
  function secondLine(count: number): string | undefined {
    const entries = managers
      .slice(0, count)
      .map((manager, index) => reportEntry(`ConfigMap/shop/a${index % 4}`, { manager }));
    return renderReportMarkdown(driftReport({ entries }), "").split("\n")[2];
  }
  expect(secondLine(10)).toBe("The cluster is as Git says again. In this report: 10 reverted.  ");
  expect(secondLine(11)).toBe(
    "The cluster is as Git says again. In this report: 11 reverted; on 4 objects, by `k9s` (3), unknown (2), `b` (2), `a\\u007cb` (1), 3 more.  ",
  );
});
