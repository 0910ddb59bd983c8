import { ANY_KIND } from "../core/inventory/apply-set.ts";
import { apiVersionOf, kindKey, parseKind } from "../core/object/object-id.ts";
import type { Desired } from "../core/plan/look.ts";
import type { ServedKind } from "../ports/cluster-port.ts";
import { memberLabels } from "./member-sets.ts";
import type { Stack } from "./stack.ts";
import { mayAskFor, notePace } from "./unserved-pace.ts";
import { readStackParent, rememberKinds } from "./write-parent.ts";

export interface MemberKind {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface MemberKinds {
  readonly kinds: readonly MemberKind[];
  /** Remembered by the parent, and not served. */
  readonly unserved: readonly string[];
  /** Groups of the parent in place of which the kinds stand that hold members. */
  readonly resolved: readonly string[];
}

/** Kinds of the manifests, and those that the parent remembers: orphans are found by them. */
export async function findMemberKinds(stack: Stack, desired: Desired): Promise<MemberKinds> {
  notePace(stack.view);
  const unserved: string[] = [];
  const resolved: string[] = [];
  const kinds = new Map<string, MemberKind>();
  const known = new Set<string>();
  for (const { id, apiVersion } of desired.manifests) {
    kinds.set(`${apiVersion}/${id.kind}`, { apiVersion, kind: id.kind });
    known.add(kindKey(id));
  }
  for (const text of await rememberedKinds(stack, resolved)) {
    if (known.has(text)) continue;
    // oxlint-disable-next-line no-await-in-loop -- answered from cached discovery
    const served = await findServed(stack, text);
    if (served === undefined) {
      unserved.push(text);
      continue;
    }
    stack.view.unserved.waits.delete(text);
    const apiVersion = apiVersionOf(served);
    kinds.set(`${apiVersion}/${served.kind}`, { apiVersion, kind: served.kind });
  }
  return { kinds: [...kinds.values()], unserved, resolved };
}

/** `undefined` also for one that nobody served at the last try, before its time has come. */
async function findServed(stack: Stack, text: string): Promise<ServedKind | undefined> {
  const { cluster, clock } = stack.setup.ports;
  const { group, kind } = parseKind(text);
  if (kind === ANY_KIND || !mayAskFor(text, stack.view, clock)) return undefined;
  return cluster.findKind({ group, kind });
}

/** What the parent names, with the kinds of a group that did not answer when the parent was lost, once they are known. */
async function rememberedKinds(stack: Stack, resolved: string[]): Promise<ReadonlySet<string>> {
  const { content } = await readStackParent(stack);
  const all = new Set<string>();
  for (const text of content.scope.kinds) {
    const { group, kind } = parseKind(text);
    // oxlint-disable-next-line no-await-in-loop -- hardly ever one
    const found = kind === ANY_KIND ? await findAllOf(stack, group) : undefined;
    if (found !== undefined) resolved.push(text);
    // The group's name is forgotten with this pass, whatever is seen of its kinds by then.
    if (found !== undefined) rememberKinds(stack, found);
    for (const each of found ?? [text]) all.add(each);
  }
  return all;
}

/** `undefined` while one of them does not answer. One that may not be listed may have members, and no waiting ends that. */
async function findAllOf(stack: Stack, group: string): Promise<readonly string[] | undefined> {
  const { cluster, clock } = stack.setup.ports;
  if (!mayAskFor(kindKey({ group, kind: ANY_KIND }), stack.view, clock)) return undefined;
  const { kinds, unknown, unanswered } = await cluster.findKindsOf(memberLabels(stack), group);
  return unanswered.length === 0 ? [...kinds, ...unknown] : undefined;
}
