import { expect, test } from "vitest";
import { renderReportMarkdown } from "../../../../src/core/report/render-report-markdown.ts";
import { driftReport, reportEntry } from "../../../support/report-builder.ts";

test("what no edit can say is listed with the reason while a person may want to answer it", () => {
  const unadoptable = { reason: "kustomize", where: "shop/kustomization.yaml:1" } as const;
  const entries = [
    reportEntry("Deployment.apps/shop/web"),
    reportEntry("Deployment.apps/shop/built", { unadoptable }),
    reportEntry("Secret/shop/keys", {
      state: "open",
      unadoptable: { reason: "secret", where: "a|b.yaml:3" },
    }),
    reportEntry("Deployment.apps/shop/gone", { unadoptable, state: "gone" }),
  ];
  const lines = renderReportMarkdown(driftReport({ entries }), "").split("\n");
  const at = lines.indexOf("## No edit can be offered");
  expect(lines.slice(at + 2, lines.indexOf("", at + 2))).toEqual([
    "| Difference | Why not |",
    "| --- | --- |",
    "| `Secret/shop/keys` `spec.replicas` | values of Secrets are never written into Git (`a\\u007cb.yaml:3`) |",
    "| `Deployment.apps/shop/built` `spec.replicas` | kustomize builds this object: change the base, the overlay or the patch that sets the value (`shop/kustomization.yaml:1`) |",
  ]);
});

test("without such drift there is no such section", () => {
  expect(renderReportMarkdown(driftReport(), "")).not.toContain("No edit can be offered");
});
