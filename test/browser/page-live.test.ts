import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { PageDocument } from "../../src/core/report/page-document.ts";
import { emptyPage } from "../support/empty-pages.ts";
import { largePage } from "../support/large-page.ts";
import { launchChromium, PHONE, type SeenPage, seePage } from "../support/page-browser.ts";
import { pageOf, pageStack } from "../support/page-builder.ts";
import { driftPage, fightPage, heldPage, inSyncPage } from "../support/page-documents.ts";
import { stalledPage } from "../support/stalled-page.ts";
import { ago, objectStatus, stackStatus } from "../support/status-builder.ts";

const chromium = inject("chromium");

describe.skipIf(chromium.kind === "missing")("the page, while things change", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(chromium.kind === "found" ? chromium.path : "");
  });
  afterAll(async () => {
    await browser.close();
  });

  async function see(document: PageDocument): Promise<SeenPage> {
    const seen = await seePage(browser, document, { pace: { coalesceMs: 20, beatMs: 200 } });
    return seen;
  }

  test("from held to in sync: the same elements say something else", async () => {
    const seen = await see(heldPage());
    await seen.page.evaluate(MARK_ALL);
    seen.show(inSyncPage());
    await until(seen.page, "document.title.includes('in sync')");
    expect(await seen.page.locator(".state").innerText()).toBe("in sync at 1a2b3c4 (8 objects)");
    // Every card is the element that it was; only what is new has no mark.
    expect(await seen.page.evaluate("cards().filter((card) => !card.mark).length")).toBe(0);
    expect(await seen.page.locator(".notes").count()).toBe(0);
    expect(seen.complaints).toEqual([]);
    await seen.close();
  });

  test("focus, an open object, a selection, scroll positions and a filter survive", async () => {
    const seen = await see(large(0));
    const { page } = seen;
    await page.locator("label.switch", { hasText: "Ready" }).click();
    const card = page.locator(".card", { hasText: "part-300" }).first();
    await card.locator("summary").click();
    await page.evaluate("document.querySelector('.board').scrollLeft = 60");
    await page.evaluate("getSelection().selectAllChildren(document.querySelector('.facts'))");
    const before = await page.evaluate(POSITION);
    seen.show(large(7));
    await until(page, "document.querySelectorAll('[data-group=moving].card').length === 7");
    expect(await page.evaluate(POSITION)).toEqual(before);
    expect(await page.evaluate("document.activeElement.closest('.card').textContent")).toContain(
      "part-300",
    );
    expect(await card.locator("details").getAttribute("open")).toBe("");
    await page.locator("input[type=search]").fill("part-00 configmap");
    seen.show(large(9));
    await until(page, "document.querySelectorAll('[data-group=moving].card').length === 9");
    expect(await page.locator(".card:visible").count()).toBe(2);
    expect(await page.locator(".matches").innerText()).toBe("2 of 500");
    expect(await page.evaluate("document.activeElement.value")).toBe("part-00 configmap");
    await seen.close();
  });

  test("an object that comes moves nothing else, and one that goes gives the focus back to the page", async () => {
    const seen = await see(small("a", "c"));
    await seen.page.evaluate(MARK_ALL);
    await seen.page.locator("summary", { hasText: /^c/ }).focus();
    seen.show(small("a", "b", "c"));
    await until(seen.page, "cards().length === 3");
    expect(await seen.page.evaluate("cards().map((card) => Boolean(card.mark))")).toEqual([
      true,
      false,
      true,
    ]);
    expect(await focusedText(seen.page)).toContain("c");
    seen.show(small("a", "b"));
    await until(seen.page, "cards().length === 2");
    expect(await seen.page.evaluate("document.activeElement.id")).toBe("main");
    await seen.close();
  });

  test("an object that moves to another tier takes the focus along", async () => {
    const seen = await see(small("a", "c"));
    await seen.page.locator("summary", { hasText: /^c/ }).focus();
    const moved = [objectStatus("ConfigMap/shop/a"), objectStatus("ConfigMap/shop/c", { tier: 1 })];
    seen.show(pageOf(pageStack(stackStatus({ objects: moved }))));
    await until(seen.page, "document.querySelectorAll('.tier').length === 2");
    expect(await seen.page.locator(".card").count()).toBe(2);
    expect(await focusedText(seen.page)).toMatch(/^c/);
    await seen.close();
  });

  test("only what changed goes over the wire, and nothing when nothing did", async () => {
    const seen = await see(large(0));
    await seen.page.evaluate(`
      window.sizes = [];
      const events = new EventSource("/events?frame=" + document.body.dataset.frame);
      events.addEventListener("frame", (event) => sizes.push(event.data.length));
      new Promise((resolve) => events.addEventListener("beat", resolve, { once: true }))`);
    seen.show(large(0));
    seen.show(large(1));
    await until(seen.page, "sizes.length > 0");
    const whole = JSON.stringify(await (await fetch(seen.address)).text()).length;
    const sizes: unknown = await seen.page.evaluate("sizes");
    expect(sizes).toEqual([expect.any(Number)]);
    expect(Number(Array.isArray(sizes) && sizes[0])).toBeLessThan(whole / 10);
    await seen.close();
  });

  test("ages go on, without touching anything else", async () => {
    const seen = await see(pageOf(pageStack(stackStatus(), { lookedAt: ago(4) })));
    await seen.page.evaluate(`
      window.touched = new Set();
      new MutationObserver((all) => all.forEach(({ target }) => touched.add(target.nodeName)))
        .observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })`);
    await until(seen.page, "/^[6-9]s/.test(document.querySelector('.facts time').textContent)");
    expect(await seen.page.evaluate("[...touched]")).toEqual(["TIME"]);
    await seen.close();
  });

  test("a lost connection is said, with the time of what is shown; it heals by itself, also to another agent", async () => {
    const seen = await see(heldPage());
    await seen.stopServer();
    const lost = seen.page.locator('[data-connection="lost"]');
    await lost.waitFor();
    expect(await lost.innerText()).toMatch(
      /^Connection lost; this is how it was at .*\. Trying again\.$/,
    );
    expect(await seen.page.locator(".state").first().innerText()).toContain("4 held");
    seen.show(inSyncPage());
    await seen.startServer();
    await seen.page.waitForSelector('[data-connection="live"]', { timeout: 20_000 });
    await until(seen.page, "document.title.includes('in sync')");
    await seen.close();
  });

  test("through all states and back, the page is what the server would render", async () => {
    const seen = await see(emptyPage());
    const states = [inSyncPage(), driftPage(), stalledPage(), emptyPage(), fightPage(), heldPage()];
    for (const state of states) {
      seen.show(state);
      // oxlint-disable-next-line no-await-in-loop -- one state after another is the test
      const fresh = await seePage(browser, state, { javaScriptEnabled: false });
      // oxlint-disable-next-line no-await-in-loop -- see above
      await expect.poll(async () => outline(seen.page)).toEqual(await outline(fresh.page));
      // oxlint-disable-next-line no-await-in-loop -- see above
      await fresh.close();
    }
    expect(seen.complaints).toEqual([]);
    await seen.close();
  });

  test("pointing at an object shows what it waits for and what waits for it", async () => {
    const seen = await see(heldPage());
    await seen.page
      .locator(".card", { has: seen.page.locator(".card-name", { hasText: /^kb$/ }) })
      .hover();
    expect(await edges(seen.page)).toEqual([
      "elastic: target",
      "main: target",
      "kb: self",
      "logs: dependent",
      "web: dependent",
    ]);
    expect(await seen.page.locator(".lines path").count()).toBe(4);
    await seen.page.mouse.move(2, 2);
    expect(await edges(seen.page)).toEqual([]);
    await seen.page.setViewportSize(PHONE);
    await seen.page.locator("summary", { hasText: "fleet" }).focus();
    await seen.page.keyboard.press("Shift+Tab");
    await seen.page.keyboard.press("Tab");
    await until(
      seen.page,
      "document.querySelector('[data-script-edge=self] .card-name')?.textContent === 'fleet'",
    );
    expect(await edges(seen.page)).toEqual(["elastic: target", "main: target", "fleet: self"]);
    await seen.close();
  });
});

