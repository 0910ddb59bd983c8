import type { Json } from "../../core/object/json.ts";
import { PatchDocument } from "./patch-document.ts";
import { PatchFailure } from "./patch-failure.ts";

/** One operation of a JSON patch, as far as it is well-formed. */
export interface PatchOperation {
  readonly op: string;
  readonly path: string | undefined;
  readonly from: string | undefined;
  /** `undefined` when it is left out, which counts as null. */
  readonly value: Json | undefined;
}

/** Steps of one path. */
const STEPS_MAX = 1_000;

/**
 * Carries out a JSON patch as the API server's library does it, which is more lenient than the RFC: `replace` adds a missing
 * key of an object, `copy` of a missing key gives null, negative indices count from the end, a path need not begin with `/`.
 *
 * @throws {PatchFailure} when an operation cannot be carried out, or all of them are too much work.
 * @see https://www.rfc-editor.org/rfc/rfc6902
 */
export function jsonPatch(document: Json, operations: readonly PatchOperation[]): Json {
  const patched = new PatchDocument(document);
  for (const operation of operations) {
    const apply = OPERATIONS.get(operation.op);
    if (apply === undefined) throw new PatchFailure();
    apply(patched, operation);
  }
  return patched.value;
}

type Apply = (document: PatchDocument, operation: PatchOperation) => void;

const OPERATIONS: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  [
    "add",
    (document, { path, value = null }) => {
      document.add(stepsOf(path), value);
    },
  ],
  [
    "remove",
    (document, { path }) => {
      document.remove(stepsOf(path));
    },
  ],
  ["replace", applyReplace],
  ["move", applyMove],
  [
    "copy",
    (document, { from, path }) => {
      document.add(stepsOf(path), document.share(stepsOf(from)));
    },
  ],
  ["test", applyTest],
]);

/** The only operation that takes the document as a whole. */
function applyReplace(document: PatchDocument, { path, value = null }: PatchOperation): void {
  if (path === "") document.replaceRoot(value);
  else document.replace(stepsOf(path), value);
}

function applyMove(document: PatchDocument, { from, path }: PatchOperation): void {
  const source = stepsOf(from);
  const moved = document.find(source);
  if (moved === undefined) throw new PatchFailure();
  document.remove(source);
  document.add(stepsOf(path), moved);
}

function applyTest(document: PatchDocument, { path, value }: PatchOperation): void {
  if (value === undefined || !document.isAt(stepsOf(path), value)) throw new PatchFailure();
}

/** Steps of a JSON pointer. What stands before the first slash is dropped. The root itself is no target. */
function stepsOf(pointer: string | undefined): readonly string[] {
  const steps = (pointer ?? "").split("/").map(unescaped);
  const own = steps.slice(1);
  if (own.length === 0 || own.length > STEPS_MAX) throw new PatchFailure();
  return own;
}

function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
