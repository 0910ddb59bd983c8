import { isMap, isSeq } from "yaml";
import { isJsonObject, type Json, valueAt } from "../object/json.ts";
import { addItem, addMember } from "./add-member.ts";
import type { UnadoptedReason } from "./adoption.ts";
import { hasTag } from "./node-span.ts";
import type { OpenDocument, OpenText } from "./open-text.ts";
import { removeMember, removeOnlyInFlow } from "./remove-member.ts";
import { reorderItems } from "./reorder-items.ts";
import { overrideAlias, replaceNode } from "./replace-node.ts";
import { type TextChange, withChange } from "./text-change.ts";
import { type Splice, spliced } from "./text-lines.ts";
import { indexOfKey, type Traced, traceNode } from "./trace-node.ts";

/** The text with a change made, not yet read back; or why it cannot be made. */
export type EditedText =
  | { readonly kind: "edited"; readonly text: string }
  | { readonly kind: "refused"; readonly reason: UnadoptedReason };

/** Makes one change of one document, by replacing the smallest pieces of its text. */
export function editText(open: OpenText, document: OpenDocument, change: TextChange): EditedText {
  const splices = findSplices(open, document, change);
  if (typeof splices === "string") return { kind: "refused", reason: splices };
  if (splices.length === 0) return { kind: "refused", reason: "no-safe-edit" };
  return { kind: "edited", text: spliced(open.text, splices) };
}

/** The pieces of text that one change of one document replaces, or why there are none. */
export function findSplices(open: OpenText, document: OpenDocument, change: TextChange): Splices {
  return splicesOf(traceNode(document.root, change.steps), { open, document, change });
}

interface Job {
  readonly open: OpenText;
  readonly document: OpenDocument;
  readonly change: TextChange;
}

type Splices = readonly Splice[] | UnadoptedReason;

function splicesOf(traced: Traced, job: Job): Splices {
  switch (traced.kind) {
    case "node":
      return changeNode(traced, job);
    case "missing":
      return changeMissing(traced, job);
    case "alias":
      return changeAliased(traced, job);
    case "merged":
      return changeMerged(traced, job);
  }
}

function changeNode(held: Extract<Traced, { kind: "node" }>, job: Job): Splices {
  const { open, change } = job;
  switch (change.kind) {
    case "set":
      return hasTag(held.node) ? "tagged" : replaceNode(held, change.value, open);
    case "insert":
      return changeParent(job, (parent, index) =>
        isSeq(parent) ? addItem(parent, { index, value: change.value }, open) : [],
      );
    case "reorder":
      return isSeq(held.node) ? reorderItems(held.node, change.order, open) : [];
    case "remove":
      return changeParent(job, (parent, index) => removeMember(parent, index, open));
  }
}

/** Acts on the map or list that holds the place; one that becomes empty is written anew as `{}` or `[]`. */
function changeParent(
  { open, document, change }: Job,
  act: (parent: Parameters<typeof removeMember>[0], index: number) => readonly Splice[],
): readonly Splice[] {
  const held = traceNode(document.root, change.steps.slice(0, -1));
  const { node } = held;
  if (held.kind !== "node" || !(isMap(node) || isSeq(node))) return [];
  if (change.kind === "remove" && node.items.length === 1) {
    return removeOnlyInFlow(node, open) ?? replaceNode(held, emptyOf(node), open);
  }
  const step = change.steps.at(-1) ?? "";
  const index = isMap(node) ? indexOfKey(node, step) : Number(step);
  return index >= 0 ? act(node, index) : [];
}

function emptyOf(node: Parameters<typeof removeMember>[0]): Json {
  return isMap(node) ? {} : [];
}

/** The rest of the way is made new. */
function changeMissing(held: Extract<Traced, { kind: "missing" }>, job: Job): Splices {
  const { open, document, change } = job;
  const { node, depth } = held;
  if (change.kind !== "set" && change.kind !== "insert") return "not-in-file";
  const after = withChange(document.value, change);
  const above = valueAt(after, ...change.steps.slice(0, depth)) ?? null;
  const step = change.steps[depth] ?? "";
  const value = valueAt(above, step) ?? null;
  if (!(isMap(node) || isSeq(node)) || node.items.length === 0) {
    return replaceNode(held, above, open);
  }
  return isMap(node)
    ? addMember(node, { key: String(step), value }, open)
    : addItem(node, { index: node.items.length, value }, open);
}

/** The alias is replaced at this place alone: by a map that overrides it, or by the whole value. */
function changeAliased(held: Extract<Traced, { kind: "alias" }>, job: Job): Splices {
  const { open, document, change } = job;
  const { depth } = held;
  const above = change.steps.slice(0, depth);
  const step = change.steps[depth];
  const after = valueAt(withChange(document.value, change), ...above);
  if (after === undefined) return [];
  const value = typeof step === "string" ? valueAt(after, step) : undefined;
  const isOverride = isJsonObject(after) && typeof step === "string" && value !== undefined;
  return isOverride
    ? overrideAlias(held, { key: step, value }, open)
    : replaceNode(held, after, open);
}

/** A member of a merged map is written here, too, where it counts more. */
function changeMerged(held: Extract<Traced, { kind: "merged" }>, job: Job): Splices {
  const { open, document, change } = job;
  const { map, depth } = held;
  const step = change.steps[depth];
  const value = valueAt(withChange(document.value, change), ...change.steps.slice(0, depth + 1));
  if (typeof step !== "string") return [];
  return value === undefined ? "merged" : addMember(map, { key: step, value }, open);
}
