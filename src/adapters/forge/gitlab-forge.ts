import { type Json, numberAt, textAt } from "../../core/object/json.ts";
import type {
  CommitStatus,
  ForgePort,
  NewPullRequest,
  PullRequest,
  WantedPullRequest,
} from "../../ports/forge-port.ts";
import { choosePullRequest } from "./choose-pull-request.ts";
import { escapeQuickActions } from "./escape-quick-actions.ts";
import { findFilePages } from "./file-pages.ts";
import type { ForgeHttp, ForgeQuestion } from "./forge-http.ts";
import { PULL_REQUESTS_PER_PAGE, readPages } from "./read-pages.ts";
import { readPullRequest } from "./read-pull-request.ts";
import { refuseLongTexts } from "./refuse-long-texts.ts";

interface Project {
  readonly http: ForgeHttp;
  readonly api: string;
  /** `/projects/group%2Fname` */
  readonly root: string;
}

const LIMITS = { title: 255, body: 1_048_576, description: 255 };

/** What GitLab says of a second open merge request between the same branches. */
const DUPLICATE = 409;

/** `locked`: it is being merged this moment. */
const STATES: ReadonlyMap<string, PullRequest["state"]> = new Map([
  ["opened", "open"],
  ["locked", "open"],
  ["merged", "merged"],
  ["closed", "closed"],
]);

/** The headers of a request to GitLab; access tokens of users, projects and groups, and those of OAuth. */
export function gitLabHeaders(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}

/**
 * Merge requests and commit statuses of a project at GitLab.
 * @see https://docs.gitlab.com/api/merge_requests/
 */
export function createGitLabForge(
  http: ForgeHttp,
  at: { readonly api: string; readonly repository: string },
): ForgePort {
  const root = `/projects/${encodeURIComponent(at.repository)}`;
  const project: Project = { http, api: at.api, root };
  return {
    limits: LIMITS,
    findPullRequest: async (wanted) => await find(project, wanted),
    createPullRequest: async (request) => await create(project, request),
    async updatePullRequest(number, { title, body }) {
      refuseLongTexts({ title, body }, LIMITS, at.api);
      await http.ask({
        method: "PUT",
        path: `${root}/merge_requests/${number}`,
        body: { title, description: escapeQuickActions(body) },
        action: `change merge request ${number}`,
      });
    },
    async addLabels(number, labels) {
      await http.ask({
        method: "PUT",
        path: `${root}/merge_requests/${number}`,
        // Created where they do not exist.
        body: { add_labels: labels.join(",") },
        action: `label merge request ${number}`,
      });
    },
    async comment(number, body) {
      refuseLongTexts({ body }, LIMITS, at.api);
      await http.ask({
        method: "POST",
        path: `${root}/merge_requests/${number}/notes`,
        body: { body: escapeQuickActions(body) },
        action: `comment on merge request ${number}`,
      });
    },
    closePullRequest: async (number) => await closePullRequest(project, number),
    findFilePage: findFilePages({ http, root, field: "web_url", between: "-/blob" }),
    setCommitStatus: async (commit, status) => await setCommitStatus(project, commit, status),
    close: async () => await http.close(),
  };
}

async function create(
  project: Project,
  { head, base, title, body }: NewPullRequest,
): Promise<PullRequest> {
  const { http, api, root } = project;
  refuseLongTexts({ title, body }, LIMITS, api);
  const question = {
    method: "POST",
    path: `${root}/merge_requests`,
    body: {
      source_branch: head,
      target_branch: base,
      title,
      description: escapeQuickActions(body),
    },
    action: "open a merge request",
  } as const;
  const answer = await http.send(question);
  const found = answer.status === DUPLICATE ? await find(project, { head, base }) : undefined;
  if (found?.state === "open") return found;
  return readPullRequest(http.expect(answer, question), parse, api);
}

async function closePullRequest({ http, api, root }: Project, number: number): Promise<void> {
  const path = `${root}/merge_requests/${number}`;
  const action = `close merge request ${number}`;
  const present = await http.ask({ method: "GET", path, action });
  // Of a closed one the server would say nothing, of a merged one this or that, by version.
  if (readPullRequest(present, parse, api).state !== "open") return;
  await http.ask({ method: "PUT", path, body: { state_event: "close" }, action });
}

async function find(
  { http, api, root }: Project,
  wanted: WantedPullRequest,
): Promise<PullRequest | undefined> {
  const query = new URLSearchParams({
    source_branch: wanted.head,
    order_by: "created_at",
    sort: "desc",
    per_page: String(PULL_REQUESTS_PER_PAGE),
  });
  const path = `${root}/merge_requests?${query.toString()}`;
  for await (const page of readPages(http, { path, action: "look for a merge request" })) {
    const ours = page
      .filter((each) => isFrom(each, wanted.head))
      .map((each) => readPullRequest(each, parse, api));
    const found = choosePullRequest(ours, wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A fork's branch may have the same name. */
function isFrom(json: Json, head: string): boolean {
  return (
    textAt(json, "source_branch") === head &&
    numberAt(json, "source_project_id") === numberAt(json, "target_project_id")
  );
}

async function setCommitStatus(
  { http, api, root }: Project,
  commit: string,
  status: CommitStatus,
): Promise<void> {
  const { context, state, description, url } = status;
  refuseLongTexts({ description }, LIMITS, api);
  const question: ForgeQuestion = {
    method: "POST",
    path: `${root}/statuses/${encodeURIComponent(commit)}`,
    body: {
      name: context,
      state: state === "failure" ? "failed" : state,
      description,
      ...(url === undefined ? {} : { target_url: url }),
    },
    action: `set the status of commit ${commit}`,
  };
  const answer = await http.send(question);
  if (answer.status === 400 && state === "pending") {
    // GitLab has no way from pending to pending: it is what it should be.
    if (await isPending(http, { root, commit, context, action: question.action })) return;
  }
  http.expect(answer, question);
}

async function isPending(
  http: ForgeHttp,
  at: {
    readonly root: string;
    readonly commit: string;
    readonly context: string;
    readonly action: string;
  },
): Promise<boolean> {
  const query = new URLSearchParams({ name: at.context, per_page: "100" });
  const path = `${at.root}/repository/commits/${encodeURIComponent(at.commit)}/statuses?${query.toString()}`;
  for await (const page of readPages(http, { path, action: at.action })) {
    if (page.some((each) => textAt(each, "name") === at.context && isWaiting(each))) return true;
  }
  return false;
}

function isWaiting(json: Json): boolean {
  return ["pending", "running"].includes(textAt(json, "status") ?? "");
}

function parse(json: Json): {
  readonly [Key in keyof PullRequest]: PullRequest[Key] | undefined;
} {
  return {
    number: numberAt(json, "iid"),
    url: textAt(json, "web_url"),
    state: STATES.get(textAt(json, "state") ?? ""),
    headCommit: textAt(json, "sha"),
    base: textAt(json, "target_branch"),
    title: textAt(json, "title"),
    body: textAt(json, "description"),
  };
}
