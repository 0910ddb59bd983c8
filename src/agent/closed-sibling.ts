import type { Desired } from "../core/plan/look.ts";
import type { Problem } from "../core/problem.ts";
import { SourceError } from "../core/source-error.ts";
import { countText } from "../core/wording/count-text.ts";
import { shortCommit } from "../core/wording/short-commit.ts";
import type { SourcePort } from "../ports/source-port.ts";
import { checkOut, type GroupKind } from "./check-out.ts";
import { describeCheckOut } from "./refresh-source.ts";
import { openSourceCache, type SourceCache } from "./source-cache.ts";
import type { SiblingSetup, Stack } from "./stack.ts";

/** Another stack of the config that is not open in this process: its repository alone. */
export interface ClosedSibling {
  readonly source: SourcePort;
  readonly cache: SourceCache;
  /** The last tip that was read, when it had no problems. */
  desired: Desired | undefined;
  unknownKinds: readonly GroupKind[];
  /** What was told of it last. */
  told: string;
}

/** Asks the repository of a stack that is not open for its tip. A refusal leaves nothing known. */
export async function readClosedSibling(stack: Stack, sibling: SiblingSetup): Promise<void> {
  try {
    const closed = openOnce(stack, sibling);
    const before = closed.desired;
    closed.desired = undefined;
    const tip = await closed.source.findTip();
    if (before?.revision === tip && closed.unknownKinds.length === 0) {
      closed.desired = before;
      return;
    }
    const { cluster } = stack.setup.ports;
    const parsed = await checkOut(tip, describeCheckOut(sibling, { ...closed, cluster }));
    if (!parsed.ok) {
      tell(stack, sibling, { code: "problem", message: describeProblems(tip, parsed.problems) });
      return;
    }
    closed.desired = parsed.value.desired;
    closed.unknownKinds = parsed.value.unknownKinds;
    closed.told = "";
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    tell(stack, sibling, error);
  }
}

/** What was read of it is not known to hold any more. */
export function forgetClosedSiblings({ closedSiblings }: Stack): void {
  for (const closed of closedSiblings.values()) closed.desired = undefined;
}

function openOnce({ closedSiblings }: Stack, { name, openSource }: SiblingSetup): ClosedSibling {
  const known = closedSiblings.get(name);
  if (known !== undefined) return known;
  const cache = openSourceCache();
  const opened = { source: openSource(), cache, desired: undefined, unknownKinds: [], told: "" };
  closedSiblings.set(name, opened);
  return opened;
}

/** The first one: whoever holds that stack tells them all. */
function describeProblems(tip: string, [first, ...more]: readonly Problem[]): string {
  const rest = more.length === 0 ? "" : `; and ${countText(more.length, "more problem")}`;
  return `commit ${shortCommit(tip)} has a problem: ${first?.where}: ${first?.what}${rest}`;
}

interface Told {
  readonly code: string;
  readonly message: string;
}

/** Why nobody knows what that stack has; the same once. */
function tell({ closedSiblings, setup }: Stack, { name }: SiblingSetup, told: Told): void {
  const closed = closedSiblings.get(name);
  if (closed?.told === told.message) return;
  if (closed !== undefined) closed.told = told.message;
  setup.ports.log.warn(told.message, { stack: name, code: told.code });
}
