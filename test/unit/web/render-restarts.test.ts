import { expect, test } from "vitest";
import type { StackStatus } from "../../../src/core/report/status-document.ts";
import { renderPage } from "../../../src/web/render-page.ts";
import { pageOf, pageStack } from "../../support/page-builder.ts";
import { pageLines, withClass } from "../../support/page-text.ts";
import { ago, objectStatus, stackStatus } from "../../support/status-builder.ts";

/** What stands in the lists of a page of one stack. */
function lines(written: Partial<StackStatus>): readonly string[] {
  const status = stackStatus({ objects: [objectStatus("ConfigMap/shop/a")], ...written });
  return withClass(renderPage(pageOf(pageStack(status))), "entries").flatMap(pageLines);
}

test("a restart says why, when, and which workloads; the newest five, of many the first five", () => {
  const many = Array.from({ length: 7 }, (_, index) => `Deployment.apps/shop/w${index}`);
  const restarts = [
    {
      source: "Secret/shop/db",
      consumers: ["Deployment.apps/shop/web", "StatefulSet.apps/shop/queue"],
      at: ago(180),
    },
    { source: "ConfigMap/shop/a", consumers: many, at: ago(240) },
    ...Array.from({ length: 8 }, () => ({
      source: "Secret/shop/old",
      consumers: ["Deployment.apps/shop/web"],
      at: ago(3600),
    })),
  ];
  const told = lines({ restarts });
  expect(told).toHaveLength(5);
  expect(told.slice(0, 3)).toEqual([
    "restarted 2 consumers because Secret/shop/db changed, 3m ago: Deployment/shop/web, StatefulSet/shop/queue",
    "restarted 7 consumers because ConfigMap/shop/a changed, 4m ago: Deployment/shop/w0, Deployment/shop/w1, Deployment/shop/w2, Deployment/shop/w3, Deployment/shop/w4 and 2 more",
    "restarted 1 consumer because Secret/shop/old changed, 1h ago: Deployment/shop/web",
  ]);
  expect(lines({})).toEqual([]);
});
