import type { BlockerStatus } from "../report/status-document.ts";
import { OWN_ORIGIN, type ReasonCode } from "../rollout/blocker.ts";

/** A reason in words, when the gate's own words do not say it better. */
type Words = (blocker: BlockerStatus) => string;

const WORDS: Readonly<Record<ReasonCode, Words>> = {
  TargetNotFound: seen("it is neither in the cluster nor in Git"),
  TargetNotApplied: seen("its own change is not applied yet"),
  TargetTerminating: seen("it is being deleted"),
  NotObserved: seen("its controller has not seen the change yet"),
  RollingOut: seen("it is rolling out"),
  NotReady: seen("it is not ready"),
  VersionUnknown: wanted(versionUnknown),
  VersionBehind: wanted(runs),
  VersionAhead: (blocker) => `${runs(blocker)}, which is above ${blocker.want}`,
  VersionOutOfRange: (blocker) => `${runs(blocker)}, which is outside of ${blocker.want}`,
  VersionUnsatisfiable: ({ have, want }) =>
    `Git gives it ${have} and this needs ${want}, so only another commit can help`,
  StatusBehindPods: wanted(seen("its status is behind its pods")),
  ExternalUnreachable: seen("it is outside the cluster and does not answer"),
  Stalled: seen("it makes no progress"),
  Cycle: seen("each of the two waits for the other"),
  Unreadable: seen("it could not be read"),
  NotServed: seen("the cluster does not serve its kind yet"),
  Refused: seen("it was refused"),
  OwnedByOther: ({ have, want }) => `belongs to ${have}; what helps is ${want}`,
};

/** Why a gate is shut, in words about the target: `it runs 8.19.2, 9.1.0 wanted`. */
export function explainBlocker(blocker: BlockerStatus): string {
  const { reason } = blocker;
  return isReasonCode(reason) ? WORDS[reason](blocker) : seen("its gate is shut")(blocker);
}

/**
 * How a sentence about a held object begins: one that others own waits for nobody, and what stands in its own way is no
 * waiting for itself.
 */
export function leadIn({ origin, reason }: BlockerStatus): "waits for" | "is held" | "" {
  if (reason === "OwnedByOther") return "";
  return origin === OWN_ORIGIN ? "is held" : "waits for";
}

function isReasonCode(reason: string): reason is ReasonCode {
  return Object.hasOwn(WORDS, reason);
}

/** What the gate saw is a sentence of its own (`it is paused`) or a detail (`2 of 3 pods updated`). */
function seen(words: string): Words {
  return ({ have }) => {
    if (have === "" || have === words) return words;
    return isSentence(have) ? have : `${words}: ${have}`;
  };
}

/** Whoever has written no status yet is not at fault: a first report takes its time. */
function versionUnknown(blocker: BlockerStatus): string {
  const have = blocker.have.replace(
    /^status reports no version/,
    "it has not reported a version yet",
  );
  return seen("the version that it runs is not known")({ ...blocker, have });
}

function isSentence(have: string): boolean {
  return /^(?:its?|the) /.test(have);
}

function runs({ have }: BlockerStatus): string {
  if (have === "") return "it runs another version";
  return isSentence(have) ? have : `it runs ${have}`;
}

function wanted(words: Words): Words {
  return (blocker) =>
    blocker.want === "" ? words(blocker) : `${words(blocker)}, ${blocker.want} wanted`;
}
