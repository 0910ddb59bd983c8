import type { LeavingStack } from "../agent/leaving-stack.ts";
import { letGo } from "../agent/let-go.ts";
import { type LeftStack, letGoOfStack, ownersOf } from "../agent/let-go-of-stack.ts";
import { closeStack } from "../agent/open-stack.ts";
import { takeTurn } from "../agent/take-turn.ts";
import type { ObjectKey, ObjectRef } from "../core/object/object-id.ts";
import { objectKey } from "../core/object/object-id.ts";
import type { ReleaseDocument } from "../core/report/release-document.ts";
import type { StackStatus } from "../core/report/status-document.ts";
import type { Command } from "./command.ts";
import { EXIT_CODES } from "./exit-code.ts";
import { findReleased, type Released } from "./find-released.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { renderJson } from "./render-json.ts";
import { renderRelease } from "./render-release.ts";
import { showProblems } from "./show-problems.ts";

type Releasing = Extract<Command, { readonly name: "release" }>;

/**
 * Lets an object or a whole stack go. What the agent would take again at its next look is not let go: Git, or the configuration,
 * has to say first that it leaves it alone.
 *
 * @throws {ClusterError} when the cluster refuses the whole, or a running agent does not let it go in time.
 */
export async function releaseObjects(
  command: Releasing,
  loaded: LoadedConfig,
  outside: Outside,
): Promise<number> {
  const [first] = loaded.stacks;
  if (first === undefined) return EXIT_CODES.problem;
  const opened = await outside.openStack(loaded.config, first, {});
  try {
    const found = await findReleased(command.target, { loaded, opened, outside });
    if (!found.ok) return showProblems(command, found.problems, outside);
    const left = await release(found.value, command, outside.signal);
    const { document } = left;
    outside.stdout(
      command.output === "json" ? renderJson(document) : renderRelease(document, outside.palette),
    );
    return exitCodeOf(left);
  } finally {
    await closeStack(opened.stack);
  }
}

interface Left {
  readonly document: ReleaseDocument;
  readonly isUnknown: boolean;
}

function exitCodeOf({ document, isUnknown }: Left): number {
  if (isUnknown) return EXIT_CODES.refused;
  const isRefused = document.objects.some(({ outcome }) => outcome === "refused");
  return isRefused ? EXIT_CODES.open : EXIT_CODES.inSync;
}

async function release(released: Released, command: Releasing, signal: AbortSignal): Promise<Left> {
  const { isDryRun, timeoutMs } = command;
  if (released.kind === "nothing") {
    const { id, outcome, message } = released;
    const objects = [{ id, outcome, message }];
    return { document: { stack: "", dryRun: isDryRun, objects }, isUnknown: false };
  }
  const { stack } = released;
  function shown({ objects, isUnknown }: LeftStack): Left {
    return { document: { stack: stack.name, dryRun: isDryRun, objects }, isUnknown };
  }
  if (isDryRun) return shown(await releaseOf(released, { isDryRun }));
  const key = released.kind === "object" ? objectKey(released.ref.id) : undefined;
  const turn = await takeTurn(stack, {
    signal,
    timeoutMs,
    isLeftBy: (status) => isLeftBy(status, key, released.revision),
  });
  try {
    return shown(await releaseOf(released, { isDryRun, keep: turn.keep }));
  } finally {
    await turn.end();
  }
}

async function releaseOf(
  released: Exclude<Released, { readonly kind: "nothing" }>,
  options: { readonly isDryRun: boolean; readonly keep?: () => Promise<void> },
): Promise<LeftStack> {
  const { isDryRun, keep } = options;
  return released.kind === "object"
    ? { objects: [await releaseOne(released.stack, released.ref, isDryRun)], isUnknown: false }
    : letGoOfStack(released.stack, {
        isDryRun,
        beforeEach: async () => keep?.(),
      });
}

async function releaseOne(
  stack: LeavingStack,
  ref: ObjectRef,
  isDryRun: boolean,
): Promise<ReleaseDocument["objects"][number]> {
  return letGo(ref, { ...stack.ports, ...ownersOf(stack), isDryRun });
}

/** Whether the agent leaves the object alone, or all of the stack, at that revision or, where Git was not asked, at any. */
function isLeftBy(
  { objects, revision }: StackStatus,
  key: ObjectKey | undefined,
  wanted: string | undefined,
): boolean {
  if (wanted !== undefined && revision !== wanted) return false;
  const concerned = objects.filter(({ id }) => key === undefined || id === key);
  return concerned.every(({ mode }) => mode === "off");
}
