import { settleReport } from "../../src/agent/deliver-report.ts";
import { isJsonObject, type JsonObject, listAt, textAt } from "../../src/core/object/json.ts";
import { checkSchema } from "./check-schema.ts";
import { git } from "./git-repository.ts";
import type { TestStack } from "./test-stack.ts";

/** What lies on a stack's ledger branch, as git shows it. */
export interface ReadLedger {
  /** Ids, oldest first. Empty when there is no such branch. */
  readonly commits: readonly string[];
  /** Whole messages, oldest first. */
  readonly messages: readonly string[];
  /** Paths at the tip. */
  readonly files: readonly string[];
  /** The JSON file at the tip, checked against the published schema. */
  readonly report: JsonObject;
  readonly markdown: string;
}

/** The ledger, once all that the stack has to say now is said. */
export async function readLedger(stack: TestStack): Promise<ReadLedger> {
  await settleReport(stack.stack);
  return readBranch(stack.repository, stack.name);
}

/** The ledger as it is now, all of it at one commit: an agent may add the next one meanwhile. */
export async function readBranch(repository: string, stackName: string): Promise<ReadLedger> {
  const ref = `refs/heads/lockstep/test/${stackName}`;
  const tip = (await git(repository, ["for-each-ref", "--format=%(objectname)", ref])).trim();
  if (tip === "") return { commits: [], messages: [], files: [], report: {}, markdown: "" };
  const commits = linesOf(await git(repository, ["rev-list", "--reverse", tip]));
  const messages = await git(repository, ["log", "--reverse", "--format=%B%x00", tip]);
  const files = linesOf(await git(repository, ["ls-tree", "-r", "--name-only", tip]));
  const base = `${tip}:drift-reports/test/${stackName}`;
  return {
    commits,
    messages: messages
      .split("\0")
      .map((each) => each.trim())
      .filter((each) => each !== ""),
    files,
    report: checkSchema("drift-report", await git(repository, ["show", `${base}.json`])),
    markdown: await git(repository, ["show", `${base}.md`]),
  };
}

/** The entries, one line each: `Deployment.apps/web /spec/replicas = 3 by kubectl: reverted`, namespaces left out. */
export function briefEntries(report: JsonObject): readonly string[] {
  return listAt(report, "entries").map((entry) => {
    const [kind = "", ...rest] = (textAt(entry, "id") ?? "").split("/");
    const live = isJsonObject(entry) ? JSON.stringify(entry["live"]) : "";
    const [path, manager, state] = ["path", "manager", "state"].map((key) => textAt(entry, key));
    return `${kind}/${rest.at(-1)} ${path} = ${live} by ${manager}: ${state}`;
  });
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
