import { type Json, numberAt, textAt } from "../../core/object/json.ts";
import type { ForgePort } from "../../ports/forge-port.ts";
import type { ForgeHttp } from "./forge-http.ts";
import { readPages } from "./read-pages.ts";
import { createReposForge } from "./repos-forge.ts";

interface Branches {
  readonly head: string;
  readonly base: string;
}

/** Of labels that we create. */
const LABEL_COLOR = "#0e8a16";

/** What the server gives at most, unless it is told otherwise. */
const PAGE_SIZE = 50;

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
    find: async (branches) => await find(http, root, branches),
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

/**
 * Lists have no filter for the branch that is merged. Most often nothing is open and nothing was: the second question says
 * so; which of several it would give is not defined, so the closed ones are listed only when there is one at all.
 */
async function find(http: ForgeHttp, root: string, branches: Branches): Promise<Json | undefined> {
  const open = await findIn("open", { http, root, branches });
  if (open !== undefined) return open;
  const any = {
    method: "GET",
    path: `${root}/pulls/${encodeURIComponent(branches.base)}/${encodeURIComponent(branches.head)}`,
    action: "look for a pull request",
  } as const;
  const answer = await http.send(any);
  if (answer.status === 404) return undefined;
  const known = http.expect(answer, any);
  return (await findIn("closed", { http, root, branches })) ?? known;
}

async function findIn(
  state: "open" | "closed",
  at: { readonly http: ForgeHttp; readonly root: string; readonly branches: Branches },
): Promise<Json | undefined> {
  const query = new URLSearchParams({
    state,
    base_branch: at.branches.base,
    limit: String(PAGE_SIZE),
  });
  const path = `${at.root}/pulls?${query.toString()}`;
  for await (const page of readPages(at.http, { path, action: "look for a pull request" })) {
    const [newest] = page
      .filter((each) => isBetween(each, at.branches))
      .toSorted((a, b) => (numberAt(b, "number") ?? 0) - (numberAt(a, "number") ?? 0));
    if (newest !== undefined) return newest;
  }
  return undefined;
}

/** `label` is the branch's name, also when the branch is gone; `ref` is not. A fork's branch may have the same name. */
function isBetween(json: Json, { head, base }: Branches): boolean {
  return (
    textAt(json, "head", "label") === head &&
    textAt(json, "base", "label") === base &&
    numberAt(json, "base", "repo_id") === numberAt(json, "head", "repo_id")
  );
}

async function readLabels(
  http: ForgeHttp,
  root: string,
  action: string,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const path = `${root}/labels?limit=${PAGE_SIZE}`;
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
