import { isJsonList, type Json } from "../../core/object/json.ts";
import type { ForgeHttp } from "./forge-http.ts";

interface PagedQuestion {
  /** With a query of its own, to which `page` is added. */
  readonly path: string;
  readonly action: string;
}

/** Far more than any list of open pull requests or labels. */
const PAGES_MAX = 20;

/** Of pull requests: so many with the longest texts that we write are less than one answer may be (`answerBytesMax`). */
export const PULL_REQUESTS_PER_PAGE = 30;

/** The pages of a list, as long as the forge says that there is more; at most twenty. */
export async function* readPages(
  http: ForgeHttp,
  { path, action }: PagedQuestion,
): AsyncGenerator<readonly Json[]> {
  let seen = 0;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const question = { method: "GET", path: `${path}&page=${page}`, action } as const;
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const answer = await http.send(question);
    const json = http.expect(answer, question);
    const items = isJsonList(json) ? json : [];
    yield items;
    seen += items.length;
    if (items.length === 0 || !hasMore(answer.headers, seen)) return;
  }
}

/** Most lists name the next page; Gitea's labels only count. */
function hasMore(headers: Readonly<Record<string, string>>, seen: number): boolean {
  const isNamed = /;\s*rel="?next"?/i.test(headers["link"] ?? "");
  return isNamed || Number(headers["x-total-count"] ?? "0") > seen;
}
