import { Command as Program } from "commander";

/** What commander heard: the command that it came to, and the help or version text that it would print. */
export interface Heard {
  command: Program | undefined;
  text: string;
}

/** Columns of the help; the same everywhere, so that what documents show is what people see. */
const HELP_COLUMNS = 100;

/** The commands and options as commander knows them. It neither exits nor prints: both end up in `heard`. */
export function buildProgram(version: string, heard: Heard): Program {
  const program = new Program("lockstep")
    .description(
      "Keeps a Kubernetes cluster equal to a Git repository, in the order of its dependencies.",
    )
    .version(version, "--version", "print the version")
    .helpOption("--help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .option("--config <file>", "the configuration", "agent.config.yaml")
    .option("--output <format>", "what stdout holds: text or json (graph also: mermaid)", "text")
    .option("--stack <name>", "only this stack of the configuration")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => {
        heard.text += text;
      },
      writeErr: () => {},
      getOutHelpWidth: () => HELP_COLUMNS,
      getOutHasColors: () => false,
    })
    .showSuggestionAfterError(false)
    .exitOverride()
    .hook("preSubcommand", (_program, command) => {
      heard.command = command;
    });
  addCommands(program);
  // Commander checks the arguments of a command only when it has an action.
  for (const command of program.commands) command.action(() => {});
  return program;
}

function addQuestions(program: Program): void {
  program
    .command("drift")
    .description("explain each difference between the cluster and Git, without writing anything");
  program
    .command("blame")
    .description("show who owns which field of an object since when, and by which right")
    .argument(
      "<id>",
      "the object: Deployment.apps/shop/web, ConfigMap/shop/settings, Namespace/shop",
    );
  program
    .command("consumers")
    .description("show which workloads use a Secret or ConfigMap, and whether they restart with it")
    .argument("<id>", "Secret/shop/db, ConfigMap/shop/settings");
}

function addDisown(program: Program): void {
  program
    .command("disown")
    .description("take from a Secret or ConfigMap the owners that Wave gave it")
    .argument("<id>", "Secret/shop/db, ConfigMap/shop/settings")
    .option("--dry-run", "only say which owners would go");
}

function addAdopt(program: Program): void {
  program
    .command("adopt")
    .description("write what others changed in the cluster into the files of a working tree")
    .argument(
      "[ids...]",
      "only of these objects: Deployment.apps/shop/web, ConfigMap/shop/settings",
    )
    .option(
      "--folder <folder>",
      "the root of the working tree (default: the source's, or this folder)",
    )
    .option("--include-rights", "also RBAC and admission webhooks")
    .option("--dry-run", "only show the edit");
}

function addCommands(program: Program): void {
  program.command("run").description("run the agent until it is stopped");
  program
    .command("sync")
    .description("sync once and wait until every object is ready, or cannot become so")
    .option("--one-pass", "make exactly one pass and do not wait")
    .option("--timeout <duration>", "how long to wait at most", "1h")
    .option(
      "--confirm-prune <commit>",
      "let that commit delete what the brake of pruning holds up",
    );
  program
    .command("plan")
    .description("show what a sync would do, without writing anything")
    .option("--ref <branch or commit>", "of another branch or commit of the same repository")
    .option("--path <folder>", "of a folder of the working tree in place of the stack's path");
  program
    .command("graph")
    .description("show what waits for what, by tier: as text, Mermaid or JSON");
  program.command("status").description("show the state of each stack");
  addQuestions(program);
  addAdopt(program);
  addOrders(program);
  program
    .command("cluster")
    .description("run only the embedded cluster, for kubectl, until it is stopped");
  program
    .command("demo")
    .description("play an upgrade, a foreign edit and a fight on an embedded cluster, and end")
    .option("--fast", "without the time to read");
}

/** What checks the text, holds a stack still, or lets something go. */
function addOrders(program: Program): void {
  program
    .command("validate")
    .description("check the configuration and the manifests; needs no cluster")
    .argument("[path]", "a folder with manifests instead of the stacks' sources");
  program
    .command("suspend")
    .description("hold a stack still: it is looked at, and nothing of it is written")
    .argument("<stack>", "the name of the stack")
    .option("--reason <text>", "why, for whoever finds it so", "")
    .option("--until <time>", "a duration such as 2h, or a time such as 2030-01-31T12:00:00Z");
  program
    .command("resume")
    .description("let a suspended stack go on")
    .argument("<stack>", "the name of the stack");
  program
    .command("release")
    .description("let an object or a stack go: it stays, and is not Lockstep's any more")
    .argument("<id>", "an object such as Deployment.apps/shop/web, or the name of a stack")
    .option("--dry-run", "only say what would be let go")
    .option("--timeout <duration>", "how long to wait at most for a running agent", "1m");
  addDisown(program);
}
