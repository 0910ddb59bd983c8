import { describe, expect, test } from "vitest";
import type { Command } from "../../../src/cli/command.ts";
import { parseArguments } from "../../../src/cli/parse-arguments.ts";
import type { Parsed } from "../../../src/core/problem.ts";
import { describeProblem } from "../../../src/core/wording/describe-problem.ts";

const HOUR_MS = 3_600_000;

function brief(parsed: Parsed<Command>): string {
  if (!parsed.ok) return parsed.problems.map(describeProblem).join(" | ");
  return Object.entries(parsed.value)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => (key === "name" ? `${value}` : `${key}=${value}`))
    .toSorted((a, b) => Number(a.includes("=")) - Number(b.includes("=")))
    .join(" ");
}

const DEFAULTS = "config=agent.config.yaml output=text";
const COMMANDS =
  "run, sync, plan, graph, status, drift, blame, consumers, adopt, validate, suspend, resume, release, disown, cluster, demo";

describe("a right command line", () => {
  test.each([
    { typed: "run", command: `run ${DEFAULTS}` },
    { typed: "status", command: `status ${DEFAULTS}` },
    { typed: "drift", command: `drift ${DEFAULTS}` },
    { typed: "blame ConfigMap/a", command: `blame ${DEFAULTS} id=ConfigMap/a` },
    { typed: "plan", command: `plan ${DEFAULTS}` },
    { typed: "plan --ref topic", command: `plan ${DEFAULTS} ref=topic` },
    { typed: "plan --path shop", command: `plan ${DEFAULTS} folder=shop` },
    { typed: "suspend shop", command: `suspend ${DEFAULTS} stack=shop reason=` },
    {
      typed: "suspend shop --until 2h --reason freeze",
      command: `suspend ${DEFAULTS} stack=shop reason=freeze until=2h`,
    },
    { typed: "resume shop", command: `resume ${DEFAULTS} stack=shop` },
    {
      typed: "release Deployment.apps/shop/web --dry-run",
      command: `release ${DEFAULTS} target=Deployment.apps/shop/web isDryRun=true timeoutMs=60000`,
    },
    {
      typed: "release shop --timeout 5s --stack other",
      command: `release ${DEFAULTS} stack=other target=shop isDryRun=false timeoutMs=5000`,
    },
    { typed: "cluster", command: `cluster ${DEFAULTS}` },
    {
      typed: "adopt",
      command: `adopt ${DEFAULTS} ids= isDryRun=false includesRights=false`,
    },
    {
      typed: "adopt ConfigMap/shop/a Service/shop/b --dry-run --folder .. --include-rights",
      command: `adopt ${DEFAULTS} ids=ConfigMap/shop/a,Service/shop/b folder=.. isDryRun=true includesRights=true`,
    },
    { typed: "demo", command: `demo ${DEFAULTS} isFast=false` },
    { typed: "demo --fast", command: `demo ${DEFAULTS} isFast=true` },
    { typed: "sync", command: `sync ${DEFAULTS} isOnePass=false timeoutMs=${HOUR_MS}` },
    {
      typed: "sync --one-pass --timeout 1m30s",
      command: `sync ${DEFAULTS} isOnePass=true timeoutMs=90000`,
    },
    { typed: "graph", command: `graph ${DEFAULTS} format=text` },
    { typed: "graph --output mermaid", command: `graph ${DEFAULTS} format=mermaid` },
    {
      typed: "graph --output=json",
      command: "graph config=agent.config.yaml output=json format=json",
    },
    { typed: "validate", command: `validate ${DEFAULTS} isConfigOptional=false` },
    {
      typed: "validate ./manifests",
      command: `validate ${DEFAULTS} path=./manifests isConfigOptional=true`,
    },
    {
      typed: "validate ./manifests --config agent.config.yaml",
      command: `validate ${DEFAULTS} path=./manifests isConfigOptional=false`,
    },
    {
      typed: "--config agent.config.yaml validate ./manifests",
      command: `validate ${DEFAULTS} path=./manifests isConfigOptional=false`,
    },
    {
      typed: "validate ./manifests --stack shop",
      command: `validate ${DEFAULTS} stack=shop path=./manifests isConfigOptional=false`,
    },
    {
      typed: "status --config a.yaml --output json --stack shop",
      command: "status config=a.yaml output=json stack=shop",
    },
    {
      typed: "--config a.yaml --output json --stack shop status",
      command: "status config=a.yaml output=json stack=shop",
    },
    { typed: "--version", command: "version text=0.1.0\n" },
    { typed: "sync --version", command: "version text=0.1.0\n" },
  ])("lockstep $typed → $command", ({ typed, command }) => {
    expect(brief(parseArguments(typed.split(" "), "0.1.0"))).toBe(command);
  });
});

