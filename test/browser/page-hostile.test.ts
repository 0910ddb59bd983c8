import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { emptyPage } from "../support/empty-pages.ts";
import { hostilePage } from "../support/hostile-page.ts";
import { launchChromium, PHONE, seePage } from "../support/page-browser.ts";
import { inSyncPage } from "../support/page-documents.ts";

const chromium = inject("chromium");

describe.skipIf(chromium.kind === "missing")(
  "names and values that would like to be markup",
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchChromium(chromium.kind === "found" ? chromium.path : "");
    });
    afterAll(async () => {
      await browser.close();
    });

    test.each([
      ["as the server renders them", hostilePage()],
      ["as an update brings them", emptyPage()],
      ["as an update brings them in place of others", inSyncPage()],
    ])("%s: nothing of them runs, and nothing hides or turns", async (_, first) => {
      const seen = await seePage(browser, first, { viewport: PHONE });
      seen.show(hostilePage());
      await expect.poll(async () => seen.page.locator(".stack").count()).toBe(8);
      for (const summary of await seen.page.locator("summary").all()) {
        // oxlint-disable-next-line no-await-in-loop -- each is opened, as a curious person would
        await summary.click();
      }
      expect(await seen.page.evaluate(FOUND)).toEqual({
        hacked: "undefined",
        foreignElements: 0,
        handlers: 0,
        oddLinks: 0,
        hiddenCharacters: false,
        overflow: 0,
      });
      expect(seen.complaints).toEqual([]);
      await seen.close();
    });

    test("a script that got into the page anyway would not run", async () => {
      const seen = await seePage(browser, inSyncPage());
      await seen.page.evaluate(`
      const script = document.createElement("script");
      try { script.textContent = "window.hacked = 1"; document.body.append(script) } catch {}
      const image = document.createElement("img");
      try { image.setAttribute("onerror", "window.hacked = 1"); image.src = "data:,"; document.body.append(image) } catch {}
      new Promise((resolve) => setTimeout(resolve, 200))`);
      expect(await seen.page.evaluate("typeof window.hacked")).toBe("undefined");
      expect(seen.complaints.join("\n")).toMatch(/requires 'TrustedScript'/);
      await seen.close();
    });
  },
);

const FOUND = `({
  hacked: typeof window.hacked,
  foreignElements: document.querySelectorAll("main :is(img, script, iframe, style)").length,
  handlers: [...document.querySelectorAll("*")].filter((each) => each.getAttributeNames().some((name) => name.startsWith("on"))).length,
  oddLinks: [...document.links].filter(({ protocol }) => protocol !== "http:").length,
  hiddenCharacters: /[\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText + document.title),
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
})`;
