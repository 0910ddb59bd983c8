import { ClusterError } from "../core/cluster-error.ts";
import { confirmsPrune } from "../core/inventory/confirms-prune.ts";
import type { ScopeOf } from "../core/manifest/manifest.ts";
import { kindKey, objectKey } from "../core/object/object-id.ts";
import { compileTemplates } from "../core/restart/compile-templates.ts";
import { compileHealth } from "../core/rollout/compile-health.ts";
import { SourceError } from "../core/source-error.ts";
import { shortCommit } from "../core/wording/short-commit.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";
import type { SourcePort } from "../ports/source-port.ts";
import { type CheckOutOptions, checkOut, type GroupKind, kindsOf } from "./check-out.ts";
import type { Stack, StackPorts, StackSetup } from "./stack.ts";
import { readStackParent } from "./write-parent.ts";

/**
 * Asks the repository for the branch's tip. A refusal is remembered for the status; what is in force stays in force.
 *
 * @returns whether the tip moved.
 */
export async function refreshTip(stack: Stack): Promise<boolean> {
  const { source, log } = stack.setup.ports;
  try {
    const tip = await source.findTip();
    stack.refusals.delete("source");
    if (tip === stack.tip) return false;
    log.info("the branch moved", { stack: stack.setup.config.name, commit: tip });
    stack.tip = tip;
    return true;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    noteRefusal(stack, error);
    return false;
  }
}

/**
 * Puts the tip in force when it has no problems; the last good revision stays in force otherwise. After a start with a bad
 * tip or a silent remote the last good revision is the one that the parent names. One turn at a time: two that read different
 * tips would leave the commit of one with what the other found in it.
 */
export async function takeRevision(stack: Stack): Promise<void> {
  // What went wrong in the turn before is told where it was asked for.
  const turn = stack.taking.catch(() => undefined).then(async () => takeTurn(stack));
  stack.taking = turn;
  await turn;
}

async function takeTurn(stack: Stack): Promise<void> {
  if (await isAnyServed(stack)) await tryRevision(stack, stack.desired?.revision ?? stack.tip);
  if (stack.tip === stack.desired?.revision) {
    // Also after a bad tip: the branch was set back, and what was wrong with it is nobody's news any more.
    stack.problems = [];
    stack.refusedTip = "";
    return;
  }
  if (stack.tip !== "") await tryRevision(stack, stack.tip);
  if (stack.desired !== undefined) return;
  const { content } = await readStackParent(stack);
  if (content.revision === "" || content.revision === stack.tip) return;
  await tryRevision(stack, content.revision);
}

/** Checks a commit out. Its problems are kept only when it is the tip: those of an older one are nobody's news. */
async function tryRevision(stack: Stack, commit: string): Promise<void> {
  const isTip = commit === stack.tip;
  if (isTip && stack.refusedTip === commit) return;
  try {
    const parsed = await checkOut(commit, checkOutOptions(stack));
    if (parsed.ok) {
      const { message } = await stack.setup.ports.source.readCommit(commit);
      const isConfirmed = confirmsPrune(message, stack.setup.config.name);
      stack.confirmedRevision = isConfirmed ? commit : "";
      stack.desired = parsed.value.desired;
      stack.lints = parsed.value.lints;
      stack.leftOut = parsed.value.leftOut;
      stack.unknownKinds = parsed.value.unknownKinds;
    }
    if (isTip) {
      stack.problems = parsed.ok ? [] : parsed.problems;
      stack.refusedTip = parsed.ok ? "" : commit;
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    noteRefusal(stack, error);
  }
}

/**
 * Tells before a pass that acts when what is in force does not follow what the parent names. Whoever rewrote the branch may not
 * know that a cluster follows it: what went with the old history goes back there too. Nothing hangs on the answer.
 */
export async function warnOfRewrite(stack: Stack): Promise<void> {
  const { log, source } = stack.setup.ports;
  const tip = stack.desired?.revision ?? "";
  if (tip === stack.comparedRevision) return;
  const before = await findRevisionBefore(stack);
  if (before === undefined) return;
  stack.comparedRevision = tip;
  if (before === "" || before === tip) return;
  const rewrite = await findRewrite(source, { before, tip });
  if (rewrite === undefined) return;
  const [next, last] = [shortCommit(tip), shortCommit(before)];
  log.warn(`commit ${next} does not follow ${last}, which was in force: ${rewrite}`, {
    stack: stack.setup.config.name,
    commit: tip,
    before,
  });
}

/** `undefined` when the cluster does not say: whatever the pass needs of the parent is refused, too, and tells it. */
async function findRevisionBefore(stack: Stack): Promise<string | undefined> {
  try {
    return (await readStackParent(stack)).content.revision;
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return undefined;
  }
}

/** How a branch came to a tip that does not follow the commit before; `undefined` when it follows, or nobody can tell. */
async function findRewrite(
  source: SourcePort,
  { before, tip }: { readonly before: string; readonly tip: string },
): Promise<string | undefined> {
  try {
    switch (await source.relate(before, tip)) {
      case "same":
      case "ancestor":
        return undefined;
      case "descendant":
        return "the branch was set back";
      case "diverged":
        return "the branch's history was rewritten";
      case "unknown":
        await source.readCommit(before);
        return undefined;
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.code !== "lost-commit") return undefined;
    return "the repository does not have that one, its history was rewritten or it is another repository";
  }
}

/** How a stack reads a commit. */
export function checkOutOptions({ cache, setup }: Stack): CheckOutOptions {
  const { config, parent, ports } = setup;
  return describeCheckOut({ config, parent }, { ...ports, cache });
}

/** How a commit of a stack is read, be the stack open or not. */
export function describeCheckOut(
  { config, parent }: Pick<StackSetup, "config" | "parent">,
  { cluster, ...read }: Pick<CheckOutOptions, "source" | "cache"> & Pick<StackPorts, "cluster">,
): CheckOutOptions {
  return {
    source: read.source,
    cache: read.cache,
    path: config.source.path,
    reportsPath: config.reports.path,
    defaultNamespace: config.namespace,
    associations: config.associations,
    versionPaths: compileHealth(config.health).versionPaths,
    templates: compileTemplates(config.secrets),
    ownObjects: new Set([objectKey(parent)]),
    findScopes: async (written) => findScopes(cluster, kindsOf(written)),
  };
}

/** A kind that nobody knew at check-out is served now: whether its objects have a namespace has to be read anew. */
async function isAnyServed(stack: Stack): Promise<boolean> {
  const { cluster } = stack.setup.ports;
  const served = await Promise.all(stack.unknownKinds.map(async (kind) => cluster.findKind(kind)));
  return served.some((each) => each !== undefined);
}

async function findScopes(cluster: ClusterPort, kinds: readonly GroupKind[]): Promise<ScopeOf> {
  const scopes = new Map<string, "namespaced" | "cluster">();
  for (const kind of kinds) {
    // oxlint-disable-next-line no-await-in-loop -- answered from cached discovery
    const served = await cluster.findKind(kind);
    if (served !== undefined) {
      scopes.set(kindKey(kind), served.isNamespaced ? "namespaced" : "cluster");
    }
  }
  return (kind) => scopes.get(kindKey(kind));
}

function noteRefusal(stack: Stack, error: SourceError): void {
  const { log } = stack.setup.ports;
  const known = stack.refusals.get("source");
  if (known?.message !== error.message) {
    log.warn(error.message, { stack: stack.setup.config.name, code: error.code });
  }
  stack.refusals.set("source", { id: "", code: error.code, message: error.message });
}
