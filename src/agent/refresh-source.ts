import type { ScopeOf } from "../core/manifest/manifest.ts";
import { kindKey, objectKey } from "../core/object/object-id.ts";
import { SourceError } from "../core/source-error.ts";
import { type CheckOutOptions, checkOut, type GroupKind, kindsOf } from "./check-out.ts";
import type { Stack } from "./stack.ts";
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
 * tip or a silent remote the last good revision is the one that the parent names.
 */
export async function takeRevision(stack: Stack): Promise<void> {
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
      stack.desired = parsed.value.desired;
      stack.lints = parsed.value.lints;
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

/** How a stack reads a commit. */
export function checkOutOptions(stack: Stack): CheckOutOptions {
  const { config, parent, ports } = stack.setup;
  return {
    source: ports.source,
    cache: stack.cache,
    path: config.source.path,
    reportsPath: config.reports.path,
    defaultNamespace: config.namespace,
    associations: config.associations,
    ownObjects: new Set([objectKey(parent)]),
    findScopes: async (written) => findScopes(stack, kindsOf(written)),
  };
}

/** A kind that nobody knew at check-out is served now: whether its objects have a namespace has to be read anew. */
async function isAnyServed(stack: Stack): Promise<boolean> {
  const { cluster } = stack.setup.ports;
  const served = await Promise.all(stack.unknownKinds.map(async (kind) => cluster.findKind(kind)));
  return served.some((each) => each !== undefined);
}

async function findScopes(stack: Stack, kinds: readonly GroupKind[]): Promise<ScopeOf> {
  const scopes = new Map<string, "namespaced" | "cluster">();
  for (const kind of kinds) {
    // oxlint-disable-next-line no-await-in-loop -- answered from cached discovery
    const served = await stack.setup.ports.cluster.findKind(kind);
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