const MARK_ALL = `
  window.cards = () => [...document.querySelectorAll(".card")];
  for (const card of cards()) card.mark = true`;

const POSITION = `({
  top: scrollY,
  left: document.querySelector(".board").scrollLeft,
  selected: String(getSelection()).slice(0, 14),
})`;

/** The page's main element, but for ages and for what the script and the reader own. */
async function outline(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const isOurs = ({ name }) => !name.startsWith("data-script") && name !== "open" && name !== "checked";
    const outline = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
      const attributes = [...node.attributes].filter(isOurs).map(({ name, value }) => name + "=" + value).sort();
      const isTheirs = node.localName === "time" || node.localName === "output";
      return [node.localName, attributes, isTheirs ? [] : [...node.childNodes].map(outline)];
    };
    return outline(document.querySelector("main"));
  })()`);
}

/** Polled from outside: the page's policy allows no text to become code. */
async function until(page: Page, condition: string): Promise<void> {
  await expect.poll(async () => page.evaluate(condition), { timeout: 15_000 }).toBe(true);
}

async function focusedText(page: Page): Promise<string> {
  return String(await page.evaluate("document.activeElement.textContent"));
}

async function edges(page: Page): Promise<unknown> {
  return page.evaluate(
    "[...document.querySelectorAll('[data-script-edge]')].map((card) => card.querySelector('.card-name').textContent + ': ' + card.dataset.scriptEdge)",
  );
}

function small(...names: readonly string[]): PageDocument {
  return pageOf(
    pageStack(
      stackStatus({ objects: names.map((name) => objectStatus(`ConfigMap/shop/${name}`)) }),
    ),
  );
}

/** Of the 500 objects so many are rolling out. */
function large(moving: number): PageDocument {
  const { stacks } = largePage();
  const [stack] = stacks;
  const objects = (stack?.status.objects ?? []).map(({ id, tier }, index) =>
    objectStatus(id, { tier, phase: index < moving ? "ApplyingChanges" : "Ready" }),
  );
  return pageOf(
    pageStack(stackStatus({ name: "platform", objects }), { edges: stack?.edges ?? [] }),
  );
}