describe("a wrong command line", () => {
  test.each([
    { typed: [], problem: `arguments: there is no command; expected one of ${COMMANDS}` },
    { typed: ["synk"], problem: 'arguments: unknown command "synk"; did you mean "sync"?' },
    {
      typed: ["webhook"],
      problem: `arguments: unknown command "webhook"; expected one of ${COMMANDS}`,
    },
    {
      typed: ["blame"],
      problem: "arguments: blame needs to be told which id; expected blame <id>",
    },
    {
      typed: ["suspend"],
      problem: "arguments: suspend needs to be told which stack; expected suspend <stack>",
    },
    { typed: ["help", "plam"], problem: 'arguments: unknown command "plam"; did you mean "plan"?' },
    {
      typed: ["sync", "--stak=a"],
      problem: 'arguments: unknown option "--stak"; did you mean "--stack"?',
    },
    {
      typed: ["sync", "--onepass"],
      problem: 'arguments: unknown option "--onepass"; did you mean "--one-pass"?',
    },
    {
      typed: ["--stack", "run", "plan", "--force"],
      problem:
        'arguments: unknown option "--force"; expected an option that "lockstep plan --help" lists',
    },
    {
      typed: ["status", "--timeout", "5m"],
      problem:
        'arguments: unknown option "--timeout"; expected an option that "lockstep status --help" lists',
    },
    {
      typed: ["run", "--fast"],
      problem:
        'arguments: unknown option "--fast"; expected an option that "lockstep run --help" lists',
    },
    {
      typed: ["cluster", "web"],
      problem:
        'arguments: cluster takes no argument; expected what "lockstep cluster --help" lists',
    },
    {
      typed: ["sync", "shop"],
      problem: 'arguments: sync takes no argument; expected what "lockstep sync --help" lists',
    },
    {
      typed: ["validate", "a", "b"],
      problem:
        'arguments: validate takes one argument; expected what "lockstep validate --help" lists',
    },
    {
      typed: ["sync", "--config"],
      problem: "arguments: --config <file> has no value; expected a value after it",
    },
    {
      typed: ["sync", "--config", "", "--stack="],
      problem:
        "--config: is empty; expected a value after it | --stack: is empty; expected a value after it",
    },
    {
      typed: ["sync", "--output", "yaml", "--timeout", "10 m"],
      problem:
        '--output: "yaml" is no output of sync; expected one of text, json | --timeout: "10 m" is no time to wait; expected a time above zero and up to 24 days, such as 30s, 10m or 1h30m',
    },
    {
      typed: ["sync", "--timeout", "0s"],
      problem:
        '--timeout: "0s" is no time to wait; expected a time above zero and up to 24 days, such as 30s, 10m or 1h30m',
    },
    {
      typed: ["plan", "--output", "mermaid"],
      problem: '--output: "mermaid" is no output of plan; expected one of text, json',
    },
    {
      typed: ["plan", "--ref", "topic", "--path", "."],
      problem: "--ref: stands beside --path; expected one of them: a folder is no commit",
    },
  ])("lockstep $typed → $problem", ({ typed, problem }) => {
    expect(brief(parseArguments(typed, "0.1.0"))).toBe(problem);
  });
});

describe("the help", () => {
  test("lists the commands that work and the options of all", () => {
    expect(brief(parseArguments(["--help"], "0.1.0"))).toBe(`help text=${HELP}`);
    expect(brief(parseArguments(["help"], "0.1.0"))).toBe(`help text=${HELP}`);
  });

  test.each([[["sync", "--help"]], [["help", "sync"]]])("of a command: %j", (typed) => {
    expect(brief(parseArguments(typed, "0.1.0"))).toBe(`help text=${SYNC_HELP}`);
  });
});

const HELP = `Usage: lockstep [options] [command]

Keeps a Kubernetes cluster equal to a Git repository, in the order of its dependencies.

Options:
  --version                  print the version
  --config <file>            the configuration (default: "agent.config.yaml")
  --output <format>          what stdout holds: text or json (graph also: mermaid) (default: "text")
  --stack <name>             only this stack of the configuration
  --help                     print this help

Commands:
  run                        run the agent until it is stopped
  sync [options]             sync once and wait until every object is ready, or cannot become so
  plan [options]             show what a sync would do, without writing anything
  graph                      show what waits for what, by tier: as text, Mermaid or JSON
  status                     show the state of each stack
  drift                      explain each difference between the cluster and Git, without writing
                             anything
  blame <id>                 show who owns which field of an object since when, and by which right
  consumers <id>             show which workloads use a Secret or ConfigMap, and whether they
                             restart with it
  adopt [options] [ids...]   write what others changed in the cluster into the files of a working
                             tree
  validate [path]            check the configuration and the manifests; needs no cluster
  suspend [options] <stack>  hold a stack still: it is looked at, and nothing of it is written
  resume <stack>             let a suspended stack go on
  release [options] <id>     let an object or a stack go: it stays, and is not Lockstep's any more
  disown [options] <id>      take from a Secret or ConfigMap the owners that Wave gave it
  cluster                    run only the embedded cluster, for kubectl, until it is stopped
  demo [options]             play an upgrade, a foreign edit and a fight on an embedded cluster, and
                             end
  help [command]             print the help of a command
`;

const SYNC_HELP = `Usage: lockstep sync [options]

sync once and wait until every object is ready, or cannot become so

Options:
  --one-pass                make exactly one pass and do not wait
  --timeout <duration>      how long to wait at most (default: "1h")
  --confirm-prune <commit>  let that commit delete what the brake of pruning holds up
  --help                    print this help

Global Options:
  --version                 print the version
  --config <file>           the configuration (default: "agent.config.yaml")
  --output <format>         what stdout holds: text or json (graph also: mermaid) (default: "text")
  --stack <name>            only this stack of the configuration
`;
