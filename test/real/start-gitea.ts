import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { request } from "undici";
import { GiteaClient } from "../support/gitea-client.ts";
import type { GiteaProgram } from "./build-gitea.ts";
import { ChildPrograms } from "./child-programs.ts";
import { freePorts } from "./free-ports.ts";
import { untilReady } from "./until-ready.ts";

/** A running Gitea with one administrator. */
export interface Gitea {
  /** `http://127.0.0.1:<port>`; a repository is `<url>/<owner>/<name>.git`. */
  readonly url: string;
  /** As the configuration wants it. */
  readonly api: string;
  /** What the administrator sees and does. */
  readonly admin: GiteaClient;
  /** Ends the program; its data stays. */
  stopServer(): Promise<void>;
  /** Starts it again on the same port. */
  startServer(): Promise<void>;
  /** Ends the program and removes its folder. */
  stop(): Promise<void>;
}

const ADMIN = "root-of-forge";
const PROGRAM = "gitea";

/** Starts Gitea with SQLite on a free loopback port; it reaches no other machine. */
export async function startGitea(
  { program, assets }: GiteaProgram,
  /** What a list gives at most. */
  { pageSize = 50 }: { readonly pageSize?: number } = {},
): Promise<Gitea> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-gitea-"));
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const config = join(folder, "app.ini");
  const at = ["--work-path", folder, "--config", config];
  const programs = new ChildPrograms(folder);
  async function startServer(): Promise<void> {
    const server = programs.start(PROGRAM, program, ["web", ...at]);
    await untilReady(server, async () => {
      const answer = await request(`${url}/api/healthz`);
      await answer.body.dump();
      return answer.statusCode === 200;
    });
  }
  try {
    await writeFile(config, settings({ folder, assets, port, pageSize }));
    await promisify(execFile)(program, ["migrate", ...at]);
    const token = await createAdmin(program, at);
    await startServer();
    return {
      url,
      api: `${url}/api/v1`,
      admin: new GiteaClient(`${url}/api/v1`, { user: ADMIN, token }),
      startServer,
      stopServer: async () => programs.stopProgram(PROGRAM),
      stop: async () => programs.stop(),
    };
  } catch (error) {
    const tail = await programs.logTail(PROGRAM).catch(() => "");
    await programs.stop();
    throw new Error(`Gitea did not start\n${tail}`, { cause: error });
  }
}

async function createAdmin(program: string, at: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [
    "admin",
    "user",
    "create",
    ...at,
    "--admin",
    `--username=${ADMIN}`,
    `--email=${ADMIN}@example.com`,
    `--password=${randomBytes(16).toString("hex")}`,
    "--must-change-password=false",
    "--access-token",
    "--access-token-name=tests",
    "--access-token-scopes=all",
  ]);
  const token = /\b[0-9a-f]{40}\b/.exec(stdout)?.[0];
  if (token === undefined) throw new Error("gitea admin user create printed no token");
  return token;
}

/** @see https://docs.gitea.com/administration/config-cheat-sheet */
function settings(place: {
  readonly folder: string;
  readonly assets: string;
  readonly port: number;
  readonly pageSize: number;
}): string {
  return `APP_NAME = Gitea
RUN_USER = ${userInfo().username}
RUN_MODE = prod
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
[server]
PROTOCOL = http
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${place.port}
ROOT_URL = http://127.0.0.1:${place.port}/
STATIC_ROOT_PATH = ${place.assets}
APP_DATA_PATH = ${join(place.folder, "data")}
OFFLINE_MODE = true
DISABLE_SSH = true
[database]
DB_TYPE = sqlite3
PATH = ${join(place.folder, "gitea.db")}
SQLITE_JOURNAL_MODE = WAL
[repository]
ROOT = ${join(place.folder, "repositories")}
DEFAULT_BRANCH = main
[security]
INSTALL_LOCK = true
SECRET_KEY = ${randomBytes(32).toString("hex")}
[service]
DISABLE_REGISTRATION = true
[api]
MAX_RESPONSE_ITEMS = ${place.pageSize}
[webhook]
ALLOWED_HOST_LIST = loopback
[queue]
TYPE = channel
[indexer]
ISSUE_INDEXER_TYPE = db
[cron.update_checker]
ENABLED = false
[actions]
ENABLED = false
[log]
MODE = console
LEVEL = warn
`;
}
