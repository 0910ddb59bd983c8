import { type Json, numberAt, textAt } from "../../core/object/json.ts";
import type { ForgePort } from "../../ports/forge-port.ts";
import { choosePullRequest } from "./choose-pull-request.ts";
import type { ForgeHttp } from "./forge-http.ts";
import { PULL_REQUESTS_PER_PAGE, readPages } from "./read-pages.ts";
import { createReposForge } from "./repos-forge.ts";

/** @see https://docs.github.com/en/rest/about-the-rest-api/api-versions */
const API_VERSION = "2022-11-28";

/** The headers of a request to GitHub. */
export function gitHubHeaders(token: string): Readonly<Record<string, string>> {
  return {
    accept: "application/vnd.github+json",
    authorization: `Bearer ${token}`,
    "x-github-api-version": API_VERSION,
  };
}

/** Pull requests and commit statuses of a repository at GitHub or a GitHub Enterprise Server. */
export function createGitHubForge(
  http: ForgeHttp,
  at: { readonly api: string; readonly repository: string },
): ForgePort {
  const root = `/repos/${at.repository}`;
  const [owner = ""] = at.repository.split("/");
  return createReposForge({
    http,
    api: at.api,
    root,
    between: "blob",
    limits: { title: 256, body: 65_536, description: 140 },
    async find(wanted, read) {
      const query = new URLSearchParams({
        state: "all",
        head: `${owner}:${wanted.head}`,
        sort: "created",
        direction: "desc",
        per_page: String(PULL_REQUESTS_PER_PAGE),
      });
      const action = "look for a pull request";
      for await (const page of readPages(http, {
        path: `${root}/pulls?${query.toString()}`,
        action,
      })) {
        // The filter is dropped where it makes no sense to the server, and then all are there.
        const ours = page.filter((each) => isFrom(each, wanted.head)).map(read);
        const found = choosePullRequest(ours, wanted);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    // Names; what does not exist is created.
    chooseLabels: async (names) => await Promise.resolve(names),
  });
}

/** A fork's branch may have the same name. */
function isFrom(json: Json, head: string): boolean {
  return (
    textAt(json, "head", "ref") === head &&
    numberAt(json, "base", "repo", "id") === numberAt(json, "head", "repo", "id")
  );
}
