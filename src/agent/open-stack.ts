import { LRUCache } from "lru-cache";
import { EMPTY_PARENT } from "../core/inventory/stack-parent.ts";
import type { JobEnd } from "../core/object/job-end.ts";
import type { ObjectKey } from "../core/object/object-id.ts";
import { emptyStatus } from "../core/plan/empty-status.ts";
import { NO_MEMORY, type ObjectMemory } from "../core/plan/look.ts";
import type { StackStatus } from "../core/report/status-document.ts";
import { resumeOffers, settleOffer } from "./deliver-offer.ts";
import { flushReport, resumeReport } from "./deliver-report.ts";
import { holdsStack } from "./holds-stack.ts";
import { openOfferDesk } from "./offer-desk.ts";
import { readStatus } from "./read-status.ts";
import { openReportDesk } from "./report-desk.ts";
import { openSourceCache } from "./source-cache.ts";
import type { Stack, StackSetup } from "./stack.ts";
import { closeView, openView } from "./stack-view.ts";
import { openCommitDesk, settleCommits } from "./tell-commits.ts";
import { createWakeUp } from "./wake-up.ts";
import { readStackParent } from "./write-parent.ts";

/** Answers kept between passes; each is asked again when it fell out. */
const KEPT_MAX = 20_000;
/** Whole objects. */
const VERSIONS_MAX = 500;

/** A stack that knows nothing yet. */
export function openStack(setup: StackSetup): Stack {
  const bells = { wakeUp: createWakeUp(), askSource: createWakeUp(), looks: createWakeUp() };
  const stack: Stack = {
    setup,
    autoscalerVersions: new Map(),
    view: openView(() => {
      bells.wakeUp.ring();
    }),
    cache: openSourceCache(),
    tip: "",
    desired: undefined,
    problems: [],
    refusedTip: "",
    unknownKinds: [],
    comparedRevision: "",
    lints: [],
    leftOut: [],
    refusals: new Map(),
    memory: new Map(),
    ...openAnswers(),
    digestKeys: { trouble: undefined, temporary: undefined },
    outside: new Map(),
    parent: undefined,
    confirmedRevision: "",
    heardConfirmation: "",
    taking: Promise.resolve(),
    readings: undefined,
    ...bells,
    hasPassed: false,
    closedSiblings: new Map(),
    hearing: { revision: "", atMs: new Map() },
    awaited: new Set(),
    waiting: new Map(),
    lastNews: new Map(),
    strangers: [],
    told: EMPTY_PARENT,
    statusWrittenAtMs: 0,
    stopStatusTimer: () => undefined,
    ...openDesks(),
    status: emptyStatus(setup.config.name),
    isHolder: true,
    holdsUntilMs: Number.MAX_SAFE_INTEGER,
    hasAskedSource: false,
    hasForgotten: setup.earlierParents.length === 0,
    isSeeded: false,
  };
  setup.family.set(setup.config.name, stack);
  return stack;
}

/** What there is to tell outside, beside the passes. */
function openDesks(): Pick<Stack, "desk" | "offerDesk" | "commitDesk"> {
  return {
    desk: openReportDesk(),
    offerDesk: openOfferDesk(),
    commitDesk: openCommitDesk(),
  };
}

/** What was asked before, by question. */
function openAnswers(): Pick<Stack, "earlier" | "probes" | "dryRuns" | "sourceReads" | "versions"> {
  return {
    versions: new LRUCache({ max: VERSIONS_MAX }),
    earlier: new LRUCache({ max: KEPT_MAX }),
    probes: new LRUCache({ max: KEPT_MAX }),
    dryRuns: new LRUCache({ max: KEPT_MAX }),
    sourceReads: new LRUCache({ max: KEPT_MAX }),
  };
}

/**
 * Takes over what an earlier run wrote into the parent: since when things are so, and at which commit objects were applied
 * that are gone meanwhile. Once in a run, and again whenever the stack comes into these hands (`forgetParent`).
 *
 * @throws {ClusterError} when the parent cannot be read.
 */
export async function seedStack(stack: Stack): Promise<void> {
  if (stack.isSeeded) return;
  const earlier = await readStoredStatus(stack);
  if (earlier !== undefined) {
    stack.status = { ...earlier, inSync: false, writes: 0, refusals: [], problems: [] };
    stack.memory = new Map([
      ...earlier.objects.map(rememberObject),
      ...earlier.orphans.map(rememberOrphan),
    ]);
    stack.told = EMPTY_PARENT;
  }
  const { content, live } = await readStackParent(stack);
  stack.memory = withEnds(stack.memory, content.endedJobs);
  if (holdsStack(stack)) resumeReport(stack, content.queue);
  // What this process offered before another one held the stack is not to come back.
  if (live !== undefined) resumeOffers(stack, content.offers);
  stack.offerDesk.told = undefined;
  stack.commitDesk.sent.clear();
  stack.isSeeded = true;
}

/** The status that the parent holds; `undefined` when no agent has written one. @throws {ClusterError} */
export async function readStoredStatus(stack: Stack): Promise<StackStatus | undefined> {
  const { content } = await readStackParent(stack);
  const stored = readStatus(content.status);
  return stored?.name === stack.setup.config.name ? stored : undefined;
}

/** Ends what the stack follows. A report that is being delivered is delivered first. */
export async function closeStack(stack: Stack): Promise<void> {
  closeView(stack.view);
  stack.setup.family.delete(stack.setup.config.name);
  stack.stopStatusTimer();
  await flushReport(stack);
  await settleOffer(stack);
  await settleCommits(stack);
  stack.desk.stopTimer();
  stack.offerDesk.stopTimer();
  stack.commitDesk.stopTimer();
  const siblings = [...stack.closedSiblings.values()];
  const { ledger, offers, source } = stack.setup.ports;
  const ports = [
    source,
    ledger,
    offers?.forge,
    offers?.branch,
    ...siblings.map((each) => each.source),
  ];
  await Promise.all(ports.map(async (port) => port?.close()));
}

function withEnds(
  memory: ReadonlyMap<ObjectKey, ObjectMemory>,
  ends: ReadonlyMap<string, JobEnd>,
): ReadonlyMap<ObjectKey, ObjectMemory> {
  const ended = [...ends].map(([text, end]): [ObjectKey, ObjectMemory] => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by objectKey in an earlier run; a key that is none is never looked up
    const key = text as ObjectKey;
    return [key, { ...(memory.get(key) ?? NO_MEMORY), ended: end }];
  });
  return new Map([...memory, ...ended]);
}

function rememberObject(
  object: StackStatus["objects"][number],
): readonly [ObjectKey, ObjectMemory] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by objectKey in an earlier run; an id that is none is never looked up
  const key = object.id as ObjectKey;
  const { appliedRevision } = object;
  return [key, { ...NO_MEMORY, appliedRevision, ownMode: ownModeOf(object) }];
}

/** Of a stack that is off nothing is told but that. */
function ownModeOf({ mode, modeFrom }: StackStatus["objects"][number]): ObjectMemory["ownMode"] {
  if (modeFrom === "stack" && mode === "off") return undefined;
  return modeFrom === "object" ? mode : "none";
}

function rememberOrphan(
  orphan: StackStatus["orphans"][number],
): readonly [ObjectKey, ObjectMemory] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by objectKey in an earlier run; an id that is none is never looked up
  const key = orphan.id as ObjectKey;
  return [key, { ...NO_MEMORY, ownMode: orphan.mode }];
}
