import { textAt } from "../../core/object/json.ts";
import type { BranchFile } from "../../ports/forge-port.ts";
import type { ForgeHttp } from "./forge-http.ts";

interface FilePages {
  readonly http: ForgeHttp;
  /** Of the repository in the API. */
  readonly root: string;
  /** The field of its answer that holds its page for people. */
  readonly field: "html_url" | "web_url";
  /** What stands between that page and the branch: `src/branch`. */
  readonly between: string;
}

/** Says where people read a file (`ForgePort.findFilePage`); the forge is asked once where its repository is. */
export function findFilePages({
  http,
  root,
  field,
  between,
}: FilePages): (file: BranchFile) => Promise<string | undefined> {
  let page: string | undefined;
  return async ({ branch, path }) => {
    const question = { method: "GET", path: root, action: "read the repository" } as const;
    page ??= textAt(await http.ask(question), field) ?? "";
    if (!/^https?:/i.test(page) || !URL.canParse(page)) return undefined;
    const { origin, pathname } = new URL(page);
    const segments = [between, branch, path].flatMap((each) => each.split("/"));
    const below = segments.map(encodeURIComponent).join("/");
    return escapeBrackets(`${origin}${pathname.replace(/\/+$/, "")}/${below}`);
  };
}

/** In Markdown they would end the link. */
function escapeBrackets(url: string): string {
  return url.replaceAll("(", "%28").replaceAll(")", "%29");
}
