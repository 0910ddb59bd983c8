import type { ForgeError } from "../../core/forge-error.ts";
import { type Json, numberAt, textAt, valueAt } from "../../core/object/json.ts";
import type {
  ForgeLimits,
  ForgePort,
  NewPullRequest,
  PullRequest,
  WantedPullRequest,
} from "../../ports/forge-port.ts";
import { findFilePages } from "./file-pages.ts";
import type { ForgeHttp } from "./forge-http.ts";
import { readPullRequest } from "./read-pull-request.ts";
import { refuseLongTexts } from "./refuse-long-texts.ts";

/** What GitHub and Gitea do not have in common. */
export interface ReposDialect {
  readonly http: ForgeHttp;
  readonly api: string;
  /** `/repos/owner/name` */
  readonly root: string;
  readonly limits: ForgeLimits;
  /** What stands between the repository's page and the branch in that of a file. */
  readonly between: string;
  readonly find: FindPullRequest;
  /** What `labels` of a pull request has to hold for these names. */
  readonly chooseLabels: (names: readonly string[], action: string) => Promise<Json>;
}

/** @param read makes a pull request out of an answer. */
type FindPullRequest = (
  wanted: WantedPullRequest,
  read: (json: Json) => PullRequest,
) => Promise<PullRequest | undefined>;

/** Two open pull requests between the same branches: GitHub says 422, Gitea 409. */
const DUPLICATE_STATUS = new Set([409, 422]);

/** A pull request that is merged cannot be closed: GitHub says 422, Gitea 412. */
const NOT_OPEN_STATUS = new Set([409, 412, 422]);

/**
 * The port over the API that GitHub has and Gitea and Forgejo took over.
 * @see https://docs.github.com/en/rest/pulls/pulls
 * @see https://docs.gitea.com/api/next/
 */
export function createReposForge(dialect: ReposDialect): ForgePort {
  const { http, api, root, limits } = dialect;
  return {
    limits,
    findPullRequest: async (wanted) => await find(dialect, wanted),
    createPullRequest: async (request) => await create(dialect, request),
    async updatePullRequest(number, { title, body }) {
      refuseLongTexts({ title, body }, limits, api);
      await http.ask({
        method: "PATCH",
        path: `${root}/pulls/${number}`,
        body: { title, body },
        action: `change pull request ${number}`,
      });
    },
    addLabels: async (number, names) => await label(dialect, number, names),
    async comment(number, body) {
      refuseLongTexts({ body }, limits, api);
      await http.ask({
        method: "POST",
        path: `${root}/issues/${number}/comments`,
        body: { body },
        action: `comment on pull request ${number}`,
      });
    },
    closePullRequest: async (number) => await closePullRequest(dialect, number),
    findFilePage: findFilePages({ ...dialect, field: "html_url" }),
    async setCommitStatus(commit, { context, state, description, url }) {
      refuseLongTexts({ description }, limits, api);
      await http.ask({
        method: "POST",
        path: `${root}/statuses/${encodeURIComponent(commit)}`,
        body: { context, state, description, ...(url === undefined ? {} : { target_url: url }) },
        action: `set the status of commit ${commit}`,
      });
    },
    close: async () => await http.close(),
  };
}

async function find(
  { find: findIn, api }: ReposDialect,
  wanted: WantedPullRequest,
): Promise<PullRequest | undefined> {
  return await findIn(wanted, (json) => readPullRequest(json, parse, api));
}

async function create(dialect: ReposDialect, request: NewPullRequest): Promise<PullRequest> {
  refuseLongTexts({ title: request.title, body: request.body }, dialect.limits, dialect.api);
  const opened = await open(dialect, request);
  if ("made" in opened) {
    return readPullRequest(opened.made, parse, dialect.api);
  }
  const found = await find(dialect, request);
  if (found?.state !== "open") throw opened.refusal;
  return found;
}

async function closePullRequest({ http, api, root }: ReposDialect, number: number): Promise<void> {
  const path = `${root}/pulls/${number}`;
  const action = `close pull request ${number}`;
  const question = { method: "PATCH", path, body: { state: "closed" }, action } as const;
  const answer = await http.send(question);
  if (NOT_OPEN_STATUS.has(answer.status)) {
    const present = await http.ask({ method: "GET", path, action });
    if (readPullRequest(present, parse, api).state !== "open") return;
  }
  http.expect(answer, question);
}

/** The new pull request, or the refusal that the forge gives for a second one, too. */
async function open(
  { http, root }: ReposDialect,
  { head, base, title, body }: NewPullRequest,
): Promise<{ readonly made: Json } | { readonly refusal: ForgeError }> {
  const question = {
    method: "POST",
    path: `${root}/pulls`,
    body: { head, base, title, body },
    action: "open a pull request",
  } as const;
  const answer = await http.send(question);
  return DUPLICATE_STATUS.has(answer.status)
    ? { refusal: http.refusalOf(answer, question) }
    : { made: http.expect(answer, question) };
}

async function label(
  { http, root, chooseLabels }: ReposDialect,
  number: number,
  names: readonly string[],
): Promise<void> {
  const action = `label pull request ${number}`;
  const labels = await chooseLabels(names, action);
  await http.ask({
    method: "POST",
    path: `${root}/issues/${number}/labels`,
    body: { labels },
    action,
  });
}

function parse(json: Json): {
  readonly [Key in keyof PullRequest]: PullRequest[Key] | undefined;
} {
  return {
    number: numberAt(json, "number"),
    url: textAt(json, "html_url"),
    state: stateOf(json),
    headCommit: textAt(json, "head", "sha"),
    base: textAt(json, "base", "ref"),
    title: textAt(json, "title"),
    body: textAt(json, "body"),
  };
}

/** A list at GitHub has no `merged`, but the time. */
function stateOf(json: Json): PullRequest["state"] | undefined {
  const state = textAt(json, "state");
  if (state === "open") return "open";
  if (state !== "closed") return undefined;
  const isMerged = valueAt(json, "merged") === true || textAt(json, "merged_at") !== undefined;
  return isMerged ? "merged" : "closed";
}
