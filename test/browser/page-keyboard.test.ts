import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { findViolations } from "../support/find-violations.ts";
import { launchChromium, seePage } from "../support/page-browser.ts";
import { heldPage } from "../support/page-documents.ts";

const chromium = inject("chromium");

describe.skipIf(chromium.kind === "missing")("the page by keyboard", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(chromium.kind === "found" ? chromium.path : "");
  });
  afterAll(async () => {
    await browser.close();
  });

  test("the focus walks through everything once, from left to right, and is always to be seen", async () => {
    const seen = await seePage(browser, heldPage());
    const walked: string[] = [];
    for (let step = 0; step < 30; step += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one key after another
      await seen.page.keyboard.press("Tab");
      // oxlint-disable-next-line no-await-in-loop -- see above
      const focused = String(await seen.page.evaluate(FOCUSED));
      walked.push(focused);
      if (focused.startsWith("status.json")) break;
    }
    expect(walked).toEqual([
      "Skip to the stacks",
      "Stalled 0",
      "Held 4",
      "In progress 1",
      "Ready 3",
      "Filter the objects of elastic",
      "Tiers of elastic, first to last",
      "elastic",
      "settings",
      "users",
      "main",
      "kb",
      "Elasticsearch/elastic/main",
      "fleet",
      "Elasticsearch/elastic/main",
      "logs",
      "Kibana/elastic/kb",
      "web",
      "Kibana/elastic/kb",
      "Passes of elastic, the youngest first",
      "1 object",
      "3 objects",
      "status.json",
    ]);
    await seen.close();
  });

  test("keys open an object, follow what it waits for, and hide what is ready", async () => {
    const seen = await seePage(browser, heldPage());
    const { page } = seen;
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    await press(page, "Tab", 4);
    await page.keyboard.press("Space");
    expect(await page.locator(".card[data-group=ready]:visible").count()).toBe(0);
    expect(await page.locator(".hidden-ready:visible").allInnerTexts()).toEqual([
      "1 ready, not shown",
      "2 ready, not shown",
    ]);
    await page.locator("summary", { hasText: "Kibana in elastic" }).focus();
    await page.keyboard.press("Enter");
    expect(await page.locator(".card:has(details[open]) .more").innerText()).toContain(
      "lockstep · association:spec.elasticsearchRef",
    );
    await page
      .locator(".card:has(details[open]) .more a", { hasText: "Namespace/elastic" })
      .press("Enter");
    // What is hidden shows itself when it is asked for.
    expect(await page.locator(".card:target").innerText()).toContain("Namespace");
    expect(await page.locator(".card:target").isVisible()).toBe(true);
    await page.locator("summary", { hasText: "Kibana in elastic" }).focus();
    expect(await findViolations(page)).toEqual([]);
    await seen.close();
  });

  test("with forced colours and without motion everything still says what it is", async () => {
    const seen = await seePage(browser, heldPage(), {
      forcedColors: "active",
      reducedMotion: "reduce",
    });
    expect(await seen.page.locator(".card-phase").allInnerTexts()).toEqual([
      "Ready",
      "Ready",
      "Ready",
      "Rolling out",
      "Held",
      "Held",
      "Held",
      "Pending",
    ]);
    expect(await seen.page.evaluate("document.getAnimations().length")).toBe(0);
    expect(
      await seen.page.evaluate("getComputedStyle(document.documentElement).scrollBehavior"),
    ).toBe("auto");
    expect(await findViolations(seen.page)).toEqual([]);
    await seen.close();
  });
});

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let step = 0; step < times; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one key after another
    await page.keyboard.press(key);
  }
}

/** The name of what has the focus; with a remark when nobody could see that it has it. */
const FOCUSED = `(() => {
  const focused = document.activeElement;
  const name = focused.getAttribute("aria-label")
    ?? focused.querySelector(".card-name")?.textContent
    ?? (focused.labels?.[0] ?? focused).textContent;
  const text = name.replace(/\\s+/g, " ").trim();
  const outlined = focused.closest(".switch") ?? focused;
  const { outlineStyle, outlineWidth } = getComputedStyle(outlined);
  const box = outlined.getBoundingClientRect();
  const isSeen = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && box.width > 0 && box.top >= 0 && box.bottom <= innerHeight + 1;
  return isSeen ? text : text + " (focus not to be seen)";
})()`;
