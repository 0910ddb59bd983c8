import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { PageDocument } from "../../src/core/report/page-document.ts";
import { emptyPage, newStacksPage } from "../support/empty-pages.ts";
import { findViolations } from "../support/find-violations.ts";
import { hostilePage } from "../support/hostile-page.ts";
import { largePage } from "../support/large-page.ts";
import { DESKTOP, launchChromium, PHONE, type SeenPage, seePage } from "../support/page-browser.ts";
import { driftPage, fightPage, heldPage, inSyncPage } from "../support/page-documents.ts";
import { stalledPage } from "../support/stalled-page.ts";

const chromium = inject("chromium");

const STATES: readonly (readonly [name: string, document: PageDocument, text: string])[] = [
  ["in sync", inSyncPage(), "in sync at 1a2b3c4 (8 objects)"],
  ["held", heldPage(), "waits for Elasticsearch/elastic/main: it runs 8.19.2, 9.1.0 wanted"],
  ["drift", driftPage(), "kubectl-edit changed spec.replicas from 3 to 5"],
  ["fight", fightPage(), "k9s and kubectl-scale took spec.replicas 7 times"],
  ["stalled", stalledPage(), "pod main-es-default-2: ImagePullBackOff"],
  ["empty", emptyPage(), "Name one under stacks: in agent.config.yaml"],
  ["new stacks", newStacksPage(), "Commit 1a2b3c4 has no manifest"],
  ["500 objects", largePage(), "84 ready, not shown"],
  ["hostile", hostilePage(), '<img src=x onerror="window.hacked=1">'],
];

const SCREENS = [
  ["desktop, light", DESKTOP, "light"],
  ["desktop, dark", DESKTOP, "dark"],
  ["phone, light", PHONE, "light"],
  ["phone, dark", PHONE, "dark"],
] as const;

describe.skipIf(chromium.kind === "missing")("the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(chromium.kind === "found" ? chromium.path : "");
  });
  afterAll(async () => {
    await browser.close();
  });

  describe.each(STATES)("%s", (...[, document, text]) => {
    let seen: SeenPage;
    beforeAll(async () => {
      seen = await seePage(browser, document);
    });
    afterAll(async () => {
      await seen.close();
    });

    test.each(SCREENS)(
      "%s: is told, fits, and has no barrier that axe-core knows",
      async (...[, viewport, colorScheme]) => {
        await seen.page.setViewportSize(viewport);
        await seen.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const body = await seen.page.locator("body").innerText();
        expect(body.replaceAll(/\s+/g, " ")).toContain(text);
        expect(await seen.page.evaluate(OVERFLOW)).toBe(0);
        expect(await findViolations(seen.page)).toEqual([]);
        expect(seen.complaints).toEqual([]);
      },
    );
  });

  test("without scripts the page is complete", async () => {
    const seen = await seePage(browser, heldPage(), { javaScriptEnabled: false });
    const body = (await seen.page.locator("body").innerText()).replaceAll(/\s+/g, " ");
    for (const text of [
      "1a2b3c4 is rolling out, 3 of 8 objects ready, 4 held",
      "runs 8.19.2, Git says 9.1.0",
      "waits for Kibana/elastic/kb: its own change is not applied yet TargetNotApplied · 1m",
      "As of 2026-03-01 12:00:00 UTC; reload for news",
    ]) {
      expect(body).toContain(text);
    }
    expect(await seen.page.locator(".filter").isVisible()).toBe(false);
    await seen.page.getByText("Ready", { exact: true }).first().click();
    expect(await seen.page.locator(".card[data-group=ready]").first().isVisible()).toBe(false);
    await seen.close();
  });
});

/** By how much the page is wider than its window. */
const OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
