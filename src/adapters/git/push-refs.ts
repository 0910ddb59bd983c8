import { Buffer } from "node:buffer";
import type { HttpClient } from "isomorphic-git";
import { SourceError } from "../../core/source-error.ts";
import { PKT_FLUSH, type PktLine, parsePktLines, renderPktLine, textOfPkt } from "./pkt-line.ts";

/** A repository to push to. */
export interface PushTarget {
  readonly url: string;
  readonly http: HttpClient;
}

/** One branch moves from where it is expected to a commit that the pack brings. */
interface RefUpdate {
  readonly ref: string;
  /** 40 hex digits; `undefined`: there is no such branch. */
  readonly expected: string | undefined;
  readonly commit: string;
  /** All objects of the commit that the server does not have. */
  readonly pack: Uint8Array;
}

/** What the server made of it; `words` are the server's own, of its hooks as well. */
export type PushAnswer =
  | { readonly kind: "pushed" }
  | { readonly kind: "refused"; readonly words: string };

const SERVICE = "git-receive-pack";
const NO_COMMIT = "0".repeat(40);
const CAPABILITIES = "report-status side-band-64k agent=lockstep";

/**
 * Where a branch is for somebody who may push to it, by the server's word of this moment; `undefined`: there is none.
 *
 * @throws {SourceError} `unreachable` when the answer is not Git's.
 * @see https://git-scm.com/docs/http-protocol#_smart_server_response
 */
export async function findPushedRef(target: PushTarget, ref: string): Promise<string | undefined> {
  const { url, http } = target;
  const answer = await http.request({
    url: `${url}/info/refs?service=${SERVICE}`,
    method: "GET",
    headers: {},
  });
  const lines = parsePktLines(await bodyOf(answer)) ?? [];
  const [first] = lines;
  if (first === undefined || textOfPkt(first) !== `# service=${SERVICE}`) throw notGit(url);
  const refs = lines.slice(1).map((line) => textOfPkt(line).split("\0")[0] ?? "");
  return refs.find((line) => line.slice(NO_COMMIT.length + 1) === ref)?.slice(0, NO_COMMIT.length);
}

/**
 * Sends one pack and moves one branch. The server compares where the branch is with `expected`, as it moves it: what others
 * pushed meanwhile is never lost, also when the commit is no descendant of it.
 *
 * @throws {SourceError} `unreachable` when the answer is not Git's.
 * @see https://git-scm.com/docs/pack-protocol#_pushing_data_to_a_server
 */
export async function updateRemoteRef(
  { url, http }: PushTarget,
  { ref, expected, commit, pack }: RefUpdate,
): Promise<PushAnswer> {
  const command = `${expected ?? NO_COMMIT} ${commit} ${ref}\0${CAPABILITIES}`;
  const answer = await http.request({
    url: `${url}/${SERVICE}`,
    method: "POST",
    headers: {
      "content-type": `application/x-${SERVICE}-request`,
      accept: `application/x-${SERVICE}-result`,
    },
    body: eachOf([renderPktLine(command), PKT_FLUSH, pack]),
  });
  const lines = parsePktLines(await bodyOf(answer));
  if (lines === undefined) throw notGit(url);
  const { report, said } = splitBands(lines);
  const status = parsePktLines(report)?.map(textOfPkt) ?? [];
  if (status.includes("unpack ok") && status.includes(`ok ${ref}`)) return { kind: "pushed" };
  const refusals = status.filter((line) => line.startsWith("ng ") || /^unpack (?!ok)/.test(line));
  return { kind: "refused", words: [...refusals, said].join(" ") };
}

/**
 * Band 1 holds the report of what was done, the others what the server and its hooks say to people, cut anywhere.
 *
 * @see https://git-scm.com/docs/pack-protocol#_packfile_data
 */
function splitBands(lines: readonly PktLine[]): { report: Buffer; said: string } {
  const report: Buffer[] = [];
  const said: Buffer[] = [];
  for (const line of lines) {
    if (line.kind === "flush") continue;
    const data = line.data.subarray(1);
    if (line.data[0] === 1) report.push(data);
    else said.push(data);
  }
  return { report: Buffer.concat(report), said: Buffer.concat(said).toString("utf8") };
}

function notGit(url: string): SourceError {
  return new SourceError(
    "unreachable",
    `${url}: the answer to a push is not Git's; does the URL lead to a repository?`,
  );
}

async function bodyOf({
  body = eachOf([]),
}: Awaited<ReturnType<HttpClient["request"]>>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* eachOf(chunks: readonly Uint8Array[]): AsyncIterableIterator<Uint8Array> {
  yield* chunks;
}
