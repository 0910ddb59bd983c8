import { type Json, type JsonObject, textAt, textsAt } from "../../src/core/object/json.ts";
import {
  type PlayedAnswer,
  type PlayedDialect,
  type PlayedPull,
  type PlayedRepository,
  type PlayedRequest,
  pageOf,
} from "./played-forge.ts";

/**
 * A GitHub Enterprise Server, as far as a pull request needs it.
 * @see https://docs.github.com/en/rest/pulls/pulls
 * @see https://docs.github.com/en/rest/commits/statuses
 */
export const GITHUB: PlayedDialect = {
  base: "/api/v3",
  isKnown: (headers, token) =>
    headers.authorization === `Bearer ${token}` &&
    headers["x-github-api-version"] === "2022-11-28" &&
    headers["user-agent"] !== undefined,
  unknownToken: { message: "Bad credentials", status: "401" },
  notFound: { message: "Not Found", status: "404" },
  answer(request, repositories) {
    const [, path, rest = ""] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(request.path) ?? [];
    const repository = repositories.find((each) => each.path === path);
    return repository && answerFor({ ...request, path: rest }, repository);
  },
};

function answerFor(request: PlayedRequest, repository: PlayedRepository): PlayedAnswer | undefined {
  const { method, path, body } = request;
  if (path === "") {
    return { status: 200, json: { html_url: `https://github.example/${repository.path}` } };
  }
  if (path === "/pulls") {
    return method === "POST" ? openPull(body, repository) : listPulls(request, repository);
  }
  const status = /^\/statuses\/([0-9a-f]{40})$/.exec(path);
  if (status !== null) return addStatus(status[1] ?? "", body, repository);
  const [, number, below = ""] = /^\/(?:pulls|issues)\/(\d+)(\/\w+)?$/.exec(path) ?? [];
  const pull = repository.pulls.find((each) => String(each.number) === number);
  return pull && answerForPull({ ...request, path: below }, pull, repository);
}

function answerForPull(
  { method, path, body }: PlayedRequest,
  pull: PlayedPull,
  repository: PlayedRepository,
): PlayedAnswer {
  switch (`${method} ${path}`) {
    case "POST /comments":
      pull.comments.push(textAt(body, "body") ?? "");
      return { status: 201, json: { id: pull.comments.length } };
    case "POST /labels":
      for (const name of textsAt(body, "labels")) pull.labels.add(name);
      return { status: 200, json: [...pull.labels].map((name) => ({ name })) };
    case "PATCH ":
      change(pull, body);
      return { status: 200, json: show(pull, repository) };
    default:
      return { status: 200, json: show(pull, repository) };
  }
}

function change(pull: PlayedPull, body: JsonObject): void {
  pull.title = textAt(body, "title") ?? pull.title;
  pull.body = textAt(body, "body") ?? pull.body;
  if (body["state"] === "closed" && pull.state === "open") pull.state = "closed";
}

function openPull(body: JsonObject, repository: PlayedRepository): PlayedAnswer {
  const head = textAt(body, "head") ?? "";
  const base = textAt(body, "base") ?? "";
  if (!repository.branches.has(head)) {
    return invalid({ resource: "PullRequest", field: "head", code: "invalid" });
  }
  if (repository.branches.get(head) === repository.branches.get(base)) {
    return invalid({ code: "custom", message: `No commits between ${base} and ${head}` });
  }
  const isTaken = repository.pulls.some(
    (each) =>
      each.state === "open" &&
      each.head === head &&
      each.base === base &&
      each.headRepository === repository.id,
  );
  if (isTaken) {
    return invalid({ code: "custom", message: `A pull request already exists for team:${head}.` });
  }
  const pull: PlayedPull = {
    number: repository.pulls.length + 1,
    head,
    base,
    headRepository: repository.id,
    title: textAt(body, "title") ?? "",
    body: textAt(body, "body") ?? "",
    state: "open",
    labels: new Set(),
    comments: [],
  };
  repository.pulls.push(pull);
  return { status: 201, json: show(pull, repository) };
}

/** `head` is `owner:branch`; anything else is as if it were not there. */
function listPulls(request: PlayedRequest, repository: PlayedRepository): PlayedAnswer {
  const { query } = request;
  const [owner = ""] = repository.path.split("/");
  const [, named] = /^[^:]+:(.+)$/.exec(query.get("head") ?? "") ?? [];
  const isOwn = query.get("head")?.startsWith(`${owner}:`) === true;
  const state = query.get("state") ?? "open";
  const found = repository.pulls
    .filter((each) => named === undefined || (isOwn && each.head === named))
    .filter((each) => each.base === (query.get("base") ?? each.base))
    .filter((each) => state === "all" || (each.state === "open") === (state === "open"))
    .toReversed();
  // A list has no `merged`.
  const shown = found.map((each) => ({ ...show(each, repository), merged: null }));
  return { status: 200, ...pageOf(shown, request) };
}

function addStatus(commit: string, body: JsonObject, repository: PlayedRepository): PlayedAnswer {
  if (![...repository.branches.values()].includes(commit)) {
    return { status: 422, json: { message: `No commit found for SHA: ${commit}` } };
  }
  const description = textAt(body, "description") ?? "";
  if (description.length > 140) {
    return invalid({
      code: "custom",
      message: "description is too long (maximum is 140 characters)",
    });
  }
  const context = textAt(body, "context") ?? "default";
  repository.statuses.unshift({
    commit,
    context,
    state: textAt(body, "state") ?? "",
    description,
  });
  return { status: 201, json: { id: repository.statuses.length } };
}

function show(pull: PlayedPull, repository: PlayedRepository): JsonObject {
  const { number, head, base, title, body, state } = pull;
  return {
    number,
    html_url: `https://github.example/${repository.path}/pull/${number}`,
    state: state === "open" ? "open" : "closed",
    title,
    body: body === "" ? null : body,
    merged: state === "merged",
    merged_at: state === "merged" ? "2030-01-01T00:00:00Z" : null,
    head: {
      ref: head,
      sha: repository.branches.get(head) ?? "",
      repo: { id: pull.headRepository },
    },
    base: { ref: base, sha: repository.branches.get(base) ?? "", repo: { id: repository.id } },
  };
}

function invalid(error: Json): PlayedAnswer {
  return { status: 422, json: { message: "Validation Failed", errors: [error], status: "422" } };
}
