import { type Json, listAt, type Step, textAt, valueAt } from "../object/json.ts";
import type { Problem } from "../problem.ts";
import { CHECK_TEXT } from "./check-text.ts";
import { findHealthFaults } from "./find-health-faults.ts";
import { findHookFaults } from "./find-hook-faults.ts";
import { findKindFaults } from "./find-kind-faults.ts";
import { findPullRequestFaults } from "./find-pull-request-faults.ts";
import { findRenameFaults } from "./find-rename-faults.ts";
import type { LocatedYaml } from "./locate-yaml.ts";
import { parseListen } from "./parse-listen.ts";
import { findStackBranches, isSameRef } from "./stack-branches.ts";

interface Conflict {
  readonly path: readonly Step[];
  readonly what: string;
  readonly expected: string;
}

/**
 * Finds keys that contradict each other. Works on the text's own values, so that these problems are told
 * together with those of single keys.
 */
export function findConflicts(yaml: LocatedYaml): readonly Problem[] {
  const stacks = listAt(yaml.json, "stacks");
  return [
    ...findSameNames(stacks),
    ...findRenameFaults(stacks),
    ...findLedgerFaults(yaml.json, stacks),
    ...findPullRequestFaults(yaml.json, stacks),
    ...stacks.flatMap(findStackFaults),
    ...stacks.flatMap(findHealthFaults),
    ...stacks.flatMap((stack, index) =>
      (["modes", "secrets.templates"] as const)
        .flatMap((list) => findKindFaults(stack, index, list))
        .flatMap(({ faults }) => faults),
    ),
    ...findSamePorts(yaml.json),
    ...findHookFaults(yaml.json),
    ...findIdleClusterKeys(yaml.json),
  ].map(({ path, what, expected }) => ({ where: yaml.valuePlace(path), what, expected }));
}

function findSameNames(stacks: readonly Json[]): readonly Conflict[] {
  const names = stacks.map((stack) => textAt(stack, "name"));
  return names.flatMap((name, index) =>
    name !== undefined && names.indexOf(name) < index
      ? [
          {
            path: ["stacks", index, "name"],
            what: `stacks[${index}].name is taken by stacks[${names.indexOf(name)}]`,
            expected: "a name of its own",
          },
        ]
      : [],
  );
}

/** Rule G2: a report must not become desired state, so a ledger is never a branch that any stack reads. */
function findLedgerFaults(config: Json, stacks: readonly Json[]): readonly Conflict[] {
  const branches = stacks.map((stack, index) => findStackBranches(config, stack, index));
  return branches.flatMap((mine) =>
    branches
      .filter((other) => other.url === mine.url && isSameRef(mine.ledger, other.source))
      .slice(0, 1)
      .map((other) => ({
        path: ["stacks", mine.index, "reports", "branch"],
        what: `stacks[${mine.index}].reports.branch cannot stand beside the source branch of stacks[${other.index}] in the same repository`,
        expected: "a branch of its own, neither equal to a source branch nor one above or below it",
      })),
  );
}

function findStackFaults(stack: Json, index: number): readonly Conflict[] {
  const found: Conflict[] = [];
  if (
    textAt(stack, "source", "tokenFile") !== undefined &&
    textAt(stack, "source", "tokenEnv") !== undefined
  ) {
    found.push({
      path: ["stacks", index, "source", "tokenEnv"],
      what: `stacks[${index}].source names both tokenFile and tokenEnv`,
      expected: "one of them",
    });
  }
  const source = CHECK_TEXT.folder(textAt(stack, "source", "path") ?? ".");
  const reports = CHECK_TEXT.folder(textAt(stack, "reports", "path") ?? "drift-reports");
  if (
    source.ok &&
    reports.ok &&
    reports.value !== "." &&
    `${source.value}/`.startsWith(`${reports.value}/`)
  ) {
    found.push({
      path: ["stacks", index, "source", "path"],
      what: `stacks[${index}].source.path lies under reports.path, where nothing is desired state`,
      expected: "a folder outside of it",
    });
  }
  return found;
}

function findSamePorts(config: Json): readonly Conflict[] {
  const page = parseListen(textAt(config, "agent", "page") ?? "127.0.0.1:8080");
  const probes = parseListen(textAt(config, "agent", "probes") ?? "0.0.0.0:8081");
  // Port 0 is another one each time.
  if (page === undefined || page.port !== probes?.port || page.port === 0) return [];
  const key = valueAt(config, "agent", "probes") === undefined ? "page" : "probes";
  return [
    {
      path: ["agent", key],
      what: "agent.page and agent.probes have the same port",
      expected: "two ports",
    },
  ];
}

/** Who names a cluster and then another way to it is to hear which one counts. */
function findIdleClusterKeys(config: Json): readonly Conflict[] {
  const connect = textAt(config, "cluster", "connect") ?? "";
  if (connect !== "in-cluster" && connect !== "embedded") return [];
  return ["kubeconfig", "context"]
    .filter((key) => valueAt(config, "cluster", key) !== undefined)
    .map((key) => ({
      path: ["cluster", key],
      what: `cluster.${key} has no effect with connect: ${connect}`,
      expected: "no such key, or connect: kubeconfig",
    }));
}
