import { CONTROL_KEYS } from "../control-keys.ts";
import { isJsonEqual, objectAt } from "../object/json.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { IntendedWrite } from "./intended-write.ts";
import type { ProbeAnswer, WriteRefusal } from "./look.ts";
import { findProtection } from "./may-recreate.ts";

const ALLOWED = `${CONTROL_KEYS.recreate}: "allowed"`;

/** The refusal of a change that the server does not let through says which field it is, and what would help. */
export function explainImmutable(
  item: ObjectCase,
  write: IntendedWrite,
  refusal: WriteRefusal,
): WriteRefusal {
  if (refusal.code !== "immutable" || refusal.keepsOld === true) return refusal;
  if (item.live === undefined) return asOfCreate(refusal);
  if (write.kind === "revert") return refusal;
  const parts = [refusal.message, ...changedText(item, refusal.message), helpText(item)];
  return { ...refusal, message: parts.join("; ") };
}

/** What is not there has no value that cannot be changed: the manifest itself is wrong. */
export function asOfCreate(refusal: WriteRefusal): WriteRefusal {
  return refusal.code === "immutable" ? { ...refusal, code: "invalid" } : refusal;
}

function helpText(item: ObjectCase): string {
  const protection = findProtection(item);
  return protection === undefined
    ? `a ${item.manifest.id.kind} cannot be changed there; with ${ALLOWED} in Git it is deleted and made anew`
    : `it is never deleted to be made anew: ${protection}`;
}

/** The server says of some kinds only that their spec cannot be changed: which field Git changed is said here. */
function changedText({ lastApplied, wanted }: ObjectCase, message: string): readonly string[] {
  if (lastApplied.kind !== "known" || !/(?:^|[:;] )spec: /.test(message)) return [];
  const before = objectAt(lastApplied.intent.body, "spec") ?? {};
  const after = objectAt(wanted.body, "spec") ?? {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  const changed = names.filter(
    (name) =>
      // What the server quotes is what it lets be changed.
      !message.includes(`'${name}'`) && !isJsonEqual(before[name] ?? null, after[name] ?? null),
  );
  return changed.length === 0 ? [] : [`Git changed ${changed.map((n) => `spec.${n}`).join(", ")}`];
}

/** The old one stays, because the new one would not be let in. */
export function explainKept(
  refusal: WriteRefusal,
  { message, retry }: Extract<ProbeAnswer, { kind: "impossible" }>,
): WriteRefusal {
  const kept = `it is not deleted to be made anew, because a new one is refused: ${message}`;
  return { ...refusal, retry, message: `${refusal.message}; ${kept}`, keepsOld: true };
}
