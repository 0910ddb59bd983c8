import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import {
  type PlayedAnswer,
  type PlayedDialect,
  type PlayedPull,
  type PlayedRepository,
  type PlayedRequest,
  pageOf,
} from "./played-forge.ts";

/**
 * A GitLab below a path, as far as a merge request needs it.
 * @see https://docs.gitlab.com/api/merge_requests/
 * @see https://docs.gitlab.com/api/commits/#set-commit-pipeline-status
 */
export const GITLAB: PlayedDialect = {
  base: "/gitlab/api/v4",
  isKnown: (headers, token) => headers.authorization === `Bearer ${token}`,
  unknownToken: { message: "401 Unauthorized" },
  notFound: { message: "404 Not found" },
  answer(request, repositories) {
    const [, id = "", rest = ""] = /^\/projects\/([^/]+)(\/.*)?$/.exec(request.path) ?? [];
    const repository = repositories.find((each) => each.path === decodeURIComponent(id));
    if (repository === undefined) {
      return { status: 404, json: { message: "404 Project Not Found" } };
    }
    return rest === ""
      ? { status: 200, json: { web_url: `https://gitlab.example/${repository.path}` } }
      : answerFor({ ...request, path: rest }, repository);
  },
};

function answerFor(request: PlayedRequest, repository: PlayedRepository): PlayedAnswer | undefined {
  const { method, path, body } = request;
  if (path === "/merge_requests") {
    return method === "POST" ? openMerge(body, repository) : listMerges(request, repository);
  }
  const [, posted] = /^\/statuses\/([0-9a-f]{40})$/.exec(path) ?? [];
  if (posted !== undefined) return setStatus(posted, body, repository);
  const [, listed] = /^\/repository\/commits\/([0-9a-f]{40})\/statuses$/.exec(path) ?? [];
  if (listed !== undefined) return listStatuses(listed, request, repository);
  const [, number, below = ""] = /^\/merge_requests\/(\d+)(\/\w+)?$/.exec(path) ?? [];
  const pull = repository.pulls.find((each) => String(each.number) === number);
  return pull && answerForMerge({ ...request, path: below }, pull, repository);
}

function answerForMerge(
  { method, path, body }: PlayedRequest,
  pull: PlayedPull,
  repository: PlayedRepository,
): PlayedAnswer {
  if (method === "POST" && path === "/notes") {
    pull.comments.push(textAt(body, "body") ?? "");
    return { status: 201, json: { id: pull.comments.length } };
  }
  if (method === "PUT") change(pull, body);
  return { status: 200, json: show(pull, repository) };
}

function change(pull: PlayedPull, body: JsonObject): void {
  pull.title = textAt(body, "title") ?? pull.title;
  pull.body = textAt(body, "description") ?? pull.body;
  for (const name of textAt(body, "add_labels")?.split(",") ?? []) pull.labels.add(name);
  if (body["state_event"] === "close" && pull.state === "open") pull.state = "closed";
}

function openMerge(body: JsonObject, repository: PlayedRepository): PlayedAnswer {
  const head = textAt(body, "source_branch") ?? "";
  const base = textAt(body, "target_branch") ?? "";
  if (!repository.branches.has(head)) {
    const message = { source_branch: [`"${head}" does not exist`] };
    return { status: 400, json: { message } };
  }
  const taken = repository.pulls.find(
    (each) =>
      each.state === "open" &&
      each.head === head &&
      each.base === base &&
      each.headRepository === repository.id,
  );
  if (taken !== undefined) {
    const message = `Another open merge request already exists for this source branch: !${taken.number}`;
    return { status: 409, json: { message: [message] } };
  }
  const pull: PlayedPull = {
    number: repository.pulls.length + 1,
    head,
    base,
    headRepository: repository.id,
    title: textAt(body, "title") ?? "",
    body: textAt(body, "description") ?? "",
    state: "open",
    labels: new Set(),
    comments: [],
  };
  repository.pulls.push(pull);
  return { status: 201, json: show(pull, repository) };
}

function listMerges(request: PlayedRequest, repository: PlayedRepository): PlayedAnswer {
  const { query } = request;
  const found = repository.pulls
    .filter((each) => each.head === (query.get("source_branch") ?? each.head))
    .filter((each) => each.base === (query.get("target_branch") ?? each.base))
    .toReversed()
    .map((each) => show(each, repository));
  return { status: 200, ...pageOf(found, request) };
}

/** Of the states that are not an end there is one object for each name, which only moves forward. */
function setStatus(commit: string, body: JsonObject, repository: PlayedRepository): PlayedAnswer {
  if (![...repository.branches.values()].includes(commit)) {
    return { status: 404, json: { message: "404 Commit Not Found" } };
  }
  const context = textAt(body, "name") ?? "default";
  const state = textAt(body, "state") ?? "";
  const description = textAt(body, "description") ?? "";
  const waiting = repository.statuses.find(
    (each) => each.commit === commit && each.context === context && each.state === "pending",
  );
  if (waiting !== undefined && state === "pending") {
    const message = `Cannot transition status via :enqueue from :pending (Reason(s): Status cannot transition via "enqueue")`;
    return { status: 400, json: { message } };
  }
  if (waiting === undefined) repository.statuses.unshift({ commit, context, state, description });
  else Object.assign(waiting, { state, description });
  return { status: 201, json: { id: repository.statuses.length } };
}

function listStatuses(
  commit: string,
  request: PlayedRequest,
  repository: PlayedRepository,
): PlayedAnswer {
  const found = repository.statuses
    .filter((each) => each.commit === commit && each.context === request.query.get("name"))
    .map((each) => ({ name: each.context, status: each.state, description: each.description }));
  return { status: 200, ...pageOf(found, request) };
}

function show(pull: PlayedPull, repository: PlayedRepository): JsonObject {
  const { number, head, base, title, body, state } = pull;
  return {
    id: 1_000 + number,
    iid: number,
    web_url: `https://gitlab.example/${repository.path}/-/merge_requests/${number}`,
    state: state === "open" ? "opened" : state,
    title,
    description: body === "" ? null : body,
    source_branch: head,
    target_branch: base,
    source_project_id: pull.headRepository,
    target_project_id: repository.id,
    sha: repository.branches.get(head) ?? null,
  };
}
