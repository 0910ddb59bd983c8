import { type Json, numberAt, textAt } from "../../core/object/json.ts";
import type { ForgePort, PullRequest, WantedPullRequest } from "../../ports/forge-port.ts";
import { choosePullRequest } from "./choose-pull-request.ts";
import type { ForgeHttp } from "./forge-http.ts";
import { PULL_REQUESTS_PER_PAGE, readPages } from "./read-pages.ts";
import { createReposForge } from "./repos-forge.ts";

/** Of labels that we create. */
const LABEL_COLOR = "#0e8a16";

/** Of labels: what the server gives at most, unless it is told otherwise. */
const LABELS_PER_PAGE = 50;

/** The headers of a request to Gitea or Forgejo. */
export function giteaHeaders(token: string): Readonly<Record<string, string>> {
  return { authorization: `token ${token}` };
}

/** Pull requests and commit statuses of a repository at Gitea or Forgejo. */
export function createGiteaForge(
  http: ForgeHttp,
  at: { readonly api: string; readonly repository: string },
): ForgePort {
  const root = `/repos/${at.repository}`;
  return createReposForge({
    http,
    api: at.api,
    root,
    // The database takes longer bodies; this is a bound of our own.
    limits: { title: 255, body: 262_144, description: 255 },
    between: "src/branch",
    find: async (wanted, read) => await find({ http, root, read }, wanted),
    chooseLabels: async (names, action) => {
      const known = await readLabels(http, root, action);
      const ids: number[] = [];
      for (const name of names) {
        // oxlint-disable-next-line no-await-in-loop -- rarely more than one
        ids.push(known.get(name) ?? (await createLabel(http, { root, name, action })));
      }
      return ids;
    },
  });
}

interface Finding {
  readonly http: ForgeHttp;
  readonly root: string;
  readonly read: (json: Json) => PullRequest;
}

const LOOKING = { method: "GET", action: "look for a pull request" } as const;

/**
 * Lists have no filter for the branch that is merged. Most often nothing is open and nothing was: two more questions say so;
 * which of several the first one would give is not defined, so the closed ones are listed only when there is one at all.
 */
async function find(at: Finding, wanted: WantedPullRequest): Promise<PullRequest | undefined> {
  const { head, base, known = 0 } = wanted;
  const open = await findIn({ state: "open" }, at, wanted);
  if (open !== undefined) return open;
  const between = `${encodeURIComponent(base)}/${encodeURIComponent(head)}`;
  const any = await findOne(between, at, head);
  const newest = any && ((await findIn({ state: "closed", base_branch: base }, at, wanted)) ?? any);
  const isKnown = known <= (newest?.number ?? 0);
  return isKnown ? newest : ((await findOne(String(known), at, head)) ?? newest);
}

async function findIn(
  filter: Readonly<Record<string, string>>,
  { http, root, read }: Finding,
  wanted: WantedPullRequest,
): Promise<PullRequest | undefined> {
  const query = new URLSearchParams({ ...filter, limit: String(PULL_REQUESTS_PER_PAGE) });
  const question = { ...LOOKING, path: `${root}/pulls?${query.toString()}` };
  for await (const page of readPages(http, question)) {
    const ours = page
      .filter((each) => isFrom(each, wanted.head))
      .map(read)
      .toSorted((a, b) => b.number - a.number);
    const found = choosePullRequest(ours, wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `below`: its number, or its branches. */
async function findOne(
  below: string,
  { http, root, read }: Finding,
  head: string,
): Promise<PullRequest | undefined> {
  const question = { ...LOOKING, path: `${root}/pulls/${below}` };
  const answer = await http.send(question);
  if (answer.status === 404) return undefined;
  const json = http.expect(answer, question);
  return isFrom(json, head) ? read(json) : undefined;
}

/** `label` is the branch's name, also when the branch is gone; `ref` is not. A fork's branch may have the same name. */
function isFrom(json: Json, head: string): boolean {
  return (
    textAt(json, "head", "label") === head &&
    numberAt(json, "base", "repo_id") === numberAt(json, "head", "repo_id")
  );
}

async function readLabels(
  http: ForgeHttp,
  root: string,
  action: string,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const path = `${root}/labels?limit=${LABELS_PER_PAGE}`;
  for await (const page of readPages(http, { path, action })) {
    for (const each of page) {
      const [name, id] = [textAt(each, "name"), numberAt(each, "id")];
      if (name !== undefined && id !== undefined) ids.set(name, id);
    }
  }
  return ids;
}

async function createLabel(
  http: ForgeHttp,
  { root, name, action }: { readonly root: string; readonly name: string; readonly action: string },
): Promise<number> {
  const made = await http.ask({
    method: "POST",
    path: `${root}/labels`,
    body: { name, color: LABEL_COLOR },
    action,
  });
  return numberAt(made, "id") ?? 0;
}
