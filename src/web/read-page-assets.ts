import { readFile } from "node:fs/promises";

/** A file that the page is made of. */
export interface PageAsset {
  readonly contentType: string;
  readonly body: string;
}

/** From here the same in `src` and in `dist`; scripts are always the compiled ones. */
const STYLE_ROOT = new URL("../../src/web/page/", import.meta.url);
const SCRIPT_ROOT = new URL("../../dist/", import.meta.url);

/** The page's script and all that it imports, below `dist`. A test holds it to what is imported. */
export const PAGE_SCRIPTS = [
  "web/page/page.js",
  "web/page/follow-events.js",
  "web/page/filter-objects.js",
  "web/page/keep-ages.js",
  "web/page/patch-element.js",
  "web/page/show-edges.js",
  "core/wording/duration-text.js",
] as const;

/** Reads what the page is made of, by the path under which it is served. Nothing else is ever served. */
export async function readPageAssets(): Promise<ReadonlyMap<string, PageAsset>> {
  const assets = [
    readAsset("/assets/page.css", new URL("page.css", STYLE_ROOT), "text/css; charset=utf-8"),
    readAsset("/assets/icon.svg", new URL("icon.svg", STYLE_ROOT), "image/svg+xml"),
    ...PAGE_SCRIPTS.map(async (path) =>
      readAsset(`/assets/${path}`, new URL(path, SCRIPT_ROOT), "text/javascript; charset=utf-8"),
    ),
  ];
  return new Map(await Promise.all(assets));
}

async function readAsset(
  path: string,
  file: URL,
  contentType: string,
): Promise<readonly [string, PageAsset]> {
  return [path, { contentType, body: await readFile(file, "utf8") }];
}
