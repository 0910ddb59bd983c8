import { request } from "undici";
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  numberAt,
  textAt,
} from "../../src/core/object/json.ts";

/** Of the users that tests make. */
const PASSWORD = "a-long-enough-password";

export interface GiteaUser {
  readonly user: string;
  readonly token: string;
}

/** A repository and the branch that it was made with. */
export interface GiteaRepository {
  /** `owner/name` */
  readonly path: string;
  /** The tip of `main`. */
  readonly commit: string;
}

/** A person at Gitea's own API: makes repositories, commits, merges, and reads back what others wrote. */
export class GiteaClient {
  readonly user: string;
  readonly token: string;
  readonly #api: string;

  constructor(api: string, { user, token }: GiteaUser) {
    this.#api = api;
    this.user = user;
    this.token = token;
  }

  /** @throws with the answer's text for any status but 2xx. */
  async ask(
    method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
    path: string,
    body?: Json,
  ): Promise<Json> {
    const answer = await request(`${this.#api}${path}`, {
      method,
      headers: { authorization: `token ${this.token}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) {
      throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    }
    const value: unknown = text === "" ? null : JSON.parse(text);
    return isJsonObject(value) || isJsonList(value) ? value : null;
  }

  /** A repository with one commit on `main`. */
  async makeRepository(name: string, options: JsonObject = {}): Promise<GiteaRepository> {
    const made = { name, auto_init: true, default_branch: "main", ...options };
    await this.ask("POST", "/user/repos", made);
    const path = `${this.user}/${name}`;
    return { path, commit: await this.tipOf(path, "main") };
  }

  /** Writes files in one commit and returns its id; a branch that does not exist begins at `main`. */
  async commitFiles(
    path: string,
    commit: { readonly branch: string; readonly files: Readonly<Record<string, string>> },
  ): Promise<string> {
    const { branch, files } = commit;
    const isThere = await this.hasBranch(path, branch);
    const made = await this.ask("POST", `/repos/${path}/contents`, {
      message: `Change ${Object.keys(files).join(", ")}`,
      ...(isThere ? { branch } : { branch: "main", new_branch: branch }),
      files: Object.entries(files).map(([file, text]) => ({
        operation: "upload",
        path: file,
        content: Buffer.from(text, "utf8").toString("base64"),
      })),
    });
    return textAt(made, "commit", "sha") ?? "";
  }

  async hasBranch(path: string, branch: string): Promise<boolean> {
    try {
      await this.tipOf(path, branch);
      return true;
    } catch (error) {
      if (/: 404 /.test(String(error))) return false;
      throw error;
    }
  }

  async tipOf(path: string, branch: string): Promise<string> {
    const found = await this.ask("GET", `/repos/${path}/branches/${branch}`);
    return textAt(found, "commit", "id") ?? "";
  }

  /** Merges as soon as the server has found that it can be done. */
  async merge(path: string, number: number): Promise<void> {
    const deadline = Date.now() + 30_000;
    for (;;) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- until the check in the background is done
        await this.ask("POST", `/repos/${path}/pulls/${number}/merge`, { Do: "merge" });
        return;
      } catch (error) {
        if (!/: 405 /.test(String(error)) || Date.now() > deadline) throw error;
      }
    }
  }

  /** Statuses of a commit, newest first, as `context state description`. */
  async statusesOf(path: string, commit: string): Promise<readonly string[]> {
    // The server sorts by the second.
    return listOf(await this.ask("GET", `/repos/${path}/statuses/${commit}`))
      .toSorted((a, b) => (numberAt(b, "id") ?? 0) - (numberAt(a, "id") ?? 0))
      .map(
        (each) =>
          `${textAt(each, "context")} ${textAt(each, "status")} ${textAt(each, "description")}`,
      );
  }

  /** Another user with a token of these scopes. Only administrators may. */
  async makeUser(name: string, scopes: readonly string[] = ["all"]): Promise<GiteaClient> {
    await this.ask("POST", "/admin/users", {
      username: name,
      email: `${name}@example.com`,
      password: PASSWORD,
      must_change_password: false,
    });
    return new GiteaClient(this.#api, {
      user: name,
      token: await this.makeToken(name, PASSWORD, scopes),
    });
  }

  /** Ends the tokens of a user whom `makeUser` made. */
  async revokeTokens({ user }: GiteaClient): Promise<void> {
    const authorization = `Basic ${Buffer.from(`${user}:${PASSWORD}`).toString("base64")}`;
    const at = `${this.#api}/users/${user}/tokens`;
    const answer = await request(at, { headers: { authorization } });
    const tokens: unknown = await answer.body.json();
    for (const token of isJsonList(tokens) ? tokens : []) {
      // oxlint-disable-next-line no-await-in-loop -- few
      const ended = await request(`${at}/${numberAt(token, "id")}`, {
        method: "DELETE",
        headers: { authorization },
      });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await ended.body.dump();
      if (ended.statusCode >= 300) throw new Error(`a token of ${user}: ${ended.statusCode}`);
    }
  }

  /** A user whom `makeUser` made, with a new token. */
  async renewToken({ user }: GiteaClient): Promise<GiteaClient> {
    return new GiteaClient(this.#api, {
      user,
      token: await this.makeToken(user, PASSWORD, ["all"]),
    });
  }

  async makeToken(user: string, password: string, scopes: readonly string[]): Promise<string> {
    const answer = await request(`${this.#api}/users/${user}/tokens`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ name: scopes.join("-").replaceAll(":", "-"), scopes }),
    });
    const made: unknown = await answer.body.json();
    if (!isJsonObject(made)) throw new Error(`no token for ${user}`);
    return textAt(made, "sha1") ?? "";
  }
}

function listOf(value: Json): readonly Json[] {
  return isJsonList(value) ? value : [];
}
