import type { ObjectStatus, StackStatus } from "../core/report/status-document.ts";

/** The status without what `listFaults` says of an object already: beside the object only the code of its refusal is left. */
export function tellOnce(stack: StackStatus): StackStatus {
  const told = new Set(stack.refusals.map(({ id, code }) => JSON.stringify([id, code])));
  if (told.size === 0) return stack;
  function shorten(object: ObjectStatus): ObjectStatus {
    const { cause, id } = object;
    if (cause === undefined || !told.has(JSON.stringify([id, cause.reason]))) return object;
    return { ...object, cause: { ...cause, reason: `refused (${cause.reason})`, message: "" } };
  }
  return { ...stack, objects: stack.objects.map(shorten) };
}
